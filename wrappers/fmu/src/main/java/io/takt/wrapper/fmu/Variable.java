package io.takt.wrapper.fmu;

import java.util.List;

/**
 * A variable of a model.
 *
 * @param name        as the model has it.
 * @param type        of its values.
 * @param reference   by which the binary knows it.
 * @param causality   such as "output"; "local" where the description says nothing.
 * @param variability such as "continuous".
 * @param start       the value before the start as the description has it; null for none.
 * @param min         the smallest value as the description has it; null for none.
 * @param max         the greatest value, likewise.
 * @param dimensions  of an array; empty for a single value.
 * @param unit        null for none.
 * @param isRelative  whether it is a difference, such as one of temperatures, which no offset of a unit changes.
 * @param description null for none.
 * @param isWithin    whether it can be read within a step.
 */
record Variable(String name, VariableType type, int reference, String causality, String variability, String start,
    String min, String max, List<Dimension> dimensions, String unit, boolean isRelative, String description,
    boolean isWithin) {
    /**
     * A dimension of an array.
     *
     * @param size      where it is fixed.
     * @param reference of the structural parameter that is the size; null where it is fixed.
     */
    record Dimension(long size, Integer reference) {
    }

    boolean isStructural() {
        return causality.equals("structuralParameter");
    }

    /** Whether it is set before the initialisation, and never after it. */
    boolean isFixed() {
        return causality.equals("parameter") && variability.equals("fixed");
    }

    /** Whether a value may come while the model is simulated. */
    boolean isTunable() {
        return causality.equals("parameter") && variability.equals("tunable");
    }

    boolean isInput() {
        return causality.equals("input");
    }

    /** Whether it may be set between steps without an event. */
    boolean isContinuous() {
        return variability.equals("continuous");
    }
}
