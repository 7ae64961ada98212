package io.takt.wrapper.fmu;

import io.takt.asset.message.Unit;
import io.takt.wrapper.fmu.ModelDescription.CoSimulation;
import io.takt.wrapper.fmu.Variable.Dimension;
import io.takt.wrapper.kit.WrapperException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads a modelDescription.xml of FMI 2.0 or 3.0. */
final class DescriptionReader {
    private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

    static {
        // A document type could name files and addresses, or blow up; FMI has none.
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // Else it prints errors, which come as exceptions too.
        FACTORY.setXMLReporter((message, type, about, place) -> { });
    }

    private final XMLStreamReader xml;
    private final Map<String, String> root = new LinkedHashMap<>();
    private final List<String> otherKinds = new ArrayList<>();
    private final List<String> categories = new ArrayList<>();
    private final Map<String, Map<String, String>> types = new LinkedHashMap<>();
    private final Map<String, Unit> units = new LinkedHashMap<>();
    private String unitName;
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private CoSimulation coSimulation;
    private boolean isFmi3;
    /** In ModelVariables. */
    private boolean isAmongVariables;
    /** The type that is being defined; null outside of one. */
    private String typeName;
    /** The variable that is being read; attributes of its element, and of the one of its type, which FMI 2 has. */
    private Map<String, String> attributes;
    private String typeWord;
    private final List<Dimension> dimensions = new ArrayList<>();
    private final List<String> starts = new ArrayList<>();
    private final List<String> aliases = new ArrayList<>();

    private DescriptionReader(final XMLStreamReader xml) {
        this.xml = xml;
    }

    /** Reads all; the stream stays open. */
    static ModelDescription read(final InputStream from) throws WrapperException {
        try {
            return new DescriptionReader(FACTORY.createXMLStreamReader(from)).read();
        } catch (final XMLStreamException e) {
            final String why = String.valueOf(e.getMessage()).replaceAll("(?s).*Message: ", "").replaceAll("\\s+", " ");
            throw new WrapperException("modelDescription.xml, line " + e.getLocation().getLineNumber() + ", is no XML: "
                + why, e);
        }
    }

    private ModelDescription read() throws XMLStreamException, WrapperException {
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD -> throw wrong("has a document type, which a description of FMI has not");
                case XMLStreamConstants.START_ELEMENT -> begin(xml.getLocalName());
                case XMLStreamConstants.END_ELEMENT -> end(xml.getLocalName());
                default -> {
                    // Text between elements says nothing.
                }
            }
        }
        final String token = isFmi3 ? "instantiationToken" : "guid";
        return new ModelDescription(root.get("fmiVersion"), root.getOrDefault("modelName", ""),
            root.getOrDefault("description", ""), root.getOrDefault("generationTool", ""), required(root, token),
            coSimulation, List.copyOf(otherKinds), List.copyOf(categories), units, variables);
    }

    private void begin(final String element) throws XMLStreamException, WrapperException {
        if (root.isEmpty()) {
            beginRoot(element);
            return;
        }
        switch (element) {
            case "Annotations", "VendorAnnotations" -> skip();
            case "CoSimulation" -> {
                final Map<String, String> found = attributes();
                coSimulation = new CoSimulation(required(found, "modelIdentifier"), found);
                if (!IDENTIFIER.matcher(coSimulation.modelIdentifier()).matches()) {
                    throw wrong("has the modelIdentifier '" + coSimulation.modelIdentifier()
                        + "', which is no identifier of C");
                }
            }
            case "ModelExchange", "ScheduledExecution" -> otherKinds.add(element);
            case "Unit" -> unitName = required(attributes(), "name");
            case "BaseUnit" -> units.put(unitName, unit(attributes()));
            case "Category" -> categories.add(required(attributes(), "name"));
            case "ModelVariables" -> isAmongVariables = true;
            default -> {
                if (isAmongVariables) {
                    beginInVariables(element);
                } else {
                    beginInTypes(element);
                }
            }
        }
    }

    private void beginRoot(final String element) throws WrapperException {
        if (!element.equals("fmiModelDescription")) {
            throw wrong("begins with <" + element + ">, and not with <fmiModelDescription>");
        }
        root.putAll(attributes());
        final String version = required(root, "fmiVersion");
        isFmi3 = version.startsWith("3.");
        if (!isFmi3 && !version.equals("2.0")) {
            throw new WrapperException("it is of FMI " + version + "; FMI 2.0 and 3.0 can be opened");
        }
    }

    /** SimpleType around Real in FMI 2, Float64Type in FMI 3. */
    private void beginInTypes(final String element) throws WrapperException {
        final Map<String, String> found = attributes();
        if (element.equals("Item") && typeName != null) {
            addItem(types.get(typeName), required(found, "value"));
            return;
        }
        if (element.equals("SimpleType") || element.endsWith("Type")) {
            typeName = found.get("name");
        }
        if (typeName != null) {
            found.forEach(types.computeIfAbsent(typeName, name -> new LinkedHashMap<>())::putIfAbsent);
        }
    }

    /** An enumeration has the values from its smallest to its greatest item. */
    private void addItem(final Map<String, String> type, final String value) throws WrapperException {
        try {
            final long number = Long.parseLong(value.strip());
            type.merge("min", value, (one, other) -> number < Long.parseLong(one.strip()) ? other : one);
            type.merge("max", value, (one, other) -> number > Long.parseLong(one.strip()) ? other : one);
        } catch (final NumberFormatException e) {
            throw wrong("has an Item of value '" + value + "', which is no whole number");
        }
    }

    private Unit unit(final Map<String, String> found) throws WrapperException {
        try {
            return BaseUnit.read(unitName, found::get);
        } catch (final IllegalArgumentException e) {
            throw wrong("has a BaseUnit of unit '" + unitName + "' that is none: " + e.getMessage());
        }
    }

    private void beginInVariables(final String element) throws WrapperException {
        final Map<String, String> found = attributes();
        if (attributes == null) {
            attributes = found;
            typeWord = element;
            return;
        }
        switch (element) {
            case "Dimension" -> dimensions.add(found.containsKey("valueReference")
                ? new Dimension(0, reference(found)) : new Dimension(size(found), null));
            case "Start" -> starts.add(found.getOrDefault("value", ""));
            case "Alias" -> aliases.add(required(found, "name"));
            default -> {
                if (!isFmi3) {
                    typeWord = element;
                    found.forEach(attributes::putIfAbsent);
                }
            }
        }
    }

    private void end(final String element) throws WrapperException {
        if (element.equals("ModelVariables")) {
            isAmongVariables = false;
        } else if (isAmongVariables && (isFmi3 ? element.equals(typeWord) : element.equals("ScalarVariable"))) {
            endVariable();
        }
    }

    private void endVariable() throws WrapperException {
        final String name = required(attributes, "name");
        final VariableType type = type(typeWord, name);
        final boolean isReal = type.family() == VariableType.Family.REAL;
        final String start = starts.isEmpty() ? attributes.get("start") : String.join(" ", starts);
        final Map<String, String> declared = types.getOrDefault(attributes.get("declaredType"), Map.of());
        final UnaryOperator<String> said = word -> attributes.getOrDefault(word, declared.get(word));
        final String causality = attributes.getOrDefault("causality", "local");
        final String usual = causality.equals("parameter") || causality.equals("structuralParameter") ? "fixed"
            : isReal ? "continuous" : "discrete";
        aliases.add(0, name);
        for (final String each : aliases) {
            final Variable variable = new Variable(each, type, reference(attributes), causality,
                attributes.getOrDefault("variability", usual), start, said.apply("min"), said.apply("max"),
                List.copyOf(dimensions), said.apply("unit"), isTrue(said.apply("relativeQuantity")),
                attributes.get("description"), isTrue(attributes.get("intermediateUpdate")));
            if (variables.put(each, variable) != null) {
                throw wrong("has two variables '" + each + "'");
            }
        }
        attributes = null;
        dimensions.clear();
        starts.clear();
        aliases.clear();
    }

    private static boolean isTrue(final String text) {
        return "true".equals(text) || "1".equals(text);
    }

    private VariableType type(final String word, final String name) throws WrapperException {
        if (!isFmi3) {
            return switch (word) {
                case "Real" -> VariableType.FLOAT64;
                case "Integer", "Enumeration" -> VariableType.INT32;
                case "Boolean" -> VariableType.BOOLEAN_INT;
                case "String" -> VariableType.STRING;
                default -> throw wrong("has variable '" + name + "' of unknown type " + word);
            };
        }
        if (word.equals("Enumeration")) {
            return VariableType.INT64;
        }
        for (final VariableType each : VariableType.values()) {
            if (each.word().equals(word)) {
                return each;
            }
        }
        throw wrong("has variable '" + name + "' of unknown type " + word);
    }

    private Map<String, String> attributes() {
        final Map<String, String> found = new LinkedHashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            found.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
        }
        return found;
    }

    private String required(final Map<String, String> found, final String name) throws WrapperException {
        final String value = found.get(name);
        if (value == null) {
            throw wrong("has no attribute '" + name + "' where it belongs");
        }
        return value;
    }

    private int reference(final Map<String, String> found) throws WrapperException {
        final String text = required(found, "valueReference");
        try {
            return Integer.parseUnsignedInt(text);
        } catch (final NumberFormatException e) {
            throw wrong("has the valueReference '" + text + "', which is no number of 32 bits");
        }
    }

    private long size(final Map<String, String> found) throws WrapperException {
        try {
            return Long.parseLong(Objects.requireNonNullElse(found.get("start"), ""));
        } catch (final NumberFormatException e) {
            throw wrong("has a dimension of '" + found.get("start") + "', which is no size");
        }
    }

    private WrapperException wrong(final String what) {
        return new WrapperException("modelDescription.xml, line " + xml.getLocation().getLineNumber() + ", " + what);
    }

    /** Tools may write there whatever they like. */
    private void skip() throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            final int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }
}
