package io.takt.wrapper.fmu;

import io.takt.asset.message.Unit;
import io.takt.wrapper.kit.WrapperException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of a model about itself, as far as a co-simulation needs it. Immutable.
 *
 * @param fmiVersion    such as "3.0".
 * @param modelName     for people.
 * @param text          what it is; empty for none.
 * @param tool          that made it; empty for none.
 * @param token         by which the binary knows that the description is its own.
 * @param coSimulation  its abilities; null for a model that has no co-simulation.
 * @param otherKinds    of simulation that it has.
 * @param logCategories of its log.
 * @param units         by their names, those that the description relates to SI's.
 * @param variables     by their names, in the order of the description.
 */
record ModelDescription(String fmiVersion, String modelName, String text, String tool, String token,
    CoSimulation coSimulation, List<String> otherKinds, List<String> logCategories, Map<String, Unit> units,
    Map<String, Variable> variables) {
    /**
     * The abilities of a co-simulation.
     *
     * @param modelIdentifier the name of the binary.
     * @param abilities       all attributes as the description has them.
     */
    record CoSimulation(String modelIdentifier, Map<String, String> abilities) {
        /** Whether an ability is there; those of FMI 2 are written otherwise, so case does not count. */
        boolean can(final String ability) {
            return abilities.entrySet().stream().anyMatch(each -> each.getKey().equalsIgnoreCase(ability)
                && (each.getValue().equals("true") || each.getValue().equals("1")));
        }
    }

    boolean isFmi3() {
        return fmiVersion.startsWith("3.");
    }

    /** How many values a variable has, with sizes of arrays as the description or a user sets them. */
    int count(final Variable variable, final Map<Integer, Long> sizes) throws WrapperException {
        long count = 1;
        for (final Variable.Dimension each : variable.dimensions()) {
            final long size = each.reference() == null ? each.size() : size(each.reference(), sizes);
            if (size < 0 || (count *= size) > Integer.MAX_VALUE / 16) {
                throw new WrapperException("variable '" + variable.name() + "' has a dimension of " + size
                    + ", which is too large");
            }
        }
        return (int) count;
    }

    private long size(final int reference, final Map<Integer, Long> sizes) throws WrapperException {
        final Long set = sizes.get(reference);
        if (set != null) {
            return set;
        }
        final Variable parameter = variables.get(name(reference));
        if (parameter == null) {
            throw new WrapperException("the size of an array is variable " + Integer.toUnsignedString(reference)
                + ", which modelDescription.xml does not have");
        }
        try {
            return parameter.type().parseWhole(String.valueOf(parameter.start()).strip());
        } catch (final IllegalArgumentException e) {
            throw new WrapperException("the start value of variable '" + parameter.name() + "': " + e.getMessage(), e);
        }
    }

    /** Of the first variable with a reference; null for none. */
    String name(final int reference) {
        return variables.values().stream().filter(each -> each.reference() == reference).map(Variable::name)
            .findFirst().orElse(null);
    }

    /** The names of variables of a causality, as a list for people. */
    String names(final String causality) {
        final Map<String, Variable> found = new LinkedHashMap<>(variables);
        found.values().removeIf(each -> !each.causality().equals(causality));
        final int most = 20;
        final String names = String.join(", ", found.keySet().stream().limit(most).toList());
        return found.isEmpty() ? "none" : found.size() > most ? names + " and " + (found.size() - most) + " more"
            : names;
    }
}
