package io.takt.proofs.memory;

import java.util.SortedSet;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * The harness without biased locking, with which it would run all again where the JVM still has it: from Java 15 on it
 * is off unless it is asked for, and from Java 18 on no JVM has it.
 */
final class PlainLocking extends JCStress {
    private PlainLocking(final Options options) {
        super(options);
    }

    /**
     * Runs it.
     *
     * @param args options of the harness.
     * @throws Exception when it fails.
     */
    public static void main(final String[] args) throws Exception {
        final Options options = new Options(args);
        if (!options.parse()) {
            throw new IllegalArgumentException(String.join(" ", args));
        }
        new PlainLocking(options).run();
    }

    /** Is asked when the ways of running them are known. */
    @Override
    public SortedSet<String> getTests() {
        VMSupport.getAvailableVMConfigs().removeIf(config -> config.origArgs().contains("-XX:+UseBiasedLocking"));
        return super.getTests();
    }
}
