package io.takt.steward.replay;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Id;

/** A handle, and nothing else: values are in the state. */
final class ReplayCell<V> extends Cell<V> {
    final ReplaySteward owner;

    ReplayCell(final CellType<V> type, final Id key, final ReplaySteward owner) {
        super(type, key);
        this.owner = owner;
    }
}
