package io.takt.federation.link;

import java.util.function.BooleanSupplier;

/** A loop with a thread. */
final class ThreadLoop implements Loops.Loop {
    private final BooleanSupplier turn;
    private final Thread thread;

    ThreadLoop(final String name, final BooleanSupplier turn) {
        this.turn = turn;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    private void run() {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = turn.getAsBoolean();
        }
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public boolean isHere() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void awaitEnd(final long mostMs) throws InterruptedException {
        thread.join(mostMs);
    }
}
