package io.takt.wrapper.fmu;

import io.takt.wrapper.kit.WrapperException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of variables before the start, in place of those that the model brings. Immutable. */
final class StartValues {
    private final Map<String, String> texts;

    private StartValues(final Map<String, String> texts) {
        this.texts = texts;
    }

    /**
     * Reads what a command line says.
     *
     * @param words each {@code VARIABLE=VALUE}; values of an array with spaces between.
     * @throws IllegalArgumentException when that says something else, in one line.
     */
    static StartValues of(final List<String> words) {
        final Map<String, String> texts = new LinkedHashMap<>();
        for (final String word : words) {
            final int sign = word.indexOf('=');
            if (sign < 1) {
                throw new IllegalArgumentException("--set: '" + word + "' is no VARIABLE=VALUE, such as mass=1.5");
            }
            if (texts.putIfAbsent(word.substring(0, sign), word.substring(sign + 1)) != null) {
                throw new IllegalArgumentException("--set: variable '" + word.substring(0, sign) + "' is set twice");
            }
        }
        return new StartValues(texts);
    }

    /** Checks all, and makes memory of it, so that an instance can be given them at any start. */
    Prepared prepare(final Fmu fmu) throws WrapperException {
        final Map<Integer, Long> sizes = new HashMap<>();
        final List<ValueMemory> structural = new ArrayList<>();
        final List<ValueMemory> others = new ArrayList<>();
        for (final boolean isStructural : new boolean[] {true, false}) {
            for (final Map.Entry<String, String> each : texts.entrySet()) {
                final Variable variable = fmu.variable(each.getKey());
                if (variable.isStructural() != isStructural) {
                    continue;
                }
                if (variable.variability().equals("constant") || variable.causality().equals("independent")
                    || variable.causality().equals("calculatedParameter")) {
                    throw new WrapperException("variable '" + variable.name() + "' of " + fmu.path() + " cannot be set:"
                        + " it is " + (variable.variability().equals("constant") ? "constant" : variable.causality()));
                }
                final ValueMemory memory = new ValueMemory(variable.type(), new int[] {variable.reference()},
                    fmu.model().count(variable, sizes));
                fill(memory, variable, each.getValue());
                (isStructural ? structural : others).add(memory);
                if (isStructural && memory.count() == 1) {
                    sizes.put(variable.reference(), variable.type().whole(memory.values(), 0));
                }
            }
        }
        return new Prepared(structural, others, sizes);
    }

    /**
     * Start values of an FMU.
     *
     * @param structural those that the sizes of arrays hang on.
     * @param others     all others.
     * @param sizes      by the references of structural parameters.
     */
    record Prepared(List<ValueMemory> structural, List<ValueMemory> others, Map<Integer, Long> sizes) {
        /** Sets all; before the initialisation. */
        void set(final Instance instance) throws WrapperException {
            if (!structural.isEmpty()) {
                instance.enterConfigurationMode();
                for (final ValueMemory each : structural) {
                    instance.set(each);
                }
                instance.exitConfigurationMode();
            }
            for (final ValueMemory each : others) {
                instance.set(each);
            }
        }
    }

    private static void fill(final ValueMemory memory, final Variable variable, final String text)
        throws WrapperException {
        final boolean isOneText = memory.type().family() == VariableType.Family.TEXT && memory.count() == 1;
        final String[] words = isOneText ? new String[] {text}
            : text.isBlank() ? new String[0] : text.strip().split("\\s+");
        if (words.length != memory.count()) {
            throw new WrapperException("variable '" + variable.name() + "' has " + memory.count() + " values, and '"
                + text + "' has " + words.length);
        }
        for (int i = 0; i < words.length; i++) {
            try {
                fill(memory, i, words[i]);
                requireInRange(variable, words[i]);
            } catch (final IllegalArgumentException e) {
                throw new WrapperException("variable '" + variable.name() + "' cannot be set: " + e.getMessage(), e);
            }
        }
    }

    /** An FMU need not bear other values. */
    private static void requireInRange(final Variable variable, final String word) {
        if (variable.min() != null && isLess(variable.type(), word, variable.min())
            || variable.max() != null && isLess(variable.type(), variable.max(), word)) {
            throw new IllegalArgumentException(word + " is " + (variable.min() == null ? "more than " + variable.max()
                : variable.max() == null ? "less than " + variable.min()
                : "not from " + variable.min() + " to " + variable.max()));
        }
    }

    /** False also where a bound is no number. */
    private static boolean isLess(final VariableType type, final String one, final String other) {
        try {
            return type.family() == VariableType.Family.REAL
                ? Double.parseDouble(one) < Double.parseDouble(other)
                : type.family() == VariableType.Family.WHOLE
                && new BigInteger(one.strip()).compareTo(new BigInteger(other.strip())) < 0;
        } catch (final NumberFormatException e) {
            return false;
        }
    }

    private static void fill(final ValueMemory memory, final int place, final String word) {
        switch (memory.type().family()) {
            case REAL -> memory.type().putReal(memory.values(), place, real(word));
            case WHOLE -> memory.type().putWhole(memory.values(), place, memory.type().parseWhole(word));
            case TRUTH -> memory.type().putWhole(memory.values(), place, truth(word) ? 1 : 0);
            case TEXT -> memory.putText(place, word);
            case BYTES -> memory.putBytes(place, bytes(word));
            default -> throw new IllegalArgumentException("a " + memory.type().word() + " has no value");
        }
    }

    private static double real(final String word) {
        try {
            return Double.parseDouble(word);
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("'" + word + "' is no number", e);
        }
    }

    private static boolean truth(final String word) {
        return switch (word) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new IllegalArgumentException("'" + word + "' is neither true nor false");
        };
    }

    /** As FMI writes them, two digits for a byte. */
    private static byte[] bytes(final String word) {
        try {
            return HexFormat.of().parseHex(word);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + word + "' is no row of bytes of two digits each", e);
        }
    }
}
