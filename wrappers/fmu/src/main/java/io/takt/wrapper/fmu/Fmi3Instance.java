package io.takt.wrapper.fmu;

import static io.takt.wrapper.fmu.Fmi3Functions.fmi3DoStep;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3EnterConfigurationMode;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3EnterEventMode;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3EnterInitializationMode;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3EnterStepMode;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3ExitConfigurationMode;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3ExitInitializationMode;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3FreeInstance;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3InstantiateCoSimulation;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3Reset;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3SetDebugLogging;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3Terminate;
import static io.takt.wrapper.fmu.Fmi3Functions.fmi3UpdateDiscreteStates;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.takt.wrapper.kit.WrapperException;
import java.io.File;

/** An instance of FMI 3.0. It may return early from steps; where it has an event mode, that is used. */
final class Fmi3Instance implements Instance {
    private static final byte FALSE = 0;
    private static final byte TRUE = 1;
    private static final int MOST_UPDATES = 10_000;
    private static final int OVER = 1;
    private static final int EARLY = 2;
    private static final int NOMINALS = 3;
    private static final int VALUES = 4;
    private static final int HAS_NEXT = 5;
    private static final int TIME = 8;

    private final ModelDescription model;
    private final FmuBinary binary;
    private final FmuLog log;
    private final LogCategories categories;
    private final boolean hasEvents;
    /** Truths in its first bytes, each in one: of an event, and those above; then a time. */
    private final Memory answer = new Memory(TIME + Double.BYTES);
    private final long address = Pointer.nativeValue(answer);
    private String name;
    private Fmi3Update update = new Fmi3Update(new int[0], null);
    private boolean canSave;
    private long instance;
    private double reachedS;
    private boolean isOver;
    private boolean isEarly;
    private boolean needsEvent;
    private double nextEventS = Double.POSITIVE_INFINITY;
    private boolean isDead;

    Fmi3Instance(final FmuBinary binary, final ModelDescription model, final FmuLog log) throws WrapperException {
        this.model = model;
        this.binary = binary;
        this.log = log;
        this.categories = new LogCategories(model, log);
        this.hasEvents = model.coSimulation().can("hasEventMode");
        binary.link(Fmi3Functions.class);
    }

    @Override
    public void instantiate(final String newName) throws WrapperException {
        name = newName;
        final String resources = binary.resources() == null ? null : binary.resources() + File.separator;
        instance = fmi3InstantiateCoSimulation(name, model.token(), resources, FALSE, TRUE,
            hasEvents ? TRUE : FALSE, TRUE, update.references(), update.count(), 0, log.function(true),
            update.function());
        if (instance == 0) {
            throw log.failed("fmi3InstantiateCoSimulation made no instance");
        }
        check(fmi3SetDebugLogging(instance, categories.isOn() ? TRUE : FALSE, categories.count(),
            categories.address()), "fmi3SetDebugLogging");
    }

    @Override
    public void listen(final int[] references, final Listener listener) throws WrapperException {
        close();
        update = new Fmi3Update(references, listener);
        instantiate(name);
    }

    private void check(final int status, final String function) throws WrapperException {
        isDead |= status == FmuLog.FATAL;
        log.check(status, function);
    }

    @Override
    public void reset() throws WrapperException {
        check(fmi3Reset(instance), "fmi3Reset");
    }

    @Override
    public void enterConfigurationMode() throws WrapperException {
        check(fmi3EnterConfigurationMode(instance), "fmi3EnterConfigurationMode");
    }

    @Override
    public void exitConfigurationMode() throws WrapperException {
        check(fmi3ExitConfigurationMode(instance), "fmi3ExitConfigurationMode");
    }

    @Override
    public void enterInitializationMode(final double startS) throws WrapperException {
        check(fmi3EnterInitializationMode(instance, FALSE, 0, startS, FALSE, 0), "fmi3EnterInitializationMode");
        reachedS = startS;
        isOver = false;
        needsEvent = false;
        nextEventS = Double.POSITIVE_INFINITY;
    }

    @Override
    public void exitInitializationMode() throws WrapperException {
        check(fmi3ExitInitializationMode(instance), "fmi3ExitInitializationMode");
    }

    @Override
    public void get(final ValueMemory memory) throws WrapperException {
        check(Fmi3Access.get(instance, memory), "fmi3Get", memory);
    }

    @Override
    public void set(final ValueMemory memory) throws WrapperException {
        check(Fmi3Access.set(instance, memory), "fmi3Set", memory);
    }

    /** Puts no name together where all is well. */
    private void check(final int status, final String begin, final ValueMemory memory) throws WrapperException {
        check(status, status == FmuLog.OK ? begin : begin + memory.type().word());
    }

    @Override
    public void step(final double fromS, final double lengthS) throws WrapperException {
        check(fmi3DoStep(instance, fromS, lengthS, TRUE, address, address + OVER, address + EARLY, address + TIME),
            "fmi3DoStep");
        update.check();
        needsEvent = answer.getByte(0) != 0;
        isOver = answer.getByte(OVER) != 0;
        isEarly = answer.getByte(EARLY) != 0;
        reachedS = isEarly || isOver ? answer.getDouble(TIME) : fromS + lengthS;
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
        return hasEvents;
    }

    @Override
    public boolean needsEvent() {
        return needsEvent && hasEvents;
    }

    @Override
    public void enterEventMode() throws WrapperException {
        check(fmi3EnterEventMode(instance), "fmi3EnterEventMode");
    }

    @Override
    public void endEventMode() throws WrapperException {
        int updates = 0;
        do {
            if (updates++ == MOST_UPDATES) {
                throw log.failed("an event does not end: after " + MOST_UPDATES + " calls of fmi3UpdateDiscreteStates"
                    + " the FMU asks for another one");
            }
            check(fmi3UpdateDiscreteStates(instance, address, address + OVER, address + NOMINALS, address + VALUES,
                address + HAS_NEXT, address + TIME), "fmi3UpdateDiscreteStates");
            isOver |= answer.getByte(OVER) != 0;
        } while (answer.getByte(0) != 0 && !isOver);
        nextEventS = answer.getByte(HAS_NEXT) != 0 ? answer.getDouble(TIME) : Double.POSITIVE_INFINITY;
        needsEvent = false;
        if (!isOver) {
            check(fmi3EnterStepMode(instance), "fmi3EnterStepMode");
        }
    }

    @Override
    public double nextEventS() {
        return nextEventS;
    }

    private void linkStates() throws WrapperException {
        if (!canSave) {
            binary.link(Fmi3States.class);
            canSave = true;
        }
    }

    @Override
    public byte[] save() throws WrapperException {
        linkStates();
        final Memory state = new Memory(Long.BYTES);
        final Memory size = new Memory(Long.BYTES);
        state.clear();
        final long pointer = Pointer.nativeValue(state);
        check(Fmi3States.fmi3GetFMUState(instance, pointer), "fmi3GetFMUState");
        check(Fmi3States.fmi3SerializedFMUStateSize(instance, state.getLong(0), Pointer.nativeValue(size)),
            "fmi3SerializedFMUStateSize");
        final byte[] bytes = new byte[Math.toIntExact(size.getLong(0))];
        check(Fmi3States.fmi3SerializeFMUState(instance, state.getLong(0), bytes, bytes.length),
            "fmi3SerializeFMUState");
        check(Fmi3States.fmi3FreeFMUState(instance, pointer), "fmi3FreeFMUState");
        return bytes;
    }

    @Override
    public void restore(final byte[] bytes, final double newNextEventS) throws WrapperException {
        linkStates();
        final Memory state = new Memory(Long.BYTES);
        state.clear();
        final long pointer = Pointer.nativeValue(state);
        check(Fmi3States.fmi3DeserializeFMUState(instance, bytes, bytes.length, pointer), "fmi3DeserializeFMUState");
        check(Fmi3States.fmi3SetFMUState(instance, state.getLong(0)), "fmi3SetFMUState");
        nextEventS = newNextEventS;
        check(Fmi3States.fmi3FreeFMUState(instance, pointer), "fmi3FreeFMUState");
    }

    @Override
    public void terminate() throws WrapperException {
        check(fmi3Terminate(instance), "fmi3Terminate");
    }

    @Override
    public void close() {
        if (instance != 0 && !isDead) {
            fmi3FreeInstance(instance);
        }
        instance = 0;
    }
}
