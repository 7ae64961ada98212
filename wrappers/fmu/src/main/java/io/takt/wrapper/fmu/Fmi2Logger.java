package io.takt.wrapper.fmu;

import com.sun.jna.CallbackProxy;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.util.Arrays;

/**
 * The function of C that FMI 2 calls with a message and any number of values to fill in, as printf has them. Where they
 * lie depends on the processor's calling convention; this knows that of x86-64 but for Windows, and leaves messages
 * unfilled elsewhere.
 */
final class Fmi2Logger implements CallbackProxy {
    private static final boolean FILLS = Platform.isIntel() && Platform.is64Bit() && !Platform.isWindows();

    /** Five arguments have names; the sixth whole number, and eight real ones, lie in registers, all others behind. */
    private static final int NAMED = 5;
    private static final int REALS = 8;
    /** Most that are read of those in memory. Up there lie the frames of callers, so it is never too far. */
    private static final int OTHERS = 16;
    private static final int LONGEST = 4_000;
    private static final Class<?>[] TYPES = new Class<?>[FILLS ? NAMED + 1 + REALS + OTHERS : NAMED];

    static {
        Arrays.fill(TYPES, long.class);
        Arrays.fill(TYPES, 0, NAMED, Pointer.class);
        TYPES[2] = int.class;
        if (FILLS) {
            Arrays.fill(TYPES, NAMED + 1, NAMED + 1 + REALS, double.class);
        }
    }

    private final FmuLog log;
    private final Function print = NativeLibrary.getInstance(Platform.C_LIBRARY_NAME).getFunction("vsnprintf");

    Fmi2Logger(final FmuLog log) {
        this.log = log;
    }

    @Override
    public Class<?>[] getParameterTypes() {
        return TYPES;
    }

    @Override
    public Class<?> getReturnType() {
        return void.class;
    }

    /** Is called on any thread. */
    @Override
    public Object callback(final Object[] given) {
        final Pointer message = (Pointer) given[4];
        final boolean isFilled = FILLS && message != null && FmuLog.text(message).indexOf('%') >= 0;
        log.add((int) given[2], (Pointer) given[3], isFilled ? filled(message, given) : message);
        return null;
    }

    /** Lays the values out as a va_list of the convention, by which the C library reads them. */
    private Memory filled(final Pointer format, final Object[] given) {
        final Memory registers = new Memory(6L * Long.BYTES + 16L * REALS);
        registers.setLong((long) NAMED * Long.BYTES, (long) given[NAMED]);
        for (int i = 0; i < REALS; i++) {
            registers.setDouble(6L * Long.BYTES + 16L * i, (double) given[NAMED + 1 + i]);
        }
        final Memory others = new Memory((long) OTHERS * Long.BYTES);
        for (int i = 0; i < OTHERS; i++) {
            others.setLong((long) i * Long.BYTES, (long) given[NAMED + 1 + REALS + i]);
        }
        final Memory list = new Memory(3L * Long.BYTES);
        list.setInt(0, NAMED * Long.BYTES);
        list.setInt(Integer.BYTES, 6 * Long.BYTES);
        list.setPointer(Long.BYTES, others);
        list.setPointer(2L * Long.BYTES, registers);
        final Memory text = new Memory(LONGEST);
        print.invokeInt(new Object[] {text, text.size(), format, list});
        return text;
    }
}
