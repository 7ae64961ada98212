package io.takt.asset.name;

import java.util.regex.Pattern;

/**
 * What may be the name of a hub, an asset or a channel: a letter or digit, then letters, digits, {@code .}, {@code _}
 * or {@code -}, at most {@value #MAX_LENGTH} characters in all. So a name is a safe file name, and three of them fit
 * into the label of one Aeron counter.
 */
public final class Names {
    /** Most characters in a name. */
    public static final int MAX_LENGTH = 100;

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0," + (MAX_LENGTH - 1) + "}");

    private Names() {
    }

    /**
     * Whether a text may be a name.
     *
     * @param name any text, or null.
     * @return true when it may.
     */
    public static boolean isValid(final String name) {
        return name != null && FORM.matcher(name).matches();
    }

    /**
     * Passes a valid name through.
     *
     * @param name any text, or null.
     * @return the name.
     * @throws IllegalArgumentException when it is not valid, with one line that says what would be.
     */
    public static String requireValid(final String name) {
        if (!isValid(name)) {
            throw new IllegalArgumentException("'" + name + "' is not a name; " + rule());
        }
        return name;
    }

    /**
     * The rule in words, to end an error message with.
     *
     * @return one clause.
     */
    public static String rule() {
        return "a name has 1 to " + MAX_LENGTH + " letters, digits, '.', '_' or '-' and starts with a letter or digit";
    }
}
