package io.takt.wrapper.fmu;

import io.takt.wrapper.kit.WrapperException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables that the channels carry which an asset receives, or those which it sends: that of the channel's own
 * name, unless a user names others. Immutable.
 */
final class ChannelMap {
    private final String option;
    private final Map<String, List<String>> named;

    private ChannelMap(final String option, final Map<String, List<String>> named) {
        this.option = option;
        this.named = named;
    }

    /**
     * Reads what a command line says.
     *
     * @param option by which it says that.
     * @param words  each {@code CHANNEL=VARIABLE}; the same channel again for more than one variable.
     * @throws IllegalArgumentException when that says something else, in one line.
     */
    static ChannelMap of(final String option, final List<String> words) {
        final Map<String, List<String>> named = new LinkedHashMap<>();
        for (final String word : words) {
            final int sign = word.indexOf('=');
            if (sign < 1 || sign == word.length() - 1) {
                throw new IllegalArgumentException(option + ": '" + word + "' is no CHANNEL=VARIABLE, such as"
                    + " speed=der(h)");
            }
            named.computeIfAbsent(word.substring(0, sign), channel -> new ArrayList<>()).add(word.substring(sign + 1));
        }
        return new ChannelMap(option, named);
    }

    /** Checks that the asset has each channel that was named. */
    void requireAmong(final String asset, final List<String> channels) throws WrapperException {
        for (final String channel : named.keySet()) {
            if (!channels.contains(channel)) {
                throw new WrapperException(option + " names channel '" + channel + "', which is none of asset '" + asset
                    + "'; there " + (channels.isEmpty() ? "are none" : "is " + String.join(", ", channels)));
            }
        }
    }

    /** Checks that there is each variable that was named. */
    void requireVariables(final Fmu fmu) throws WrapperException {
        for (final List<String> names : named.values()) {
            for (final String name : names) {
                fmu.variable(name);
            }
        }
    }

    /** The variables of a channel, at least one. FMI 2 has no arrays, so tools write x[1], x[2] for those of x. */
    List<Variable> of(final String channel, final Fmu fmu) throws WrapperException {
        final List<String> names = new ArrayList<>(named.getOrDefault(channel, List.of()));
        if (names.isEmpty() && !fmu.model().variables().containsKey(channel)) {
            for (int i = 1; fmu.model().variables().containsKey(channel + "[" + i + "]"); i++) {
                names.add(channel + "[" + i + "]");
            }
            if (names.isEmpty()) {
                throw new WrapperException("channel '" + channel + "' is no variable of " + fmu.path() + "; its inputs"
                    + " are " + fmu.model().names("input") + ", its outputs " + fmu.model().names("output") + "; "
                    + option + " " + channel + "=VARIABLE names another one");
            }
        } else if (names.isEmpty()) {
            names.add(channel);
        }
        final List<Variable> variables = new ArrayList<>();
        for (final String name : names) {
            variables.add(fmu.variable(name));
        }
        return variables;
    }
}
