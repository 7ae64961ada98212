package io.takt.wrapper.fmu;

/** FMI 3 has a function for each type of variables; this finds the one. */
final class Fmi3Access {
    private Fmi3Access() {
    }

    /** Reads variables into memory; returns the function's status. */
    static int get(final long instance, final ValueMemory memory) {
        final long references = memory.referencesAddress();
        final long referenceCount = memory.referenceCount();
        final long values = memory.valuesAddress();
        final long count = memory.count();
        return switch (memory.type()) {
            case FLOAT32 -> Fmi3Functions.fmi3GetFloat32(instance, references, referenceCount, values, count);
            case FLOAT64 -> Fmi3Functions.fmi3GetFloat64(instance, references, referenceCount, values, count);
            case INT8 -> Fmi3Functions.fmi3GetInt8(instance, references, referenceCount, values, count);
            case UINT8 -> Fmi3Functions.fmi3GetUInt8(instance, references, referenceCount, values, count);
            case INT16 -> Fmi3Functions.fmi3GetInt16(instance, references, referenceCount, values, count);
            case UINT16 -> Fmi3Functions.fmi3GetUInt16(instance, references, referenceCount, values, count);
            case INT32 -> Fmi3Functions.fmi3GetInt32(instance, references, referenceCount, values, count);
            case UINT32 -> Fmi3Functions.fmi3GetUInt32(instance, references, referenceCount, values, count);
            case INT64 -> Fmi3Functions.fmi3GetInt64(instance, references, referenceCount, values, count);
            case UINT64 -> Fmi3Functions.fmi3GetUInt64(instance, references, referenceCount, values, count);
            case BOOLEAN -> Fmi3Functions.fmi3GetBoolean(instance, references, referenceCount, values, count);
            case STRING -> Fmi3Functions.fmi3GetString(instance, references, referenceCount, values, count);
            case BINARY -> Fmi3Functions.fmi3GetBinary(instance, references, referenceCount,
                memory.sizesAddress(), values, count);
            default -> throw new IllegalStateException(memory.type().name());
        };
    }

    /** Sets variables; returns the function's status. */
    static int set(final long instance, final ValueMemory memory) {
        final long references = memory.referencesAddress();
        final long referenceCount = memory.referenceCount();
        final long values = memory.valuesAddress();
        final long count = memory.count();
        return switch (memory.type()) {
            case FLOAT32 -> Fmi3Functions.fmi3SetFloat32(instance, references, referenceCount, values, count);
            case FLOAT64 -> Fmi3Functions.fmi3SetFloat64(instance, references, referenceCount, values, count);
            case INT8 -> Fmi3Functions.fmi3SetInt8(instance, references, referenceCount, values, count);
            case UINT8 -> Fmi3Functions.fmi3SetUInt8(instance, references, referenceCount, values, count);
            case INT16 -> Fmi3Functions.fmi3SetInt16(instance, references, referenceCount, values, count);
            case UINT16 -> Fmi3Functions.fmi3SetUInt16(instance, references, referenceCount, values, count);
            case INT32 -> Fmi3Functions.fmi3SetInt32(instance, references, referenceCount, values, count);
            case UINT32 -> Fmi3Functions.fmi3SetUInt32(instance, references, referenceCount, values, count);
            case INT64 -> Fmi3Functions.fmi3SetInt64(instance, references, referenceCount, values, count);
            case UINT64 -> Fmi3Functions.fmi3SetUInt64(instance, references, referenceCount, values, count);
            case BOOLEAN -> Fmi3Functions.fmi3SetBoolean(instance, references, referenceCount, values, count);
            case STRING -> Fmi3Functions.fmi3SetString(instance, references, referenceCount, values, count);
            case BINARY -> Fmi3Functions.fmi3SetBinary(instance, references, referenceCount,
                memory.sizesAddress(), values, count);
            default -> throw new IllegalStateException(memory.type().name());
        };
    }
}
