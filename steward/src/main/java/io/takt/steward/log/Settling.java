package io.takt.steward.log;

import io.takt.steward.ExtendedTime;

/**
 * Told of each cell and slot that an action uses in the past, where only some later turns are undone. It undoes those
 * that have changed that cell or slot: so the action finds it as it was at the action's instant.
 */
interface Settling {
    /** An action at an instant is about to read or write a cell. */
    void beforeUse(int cell, ExtendedTime at);

    /** A turn at an instant is about to change what a slot says. */
    void beforeTouch(int slot, ExtendedTime at);

    /** The slots are about to be asked whose answers depend on a cell that the running turn has written. */
    void beforeAsking(int cell);
}
