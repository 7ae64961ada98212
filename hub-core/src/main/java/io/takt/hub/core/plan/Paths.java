package io.takt.hub.core.plan;

import io.takt.asset.name.Names;

/**
 * How a hub names assets of other hubs in its tree: {@code site-a/drone} is asset {@code drone} of child hub
 * {@code site-a}, and {@code ../radar} an asset of the parent.
 */
public final class Paths {
    /** A hub's parent; also the reader in a child's logs for all that is above. */
    public static final String UP = "..";

    /** Most characters: the name has to fit into the header of a log. */
    public static final int MAX_LENGTH = 120;

    private static final char SEPARATOR = '/';

    private Paths() {
    }

    /**
     * Whether an asset is at another hub.
     *
     * @param name of the asset, or its path.
     * @return true for a path.
     */
    public static boolean isElsewhere(final String name) {
        return name.indexOf(SEPARATOR) >= 0;
    }

    /**
     * The name that an asset has at its own hub.
     *
     * @param path of the asset.
     * @return its last part.
     */
    public static String leaf(final String path) {
        return path.substring(path.lastIndexOf(SEPARATOR) + 1);
    }

    /**
     * The first stop on the way from a hub to an asset.
     *
     * @param path of the asset.
     * @return the name of an asset or child hub, or {@link #UP}.
     */
    public static String first(final String path) {
        final int end = path.indexOf(SEPARATOR);
        return end < 0 ? path : path.substring(0, end);
    }

    /**
     * The path from there on.
     *
     * @param path that is more than a name.
     * @return without its first part.
     */
    public static String rest(final String path) {
        return path.substring(path.indexOf(SEPARATOR) + 1);
    }

    /**
     * The path as a child hub sees it.
     *
     * @param path of an asset that is not below that child.
     * @return one step longer.
     */
    public static String fromBelow(final String path) {
        return UP + SEPARATOR + path;
    }

    /**
     * Whether an asset is below a child hub.
     *
     * @param path  of the asset.
     * @param child the child hub.
     * @return false for the child itself.
     */
    public static boolean isBelow(final String path, final String child) {
        return isElsewhere(path) && first(path).equals(child);
    }

    /**
     * Whether a text may name an asset of this hub or of one below.
     *
     * @param path any text.
     * @return true for names with {@code /} between them.
     */
    public static boolean isValid(final String path) {
        if (path.length() > MAX_LENGTH || path.endsWith("/")) {
            return false;
        }
        for (final String part : path.split("/")) {
            if (!Names.isValid(part)) {
                return false;
            }
        }
        return true;
    }
}
