package io.takt.steward.scenario;

import io.takt.steward.CellType;
import io.takt.steward.Codec;

/** Types of cells that several scenarios have. */
final class CellTypes {
    /** How many bodies there are, in the cell 0: written once. */
    static final CellType<Integer> COUNT = CellType.of(0xc81f5a2e6d904b73L, "count", Codec.of(
        (count, out) -> out.writeInt(count), in -> in.readInt()));

    private CellTypes() {
    }
}
