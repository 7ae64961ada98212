package io.takt.wrapper.fmu;

import io.takt.wrapper.fmu.SspSystem.Component;
import io.takt.wrapper.fmu.SspSystem.Connector;
import io.takt.wrapper.fmu.SspSystem.Port;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads the system structure of an SSP file, version 1.0 or 2.0. An exception names everything that would make the
 * simulation another one and is not understood; geometry, annotations and metadata are passed over.
 */
final class SspReader {
    static final String STRUCTURE = "SystemStructure.ssd";

    private static final String FMU = "application/x-fmu-sharedlibrary";
    private static final Set<String> REAL = Set.of("Real", "Float64");

    private final FmuArchive archive;
    private final Map<String, Component> components = new LinkedHashMap<>();
    private final Map<Port, Connector> connectors = new LinkedHashMap<>();
    private final Map<Port, Port> links = new LinkedHashMap<>();
    private final Map<Port, String> values = new HashMap<>();
    private final List<String> systems = new ArrayList<>();
    /** The names in UCUM of those that the file describes, by its own names. */
    private final Map<String, String> units = new HashMap<>();

    private SspReader(final FmuArchive archive) {
        this.archive = archive;
    }

    static SspSystem read(final FmuArchive archive) throws IOException {
        return new SspReader(archive).read();
    }

    private SspSystem read() throws IOException {
        final Element root = document(STRUCTURE, "SystemStructureDescription");
        final Element system = only(root, "System");
        if (system == null) {
            throw wrong("has no System");
        }
        readUnits(root);
        readSystem(system, "");
        final Set<String> open = new TreeSet<>();
        for (final Port end : List.copyOf(links.keySet())) {
            resolve(end, open);
        }
        values.forEach((port, value) -> {
            if (components.containsKey(port.element())) {
                components.get(port.element()).starts().put(port.name(), value);
            }
        });
        final Element experiment = only(root, "DefaultExperiment");
        if (experiment != null && timeS(experiment, "startTime", 0.0) != 0) {
            throw wrong("begins at " + experiment.getAttribute("startTime") + " s, and the time of a hub at 0");
        }
        return new SspSystem(root.getAttribute("name"), experiment == null ? null : timeS(experiment, "stopTime", null),
            connectors, components, links, List.copyOf(open));
    }

    private void readUnits(final Element root) throws WrapperException {
        for (final Element each : below(root, "Units")) {
            final Element base = only(each, "BaseUnit");
            final String name = each.getAttribute("name");
            if (base != null) {
                try {
                    units.put(name, BaseUnit.ucum(BaseUnit.read(name,
                        word -> base.hasAttribute(word) ? base.getAttribute(word) : null)));
                } catch (final IllegalArgumentException e) {
                    throw wrong("has a BaseUnit of unit '" + name + "' that is none: " + e.getMessage());
                }
            }
        }
    }

    /** Makes a link begin at a component; one that ends at a component and begins at none goes. */
    private void resolve(final Port end, final Set<String> open) throws WrapperException {
        Port start = links.get(end);
        for (int i = 0; start != null && systems.contains(start.element()) && i <= links.size(); i++) {
            final Port before = links.get(start);
            if (before == null && components.containsKey(end.element())) {
                if (values.containsKey(start)) {
                    values.putIfAbsent(end, values.get(start));
                } else if (start.element().isEmpty()) {
                    open.add(start.name());
                }
            }
            start = before;
        }
        if (start != null && systems.contains(start.element())) {
            throw wrong("has a circle of connections at '" + start + "'");
        }
        if (start != null) {
            links.put(end, start);
        } else if (components.containsKey(end.element())) {
            links.remove(end);
        }
    }

    private void readSystem(final Element system, final String path) throws IOException {
        systems.add(path);
        readConnectors(system, path);
        for (final Element each : below(system, "Elements")) {
            final String name = path.isEmpty() ? each.getAttribute("name") : path + "." + each.getAttribute("name");
            switch (each.getLocalName()) {
                case "System" -> readSystem(each, name);
                case "Component" -> readComponent(each, name);
                default -> throw wrong("has a " + each.getLocalName() + " '" + name + "', which is not supported");
            }
        }
        for (final Element each : below(system, "Connections")) {
            readConnection(each, path);
        }
        // Values of an outer system take the place of those within.
        readBindings(system, path);
    }

    private void readComponent(final Element component, final String path) throws IOException {
        final String source = path(component.getAttribute("source"));
        if (component.hasAttribute("type") && !component.getAttribute("type").equals(FMU)
            || !source.startsWith(FmuArchive.RESOURCES) || !archive.has(source)) {
            throw wrong("has component '" + path + "' with the source '" + source + "', which is no FMU in the file");
        }
        if (component.getAttribute("implementation").equals("ModelExchange")) {
            throw wrong("wants model exchange of component '" + path + "'; only co-simulation is supported");
        }
        components.put(path, new Component(source, new LinkedHashMap<>()));
        readConnectors(component, path);
        readBindings(component, path);
    }

    /** Sources are addresses, with some characters as %20. */
    private static String path(final String source) {
        try {
            return URI.create(source).normalize().getPath();
        } catch (final IllegalArgumentException e) {
            return source;
        }
    }

    private Double timeS(final Element of, final String name, final Double usual) throws WrapperException {
        try {
            return of.hasAttribute(name) ? Double.valueOf(of.getAttribute(name)) : usual;
        } catch (final NumberFormatException e) {
            throw wrong("has the " + name + " '" + of.getAttribute(name) + "', which is no number");
        }
    }

    private void readConnectors(final Element of, final String path) {
        for (final Element each : below(of, "Connectors")) {
            String unit = null;
            boolean isReal = false;
            for (final Element type : children(each)) {
                isReal |= REAL.contains(type.getLocalName());
                unit = type.hasAttribute("unit") ? type.getAttribute("unit") : unit;
            }
            connectors.put(new Port(path, each.getAttribute("name")),
                new Connector(isReal && only(each, "Dimension") == null, units.getOrDefault(unit, unit)));
        }
    }

    private void readConnection(final Element connection, final String path) throws WrapperException {
        final Port start = port(connection, path, "start");
        final Port end = port(connection, path, "end");
        final String between = "connection from '" + start + "' to '" + end + "'";
        for (final Element each : children(connection)) {
            if (each.getLocalName().endsWith("Transformation")) {
                throw wrong("has a " + each.getLocalName() + " in its " + between + ", which is not supported");
            }
        }
        if (links.putIfAbsent(end, start) != null) {
            throw wrong("has two connections to '" + end + "'");
        }
    }

    private Port port(final Element connection, final String path, final String which) throws WrapperException {
        final String element = connection.getAttribute(which + "Element");
        final Port port = new Port(element.isEmpty() ? path : path.isEmpty() ? element : path + "." + element,
            connection.getAttribute(which + "Connector"));
        if (!connectors.containsKey(port)) {
            throw wrong("has a connection with '" + port + "', which is no connector");
        }
        return port;
    }

    private void readBindings(final Element of, final String path) throws IOException {
        for (final Element binding : below(of, "ParameterBindings")) {
            final String at = "binding of parameters of '" + path + "'";
            if (binding.getAttribute("sourceBase").equals("component")) {
                throw wrong("has a " + at + " from within the component, which is not supported");
            }
            final String source = binding.getAttribute("source");
            final Element inline = only(binding, "ParameterValues");
            final Element set = !source.isEmpty() ? document(path(source), "ParameterSet")
                : inline == null ? null : only(inline, "ParameterSet");
            if (set == null) {
                throw wrong("has a " + at + " without values");
            }
            final Map<String, List<String>> mapping = mapping(binding);
            for (final Element each : below(set, "Parameters")) {
                final String name = each.getAttribute("name");
                for (final String target : mapping == null ? List.of(name) : mapping.getOrDefault(name, List.of())) {
                    values.put(target(path, binding.getAttribute("prefix") + target), value(each));
                }
            }
        }
    }

    /** From the names in the values to those in the system; null where they are the same. */
    private Map<String, List<String>> mapping(final Element binding) throws IOException {
        final Element given = only(binding, "ParameterMapping");
        if (given == null) {
            return null;
        }
        final Element mapping = given.getAttribute("source").isEmpty() ? only(given, "ParameterMapping")
            : document(path(given.getAttribute("source")), "ParameterMapping");
        final Map<String, List<String>> names = new HashMap<>();
        for (final Element each : children(mapping == null ? given : mapping)) {
            if (each.getLocalName().equals("MappingEntry")) {
                if (!children(each).isEmpty()) {
                    throw wrong("has a transformation of parameter '" + each.getAttribute("source")
                        + "', which is not supported");
                }
                names.computeIfAbsent(each.getAttribute("source"), name -> new ArrayList<>())
                    .add(each.getAttribute("target"));
            }
        }
        return names;
    }

    /** A system's parameters have the names of its elements in front. */
    private Port target(final String path, final String name) {
        if (!components.containsKey(path)) {
            for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
                final String element = (path.isEmpty() ? "" : path + ".") + name.substring(0, dot);
                if (components.containsKey(element) || systems.contains(element)) {
                    return new Port(element, name.substring(dot + 1));
                }
            }
        }
        return new Port(path, name);
    }

    private String value(final Element parameter) throws WrapperException {
        for (final Element each : children(parameter)) {
            if (each.hasAttribute("value") && !each.getLocalName().equals("Enumeration")) {
                return each.getAttribute("value");
            }
        }
        throw wrong("sets parameter '" + parameter.getAttribute("name") + "' to a value of a kind that is not"
            + " supported; numbers, truths and texts are");
    }

    private Element document(final String entry, final String rootName) throws IOException {
        if (!archive.has(entry)) {
            throw new WrapperException(archive.path() + " has no " + entry);
        }
        try (InputStream in = archive.open(entry)) {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            // A document type could name files and addresses, or blow up; SSP has none.
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            final var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            final Element root = builder.parse(in).getDocumentElement();
            if (!root.getLocalName().equals(rootName)) {
                throw new WrapperException(archive.path() + ": " + entry + " begins with <" + root.getLocalName()
                    + ">, and not with <" + rootName + ">");
            }
            return root;
        } catch (final SAXException e) {
            throw new WrapperException(archive.path() + ": " + entry + " is no XML: "
                + String.valueOf(e.getMessage()).replaceAll("\\s+", " "), e);
        } catch (final ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private WrapperException wrong(final String what) {
        return new WrapperException(archive.path() + ": the system structure " + what);
    }

    private static List<Element> children(final Node of) {
        final List<Element> found = new ArrayList<>();
        for (Node each = of.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element element && !element.getLocalName().equals("Annotations")) {
                found.add(element);
            }
        }
        return found;
    }

    private static Element only(final Element of, final String name) {
        return children(of).stream().filter(each -> each.getLocalName().equals(name)).findFirst().orElse(null);
    }

    /** The elements in that child; none where it is missing. */
    private static List<Element> below(final Element of, final String child) {
        final Element found = only(of, child);
        return found == null ? List.of() : children(found);
    }
}
