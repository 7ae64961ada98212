package io.takt.shm.host;

import org.agrona.UnsafeApi;

/** The JVM flag without which Agrona cannot reach shared memory. */
public final class JvmFlags {
    private static final String OPENED = "java.base/jdk.internal.misc";

    private JvmFlags() {
    }

    /**
     * Fails early and clearly. Must be called before the first use of an Agrona buffer, which would otherwise fail with
     * an IllegalAccessError.
     *
     * @throws IllegalStateException when the flag is missing; the message is what to do.
     */
    public static void require() {
        // A class constant of UnsafeApi does not initialise it, so asking for its module is safe.
        final Module agrona = UnsafeApi.class.getModule();
        if (!Object.class.getModule().isOpen("jdk.internal.misc", agrona)) {
            // A module is opened by its name; all of the class path is the unnamed one.
            throw new IllegalStateException("Takt needs the JVM flag --add-opens " + OPENED + "="
                + (agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED")
                + " (start with './takt java ...', or put 'Add-Opens: " + OPENED + "' into the manifest of"
                + " an executable jar)");
        }
    }
}
