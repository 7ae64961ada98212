package io.takt.wrapper.fmu;

import java.util.List;
import java.util.Map;

/**
 * FMUs and their connections, as the system structure of an SSP file has them once systems within systems are resolved.
 * Immutable.
 *
 * @param name       of the system; may be empty.
 * @param stopS      where its default experiment ends; null where it does not say.
 * @param connectors of the components, and of the systems.
 * @param components by their paths, with a dot between the names of nested systems.
 * @param links      the start of each connection, by its end.
 * @param open       inputs of the whole system, which the file connects to nothing outside.
 */
record SspSystem(String name, Double stopS, Map<Port, Connector> connectors, Map<String, Component> components,
    Map<Port, Port> links, List<String> open) {
    /**
     * An FMU.
     *
     * @param source where it lies in the file.
     * @param starts values before the start, as texts by their variables.
     */
    record Component(String source, Map<String, String> starts) {
    }

    /**
     * The values of a connector.
     *
     * @param isReal whether a value is one real number.
     * @param unit   in UCUM where that has it; null for none.
     */
    record Connector(boolean isReal, String unit) {
    }

    /**
     * The place of a connector.
     *
     * @param element path of its component or system; empty for the whole system.
     * @param name    of a variable of the component.
     */
    record Port(String element, String name) {
        @Override
        public String toString() {
            return element.isEmpty() ? name : element + "." + name;
        }
    }

    /** Whether a component is there; else it is a system's. */
    boolean isOfComponent(final Port port) {
        return components.containsKey(port.element());
    }

    /** Whether values from one to the other are to be converted. */
    boolean hasOtherUnit(final Port start, final Port end) {
        final String unit = connectors.get(start).unit();
        final String wanted = connectors.get(end).unit();
        return unit != null && wanted != null && !unit.equals(wanted);
    }
}
