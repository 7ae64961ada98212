package io.takt.wrapper.fmu;

import static io.takt.wrapper.fmu.Fmi2Functions.fmi2DoStep;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2EnterInitializationMode;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2ExitInitializationMode;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2FreeInstance;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2GetBoolean;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2GetBooleanStatus;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2GetInteger;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2GetReal;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2GetRealStatus;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2GetString;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2Instantiate;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2Reset;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2SetBoolean;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2SetDebugLogging;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2SetInteger;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2SetReal;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2SetString;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2SetupExperiment;
import static io.takt.wrapper.fmu.Fmi2Functions.fmi2Terminate;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.takt.wrapper.kit.WrapperException;

/** An instance of FMI 2.0. */
final class Fmi2Instance implements Instance {
    private static final int CO_SIMULATION = 1;
    private static final int PENDING = 5;
    private static final int LAST_SUCCESSFUL_TIME = 2;
    private static final int TERMINATED = 3;

    private final ModelDescription model;
    private final FmuBinary binary;
    private final FmuLog log;
    /** Logger, two functions for memory, one for steps of their own, and the environment. */
    private final Memory callbacks = new Memory(5L * Long.BYTES);
    private final Memory answer = new Memory(Double.BYTES);
    private final LogCategories categories;
    private boolean canSave;
    private long instance;
    private double reachedS;
    private boolean isEarly;
    private boolean isOver;
    private boolean isDead;

    Fmi2Instance(final FmuBinary binary, final ModelDescription model, final FmuLog log) throws WrapperException {
        this.model = model;
        this.binary = binary;
        this.log = log;
        this.categories = new LogCategories(model, log);
        final NativeLibrary c = NativeLibrary.getInstance(Platform.C_LIBRARY_NAME);
        callbacks.clear();
        callbacks.setLong(0, log.function(false));
        callbacks.setPointer(Long.BYTES, c.getFunction("calloc"));
        callbacks.setPointer(2L * Long.BYTES, c.getFunction("free"));
        binary.link(Fmi2Functions.class);
    }

    @Override
    public void instantiate(final String name) throws WrapperException {
        final String resources = binary.resources() == null ? "" : binary.resources().toUri().toString();
        // Without the slash at its end: there are FMUs that add one.
        instance = fmi2Instantiate(name, CO_SIMULATION, model.token(),
            resources.endsWith("/") ? resources.substring(0, resources.length() - 1) : resources,
            Pointer.nativeValue(callbacks), 0, 1);
        if (instance == 0) {
            throw log.failed("fmi2Instantiate made no instance");
        }
        check(fmi2SetDebugLogging(instance, categories.isOn() ? 1 : 0, categories.count(), categories.address()),
            "fmi2SetDebugLogging");
    }

    @Override
    public void listen(final int[] references, final Listener listener) {
        throw new IllegalStateException("FMI 2 has no intermediate update");
    }

    private void check(final int status, final String function) throws WrapperException {
        isDead |= status == FmuLog.FATAL;
        log.check(status, function);
    }

    @Override
    public void reset() throws WrapperException {
        check(fmi2Reset(instance), "fmi2Reset");
    }

    @Override
    public void enterConfigurationMode() {
        throw new IllegalStateException("FMI 2 has no structural parameters");
    }

    @Override
    public void exitConfigurationMode() {
        enterConfigurationMode();
    }

    @Override
    public void enterInitializationMode(final double startS) throws WrapperException {
        check(fmi2SetupExperiment(instance, 0, 0, startS, 0, 0), "fmi2SetupExperiment");
        check(fmi2EnterInitializationMode(instance), "fmi2EnterInitializationMode");
        reachedS = startS;
        isOver = false;
    }

    @Override
    public void exitInitializationMode() throws WrapperException {
        check(fmi2ExitInitializationMode(instance), "fmi2ExitInitializationMode");
    }

    @Override
    public void get(final ValueMemory memory) throws WrapperException {
        final long references = memory.referencesAddress();
        final long count = memory.count();
        final long values = memory.valuesAddress();
        switch (memory.type()) {
            case FLOAT64 -> check(fmi2GetReal(instance, references, count, values), "fmi2GetReal");
            case INT32 -> check(fmi2GetInteger(instance, references, count, values), "fmi2GetInteger");
            case BOOLEAN_INT -> check(fmi2GetBoolean(instance, references, count, values), "fmi2GetBoolean");
            case STRING -> check(fmi2GetString(instance, references, count, values), "fmi2GetString");
            default -> throw new IllegalStateException(memory.type().name());
        }
    }

    @Override
    public void set(final ValueMemory memory) throws WrapperException {
        final long references = memory.referencesAddress();
        final long count = memory.count();
        final long values = memory.valuesAddress();
        switch (memory.type()) {
            case FLOAT64 -> check(fmi2SetReal(instance, references, count, values), "fmi2SetReal");
            case INT32 -> check(fmi2SetInteger(instance, references, count, values), "fmi2SetInteger");
            case BOOLEAN_INT -> check(fmi2SetBoolean(instance, references, count, values), "fmi2SetBoolean");
            case STRING -> check(fmi2SetString(instance, references, count, values), "fmi2SetString");
            default -> throw new IllegalStateException(memory.type().name());
        }
    }

    /** One that discards a step may have done a part of it. */
    @Override
    public void step(final double fromS, final double lengthS) throws WrapperException {
        final int status = fmi2DoStep(instance, fromS, lengthS, 1);
        isEarly = status == FmuLog.DISCARD;
        if (!isEarly) {
            if (status == PENDING) {
                throw new WrapperException("fmi2DoStep returned pending: the FMU steps in a thread of its own, which is"
                    + " not supported");
            }
            check(status, "fmi2DoStep");
            reachedS = fromS + lengthS;
            return;
        }
        final long address = Pointer.nativeValue(answer);
        if (fmi2GetRealStatus(instance, LAST_SUCCESSFUL_TIME, address) > FmuLog.WARNING) {
            throw log.failed("fmi2DoStep returned discard, and the FMU does not say how far it came");
        }
        reachedS = answer.getDouble(0);
        answer.setInt(0, 0);
        isOver = fmi2GetBooleanStatus(instance, TERMINATED, address) <= FmuLog.WARNING && answer.getInt(0) != 0;
        if (!isOver && reachedS <= fromS) {
            throw log.failed("fmi2DoStep returned discard");
        }
    }

    @Override
    public double reachedS() {
        return reachedS;
    }

    @Override
    public boolean hasReturnedEarly() {
        return isEarly;
    }

    @Override
    public boolean isOver() {
        return isOver;
    }

    @Override
    public boolean hasEvents() {
        return false;
    }

    @Override
    public boolean needsEvent() {
        return false;
    }

    @Override
    public void enterEventMode() {
        throw new IllegalStateException("the co-simulation of FMI 2 has no events");
    }

    @Override
    public void endEventMode() {
        enterEventMode();
    }

    @Override
    public double nextEventS() {
        return Double.POSITIVE_INFINITY;
    }

    private void linkStates() throws WrapperException {
        if (!canSave) {
            binary.link(Fmi2States.class);
            canSave = true;
        }
    }

    @Override
    public byte[] save() throws WrapperException {
        linkStates();
        final Memory state = new Memory(Long.BYTES);
        final Memory size = new Memory(Long.BYTES);
        state.clear();
        final long address = Pointer.nativeValue(state);
        check(Fmi2States.fmi2GetFMUstate(instance, address), "fmi2GetFMUstate");
        check(Fmi2States.fmi2SerializedFMUstateSize(instance, state.getLong(0), Pointer.nativeValue(size)),
            "fmi2SerializedFMUstateSize");
        final byte[] bytes = new byte[Math.toIntExact(size.getLong(0))];
        check(Fmi2States.fmi2SerializeFMUstate(instance, state.getLong(0), bytes, bytes.length),
            "fmi2SerializeFMUstate");
        check(Fmi2States.fmi2FreeFMUstate(instance, address), "fmi2FreeFMUstate");
        return bytes;
    }

    @Override
    public void restore(final byte[] bytes, final double nextEventS) throws WrapperException {
        linkStates();
        final Memory state = new Memory(Long.BYTES);
        state.clear();
        final long address = Pointer.nativeValue(state);
        check(Fmi2States.fmi2DeSerializeFMUstate(instance, bytes, bytes.length, address), "fmi2DeSerializeFMUstate");
        check(Fmi2States.fmi2SetFMUstate(instance, state.getLong(0)), "fmi2SetFMUstate");
        check(Fmi2States.fmi2FreeFMUstate(instance, address), "fmi2FreeFMUstate");
    }

    @Override
    public void terminate() throws WrapperException {
        check(fmi2Terminate(instance), "fmi2Terminate");
    }

    @Override
    public void close() {
        if (instance != 0 && !isDead) {
            fmi2FreeInstance(instance);
        }
        instance = 0;
    }
}
