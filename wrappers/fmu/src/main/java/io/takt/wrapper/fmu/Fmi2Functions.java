package io.takt.wrapper.fmu;

/** The functions of FMI 2.0 that every co-simulation has, mapped by JNA. Pointers and sizes are longs. */
final class Fmi2Functions {
    private Fmi2Functions() {
    }

    static native long fmi2Instantiate(String name, int type, String guid, String resources, long callbacks,
        int visible, int logging);

    static native void fmi2FreeInstance(long instance);

    static native int fmi2SetDebugLogging(long instance, int on, long count, long categories);

    static native int fmi2SetupExperiment(long instance, int hasTolerance, double tolerance, double start, int hasStop,
        double stop);

    static native int fmi2EnterInitializationMode(long instance);

    static native int fmi2ExitInitializationMode(long instance);

    static native int fmi2Terminate(long instance);

    static native int fmi2Reset(long instance);

    static native int fmi2GetReal(long instance, long references, long count, long values);

    static native int fmi2GetInteger(long instance, long references, long count, long values);

    static native int fmi2GetBoolean(long instance, long references, long count, long values);

    static native int fmi2GetString(long instance, long references, long count, long values);

    static native int fmi2SetReal(long instance, long references, long count, long values);

    static native int fmi2SetInteger(long instance, long references, long count, long values);

    static native int fmi2SetBoolean(long instance, long references, long count, long values);

    static native int fmi2SetString(long instance, long references, long count, long values);

    static native int fmi2DoStep(long instance, double from, double length, int noSetPrior);

    static native int fmi2GetRealStatus(long instance, int kind, long value);

    static native int fmi2GetBooleanStatus(long instance, int kind, long value);
}
