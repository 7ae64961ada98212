package io.takt.wrapper.fmu;

/**
 * A model in the binary of an FMU, of either version of FMI. Times are in seconds. An exception of a function says its
 * name, the status that it returned, and the reason that the FMU has logged. Owned by the thread that drives the asset;
 * no method but {@link #instantiate}, {@link #save} and {@link #restore} allocates anything.
 */
interface Instance extends AutoCloseable {
    /** Makes the instance; its variables have their start values. */
    void instantiate() throws FmuException;

    /** Puts it back to where it was after {@link #instantiate}. */
    void reset() throws FmuException;

    /** Before structural parameters are set. */
    void enterConfigurationMode() throws FmuException;

    /** After structural parameters are set. */
    void exitConfigurationMode() throws FmuException;

    void enterInitializationMode(double startS) throws FmuException;

    /** With {@link #hasEvents} it is in event mode then, else it can step. */
    void exitInitializationMode() throws FmuException;

    /** Reads variables of one type into memory. */
    void get(ValueMemory memory) throws FmuException;

    /** Sets variables of one type. */
    void set(ValueMemory memory) throws FmuException;

    /** Simulates from one time on; the FMU may end sooner, see {@link #reachedS}. */
    void step(double fromS, double lengthS) throws FmuException;

    /** Where the last step has ended: at the end that it was given, unless {@link #hasReturnedEarly}. */
    double reachedS();

    boolean hasReturnedEarly();

    /** Whether the last step, or event, has ended the simulation. */
    boolean isOver();

    /** Whether it has an event mode. */
    boolean hasEvents();

    /** Whether the last step has ended at an event. */
    boolean needsEvent();

    void enterEventMode() throws FmuException;

    /** Until the discrete states do not change any more; then it can step. */
    void endEventMode() throws FmuException;

    /** When the next event is, as the last one has said; infinite for none. */
    double nextEventS();

    /** The state of the model as bytes. */
    byte[] save() throws FmuException;

    /** Goes on from a state that an instance of the same FMU has saved, with the next event of that time. */
    void restore(byte[] state, double nextEventS) throws FmuException;

    /** After the last step. */
    void terminate() throws FmuException;

    /** Frees the instance, unless the FMU has said that nothing can be called any more. */
    @Override
    void close();
}
