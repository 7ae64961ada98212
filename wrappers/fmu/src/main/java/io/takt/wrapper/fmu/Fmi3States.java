package io.takt.wrapper.fmu;

/** The functions of FMI 3.0 for states that are saved, mapped by JNA. */
final class Fmi3States {
    private Fmi3States() {
    }

    static native int fmi3GetFMUState(long instance, long state);

    static native int fmi3SetFMUState(long instance, long state);

    static native int fmi3FreeFMUState(long instance, long state);

    static native int fmi3SerializedFMUStateSize(long instance, long state, long size);

    static native int fmi3SerializeFMUState(long instance, long state, byte[] into, long size);

    static native int fmi3DeserializeFMUState(long instance, byte[] from, long size, long state);
}
