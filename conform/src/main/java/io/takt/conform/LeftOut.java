package io.takt.conform;

/** A rule is not judged, since the program may do without it; {@link #seen} says why. */
final class LeftOut extends Broken {
    private static final long serialVersionUID = 1;

    LeftOut(final String why) {
        super(why, null);
    }
}
