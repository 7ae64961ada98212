package io.takt.hub.command;

/** Work that is still to be done when the process is told to go. */
interface ShutdownHooks {
    /** The hooks of this process. */
    ShutdownHooks OF_THIS_PROCESS = new ShutdownHooks() {
        @Override
        public void add(final Thread hook) {
            Runtime.getRuntime().addShutdownHook(hook);
        }

        @Override
        public void remove(final Thread hook) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (final IllegalStateException e) {
                // The process goes already: the hook is under way.
            }
        }
    };

    /** From now on it is run at the end of the process. */
    void add(Thread hook);

    /** There is nothing left for it to do; it is not kept for the rest of the process's life. */
    void remove(Thread hook);
}
