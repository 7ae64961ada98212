package io.takt.asset.name;

/**
 * The rule for the name of a hub, an asset or a channel: a letter or digit, then letters, digits, {@code .}, {@code _}
 * or {@code -}, at most {@value #MAX_LENGTH} characters in all. So a name is a safe file name, and three of them fit
 * into the label of one Aeron counter.
 */
public final class Names {
    /** Most characters in a name. */
    public static final int MAX_LENGTH = 100;

    private Names() {
    }

    /**
     * Whether a text may be a name.
     *
     * @param name any text, or null.
     * @return true when it may.
     */
    public static boolean isValid(final String name) {
        if (name == null || name.isEmpty() || name.length() > MAX_LENGTH || !isLetterOrDigit(name.charAt(0))) {
            return false;
        }
        for (int i = 1; i < name.length(); i++) {
            final char c = name.charAt(i);
            if (!isLetterOrDigit(c) && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(final char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
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
            throw new IllegalArgumentException(complaint(name));
        }
        return name;
    }

    /**
     * Why a text is no name, in one line of bounded length.
     *
     * @param invalid the text, or null.
     * @return the text, or as much of it as a line can show, and the rule.
     */
    public static String complaint(final String invalid) {
        if (invalid == null) {
            return "the name is missing; " + rule();
        }
        return "'" + (invalid.length() <= MAX_LENGTH ? invalid : invalid.substring(0, MAX_LENGTH) + "...")
            + "' is not a name; " + rule();
    }

    /**
     * Passes the name of an asset through, or the path of one that is at another hub: {@code ..} for each hub upwards,
     * then names of hubs downwards, with {@code /} between them.
     *
     * @param path any text, or null.
     * @return the path.
     * @throws IllegalArgumentException when it is not valid, with one line that says what would be.
     */
    public static String requireValidPath(final String path) {
        String rest = path == null ? "" : path;
        while (rest.startsWith("../")) {
            rest = rest.substring("../".length());
        }
        final int end = rest.lastIndexOf('/');
        for (int from = 0; from <= end; from = rest.indexOf('/', from) + 1) {
            requireValid(rest.substring(from, rest.indexOf('/', from)));
        }
        requireValid(rest.substring(end + 1));
        return path;
    }

    /** {@return the rule in words, one clause to end an error message with} */
    public static String rule() {
        return "a name has 1 to " + MAX_LENGTH + " letters, digits, '.', '_' or '-' and starts with a letter or digit";
    }
}
