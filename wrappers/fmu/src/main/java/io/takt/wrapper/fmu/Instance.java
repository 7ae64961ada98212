package io.takt.wrapper.fmu;

import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;

/**
 * A model in the binary of an FMU, of either version of FMI. Times are in seconds. An exception of a function says its
 * name, the status that it returned, and the reason that the FMU has logged. Owned by the thread that drives the asset;
 * no method but {@link #instantiate}, {@link #save} and {@link #restore} allocates anything.
 */
interface Instance extends AutoCloseable {
    /** Makes the instance; its variables have their start values. */
    void instantiate(String name) throws WrapperException;

    /**
     * Makes the instance anew, as one that can be read within its steps.
     *
     * @param references of variables that are to be read.
     * @param listener   is called within {@link #step}, on its thread.
     */
    void listen(int[] references, Listener listener) throws WrapperException;

    /** Is told of times within a step. */
    interface Listener {
        /** The model has reached this time for good, and may go on in the same step. */
        void at(double timeS) throws IOException;
    }

    /** Puts it back to where it was after {@link #instantiate}. */
    void reset() throws WrapperException;

    /** Before structural parameters are set. */
    void enterConfigurationMode() throws WrapperException;

    /** After structural parameters are set. */
    void exitConfigurationMode() throws WrapperException;

    void enterInitializationMode(double startS) throws WrapperException;

    /** With {@link #hasEvents} it is in event mode then, else it can step. */
    void exitInitializationMode() throws WrapperException;

    /** Reads variables of one type into memory. */
    void get(ValueMemory memory) throws WrapperException;

    /** Sets variables of one type. */
    void set(ValueMemory memory) throws WrapperException;

    /** Simulates from one time on; the FMU may end sooner, see {@link #reachedS}. */
    void step(double fromS, double lengthS) throws WrapperException;

    /** Where the last step has ended: at the end that it was given, unless {@link #hasReturnedEarly}. */
    double reachedS();

    boolean hasReturnedEarly();

    /** Whether the last step, or event, has ended the simulation. */
    boolean isOver();

    /** Whether it has an event mode. */
    boolean hasEvents();

    /** Whether the last step has ended at an event. */
    boolean needsEvent();

    void enterEventMode() throws WrapperException;

    /** Until the discrete states do not change any more; then it can step. */
    void endEventMode() throws WrapperException;

    /** When the next event is, as the last one has said; infinite for none. */
    double nextEventS();

    /** The state of the model as bytes. */
    byte[] save() throws WrapperException;

    /** Goes on from a state that an instance of the same FMU has saved, with the next event of that time. */
    void restore(byte[] state, double nextEventS) throws WrapperException;

    /** After the last step. */
    void terminate() throws WrapperException;

    /** Frees the instance, unless the FMU has said that nothing can be called any more. */
    @Override
    void close();
}
