package io.takt.proofs.links;

/** What a proof is about does not hold. All other errors are faults of the proof, or of its play. */
final class BrokenProperty extends AssertionError {
    private static final long serialVersionUID = 1;

    BrokenProperty(final String how) {
        super(how);
    }

    BrokenProperty(final String how, final Throwable cause) {
        super(how, cause);
    }
}
