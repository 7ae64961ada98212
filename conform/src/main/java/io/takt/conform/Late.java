package io.takt.conform;

/** This process stood for too long to see the program in a step that it was told to hold: nothing is judged. */
final class Late extends Broken {
    private static final long serialVersionUID = 1;

    Late(final long heldMs) {
        super("this machine stood too long: longer than the step of " + heldMs
            + " ms that the program was told to hold", null);
    }
}
