package io.takt.wrapper.fmu;

/** The functions of FMI 2.0 for states that are saved, mapped by JNA. */
final class Fmi2States {
    private Fmi2States() {
    }

    static native int fmi2GetFMUstate(long instance, long state);

    static native int fmi2SetFMUstate(long instance, long state);

    static native int fmi2FreeFMUstate(long instance, long state);

    static native int fmi2SerializedFMUstateSize(long instance, long state, long size);

    static native int fmi2SerializeFMUstate(long instance, long state, byte[] into, long size);

    static native int fmi2DeSerializeFMUstate(long instance, byte[] from, long size, long state);
}
