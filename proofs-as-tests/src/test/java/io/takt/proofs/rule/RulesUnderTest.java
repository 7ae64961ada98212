package io.takt.proofs.rule;

/**
 * The rules that the properties of this package are about: the shipped ones, unless {@link MutantsTest} runs a property
 * with a {@link Mutant} in their place.
 */
final class RulesUnderTest {
    private static final ThreadLocal<Rules> RULES = ThreadLocal.withInitial(() -> Rules.SHIPPED);

    private RulesUnderTest() {
    }

    static Rules get() {
        return RULES.get();
    }

    /** Runs something, in this thread, with other rules. */
    static void replacedBy(final Rules rules, final Runnable tests) {
        RULES.set(rules);
        try {
            tests.run();
        } finally {
            RULES.remove();
        }
    }
}
