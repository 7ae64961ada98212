package io.takt.wrapper.fmu;

/** The functions of FMI 3.0 that every co-simulation has, mapped by JNA. Pointers and sizes are longs. */
final class Fmi3Functions {
    private Fmi3Functions() {
    }

    static native long fmi3InstantiateCoSimulation(String name, String token, String resources, byte visible,
        byte logging, byte eventMode, byte earlyReturn, long intermediate, long intermediateCount, long environment,
        long log, long update);

    static native void fmi3FreeInstance(long instance);

    static native int fmi3SetDebugLogging(long instance, byte on, long count, long categories);

    static native int fmi3EnterInitializationMode(long instance, byte hasTolerance, double tolerance, double start,
        byte hasStop, double stop);

    static native int fmi3ExitInitializationMode(long instance);

    static native int fmi3EnterConfigurationMode(long instance);

    static native int fmi3ExitConfigurationMode(long instance);

    static native int fmi3EnterEventMode(long instance);

    static native int fmi3EnterStepMode(long instance);

    static native int fmi3UpdateDiscreteStates(long instance, long again, long over, long nominals, long values,
        long hasNext, long next);

    static native int fmi3Terminate(long instance);

    static native int fmi3Reset(long instance);

    static native int fmi3DoStep(long instance, double from, double length, byte noSetPrior, long event, long over,
        long early, long reached);

    static native int fmi3GetFloat32(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetFloat64(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetInt8(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetUInt8(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetInt16(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetUInt16(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetInt32(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetUInt32(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetInt64(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetUInt64(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetBoolean(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetString(long instance, long references, long count, long values, long valueCount);

    static native int fmi3GetBinary(long instance, long references, long count, long sizes, long values,
        long valueCount);

    static native int fmi3SetFloat32(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetFloat64(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetInt8(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetUInt8(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetInt16(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetUInt16(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetInt32(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetUInt32(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetInt64(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetUInt64(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetBoolean(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetString(long instance, long references, long count, long values, long valueCount);

    static native int fmi3SetBinary(long instance, long references, long count, long sizes, long values,
        long valueCount);
}
