package io.takt.hub.core.status;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names in a line for a person, however many there are. */
public final class ShortList {
    /** So many are named. */
    public static final int MOST = 10;

    private ShortList() {
    }

    /**
     * The first names, and how many more there are.
     *
     * @param names in the order in which they are told.
     * @return such as {@code a, b, c and 97 more}.
     */
    public static String of(final Collection<String> names) {
        // One more name is as short as saying that there is one more.
        if (names.size() <= MOST + 1) {
            return String.join(", ", names);
        }
        return names.stream().limit(MOST).collect(Collectors.joining(", ")) + " and " + (names.size() - MOST) + " more";
    }
}
