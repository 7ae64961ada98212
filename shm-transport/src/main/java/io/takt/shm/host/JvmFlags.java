package io.takt.shm.host;

import org.agrona.UnsafeApi;

/** The JVM flag without which Agrona cannot reach shared memory. */
public final class JvmFlags {
    /** What has to stand on the command line of every JVM that talks to a hub. */
    public static final String REQUIRED = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED";

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
        if (!Object.class.getModule().isOpen("jdk.internal.misc", UnsafeApi.class.getModule())) {
            throw new IllegalStateException("Takt needs the JVM flag " + REQUIRED
                + " (start with './takt java ...', or put 'Add-Opens: java.base/jdk.internal.misc' into the manifest of"
                + " an executable jar)");
        }
    }
}
