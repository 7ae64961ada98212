package io.takt.wrapper.fmu;

import java.util.List;
import java.util.Map;

/**
 * FMUs and their connections, as the system structure of an SSP file has them once systems within systems are resolved.
 * Immutable.
 *
 * @param name       of the system; may be empty.
 * @param stopS      where its default experiment ends; null where it does not say.
 * @param components by their paths, with a dot between the names of nested systems.
 * @param links      the start of each connection, by its end.
 * @param open       inputs of the whole system, which the file connects to nothing outside.
 */
record SspSystem(String name, Double stopS, Map<String, Component> components, Map<Port, Port> links,
    List<String> open) {
    /**
     * An FMU.
     *
     * @param source where it lies in the file.
     * @param starts values before the start, as texts by their variables.
     * @param reals  connectors that carry one real number.
     */
    record Component(String source, Map<String, String> starts, List<String> reals) {
    }

    /**
     * A connector.
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

    boolean isReal(final Port port) {
        return components.get(port.element()).reals().contains(port.name());
    }
}
