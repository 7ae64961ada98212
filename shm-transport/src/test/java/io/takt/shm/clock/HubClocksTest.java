package io.takt.shm.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.AssetState;
import io.takt.asset.Steps;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HubClocksTest {
    private static final int RECORDS = 16;

    private enum Memory {
        DIRECT, WITHIN_A_LARGER_ONE;

        AtomicBuffer of(final int length) {
            return switch (this) {
                case DIRECT -> new UnsafeBuffer(ByteBuffer.allocateDirect(length));
                case WITHIN_A_LARGER_ONE -> new UnsafeBuffer(ByteBuffer.allocateDirect(length + 4096), 1024, length);
            };
        }

        CountersManager counters(final int records) {
            return new CountersManager(
                of(records * CountersReader.METADATA_LENGTH), of(records * CountersReader.COUNTER_LENGTH));
        }
    }

    private record Found(int typeId, String label, long epoch, int number, long value) {
    }

    @ParameterizedTest
    @EnumSource
    void laysCountersOutAsTheContractSays(final Memory memory) {
        final CountersManager counters = memory.counters(RECORDS);
        counters.allocate("another's");
        final HubClocks clocks = new HubClocks(counters, "lab");
        final Clock core = clocks.allocateCore(77);
        final AssetClocks drone = clocks.allocateAsset(77, 5, "drone", 123_456_789_012L, AssetState.READY);

        assertThat(found(counters)).containsExactly(
            new Found(7001, "takt core-time hub=lab", 77, -1, 0),
            new Found(7002, "takt asset-time hub=lab asset=drone", 77, 5, 123_456_789_012L),
            new Found(7004, "takt asset-state hub=lab asset=drone", 77, 5, 1),
            new Found(7006, "takt asset-retain hub=lab asset=drone", 77, 5, 0));
        assertThat(core.counterId()).isEqualTo(1);
        assertThat(drone.time().counterId()).isEqualTo(2);
        assertThat(drone.state().counterId()).isEqualTo(3);
        assertThat(drone.retain().counterId()).isEqualTo(4);
    }

    @Test
    void aWithheldCounterIsNeverGivenToAnother() {
        final CountersManager counters = Memory.DIRECT.counters(RECORDS);
        final HubClocks clocks = new HubClocks(counters, "lab");
        final AssetClocks rich = clocks.allocateAsset(new AssetKey(77, 5, 0, new Steps(10, 1, true), 0), "rich", 0,
            AssetState.READY, List.of("pose", "speed"), true);
        final List<Integer> types = found(counters).stream().map(Found::typeId).toList();
        assertThat(types).containsExactly(7002, 7004, 7006, 7003, 7003, 7008, 7011);
        clocks.withhold(rich);
        clocks.free(rich);
        assertThat(IntStream.range(0, types.size()).filter(id -> counters.metaDataBuffer().getLong(
            CountersReader.metaDataOffset(id) + CountersReader.FREE_FOR_REUSE_DEADLINE_OFFSET)
            == CountersReader.NOT_FREE_TO_REUSE).mapToObj(types::get)).as("as the protocol page counts them")
            .containsExactly(7002, 7006, 7003, 7003, 7008, 7011);
    }

    @Test
    void theKeyLiesWhereOtherLanguagesLookForIt() {
        final CountersManager counters = Memory.DIRECT.counters(RECORDS);
        final HubClocks clocks = new HubClocks(counters, "h");
        clocks.allocateCore(0x0102030405060708L);
        clocks.allocateAsset(9, 3, "a", 0, AssetState.JOINED);
        final AtomicBuffer meta = counters.metaDataBuffer();
        assertThat(meta.getLong(16)).isEqualTo(0x0102030405060708L);
        assertThat(meta.getInt(24)).isEqualTo(-1);
        assertThat(meta.getLong(512 + 16)).isEqualTo(9);
        assertThat(meta.getInt(512 + 24)).isEqualTo(3);
        assertThat(counters.valuesBuffer().getLong(128)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void clocksReadAndWriteTheirOwnRecord(final Memory memory) {
        final CountersManager counters = memory.counters(RECORDS);
        final HubClocks clocks = new HubClocks(counters, "h");
        final Clock core = clocks.allocateCore(1);
        final AssetClocks asset = clocks.allocateAsset(1, 0, "a", 40, AssetState.JOINED);
        core.publish(Long.MAX_VALUE);
        asset.time().publish(50);
        asset.state().publish(AssetState.LOST.ordinal());
        asset.retain().publish(9);
        assertThat(List.of(core.read(), asset.time().read(), asset.state().read(), asset.retain().read()))
            .containsExactly(Long.MAX_VALUE, 50L, 4L, 9L);
        for (int id = 0; id < 4; id++) {
            assertThat(counters.getCounterValue(id)).isEqualTo(List.of(Long.MAX_VALUE, 50L, 4L, 9L).get(id));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aValueIsInPlaceBeforeItsRecordCanBeFound(final Memory memory) {
        final Spy spy = new Spy(memory, RECORDS);
        final HubClocks clocks = new HubClocks(spy, "h");
        spy.allocate("another's");
        // Once in new records, once in used ones that still hold other values.
        for (int round = 0; round < 2; round++) {
            spy.seen.clear();
            final Clock core = clocks.allocateCore(1 + round);
            final AssetClocks asset = clocks.allocateAsset(1 + round, 0, "late", 700 + round, AssetState.READY);
            assertThat(spy.seen).containsExactly(0L, 700L + round, 1L, 0L);
            core.publish(99);
            asset.time().publish(98);
            asset.state().publish(97);
            asset.retain().publish(96);
            clocks.free(core);
            clocks.free(asset);
        }
        assertThat(spy.highestId).as("the second round used the records of the first").isEqualTo(4);
    }

    @Test
    void freedRecordsCannotBeFoundAndAreUsedAgain() {
        final CountersManager counters = Memory.DIRECT.counters(RECORDS);
        final HubClocks clocks = new HubClocks(counters, "h");
        for (int epoch = 0; epoch < 1_000; epoch++) {
            final Clock core = clocks.allocateCore(epoch);
            final AssetClocks asset = clocks.allocateAsset(epoch, 0, "a", epoch, AssetState.JOINED);
            assertThat(found(counters)).hasSize(4);
            clocks.free(core);
            clocks.free(asset);
            assertThat(found(counters)).isEmpty();
        }
    }

    @Test
    void aFreedClockKeepsItsValueUntilTheRecordIsUsedAgain() {
        final HubClocks clocks = new HubClocks(Memory.DIRECT.counters(RECORDS), "h");
        final Clock core = clocks.allocateCore(1);
        core.publish(500);
        clocks.free(core);
        assertThat(core.read()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void nothingLeaksWhenTheFileIsFull(final int left) {
        // Room for the core, three assets, and then one, two or three counters fewer than another asset needs.
        final CountersManager counters = Memory.DIRECT.counters(1 + 9 + 3 - left);
        final HubClocks clocks = new HubClocks(counters, "h");
        clocks.allocateCore(1);
        final List<AssetClocks> assets = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            assets.add(clocks.allocateAsset(1, i, "a" + i, 0, AssetState.JOINED));
        }
        for (int i = 0; i < 10; i++) {
            assertThatIllegalStateException()
                .isThrownBy(() -> clocks.allocateAsset(1, 3, "a3", 0, AssetState.JOINED));
            assertThat(found(counters)).hasSize(10);
        }
        clocks.free(assets.get(0));
        assertThat(clocks.allocateAsset(1, 3, "a3", 8, AssetState.JOINED).time().read()).isEqualTo(8);
        assertThat(found(counters)).hasSize(10);
    }

    @Test
    void aLabelHoldsTheLongestNames() {
        final CountersManager counters = Memory.DIRECT.counters(RECORDS);
        final String hub = "h".repeat(100);
        final String asset = "a".repeat(100);
        new HubClocks(counters, hub).allocateAsset(1, 0, asset, 0, AssetState.JOINED);
        assertThat(found(counters).get(2).label).isEqualTo("takt asset-retain hub=" + hub + " asset=" + asset);
        assertThat(ClockLayout.assetOf(found(counters).get(0).label)).isEqualTo(asset);
    }

    private static List<Found> found(final CountersManager counters) {
        final List<Found> found = new ArrayList<>();
        counters.forEach((final int id, final int typeId, final DirectBuffer key, final String label) -> {
            if (typeId >= 7001) {
                found.add(new Found(typeId, label, key.getLong(0), key.getInt(8), counters.getCounterValue(id)));
            }
        });
        return found;
    }

    /** Looks at the value of each record at the last moment before it is marked as allocated. */
    private static final class Spy extends CountersManager {
        private final List<Long> seen = new ArrayList<>();
        private int highestId;

        Spy(final Memory memory, final int records) {
            super(memory.of(records * CountersReader.METADATA_LENGTH),
                memory.of(records * CountersReader.COUNTER_LENGTH), StandardCharsets.UTF_8);
        }

        @Override
        public int allocate(final String label, final int typeId, final Consumer<MutableDirectBuffer> keyFunc) {
            final long[] values = new long[RECORDS];
            final int[] states = new int[RECORDS];
            final int allocated = super.allocate(label, typeId, key -> {
                keyFunc.accept(key);
                for (int id = 0; id < RECORDS; id++) {
                    values[id] = valuesBuffer().getLong(counterOffset(id));
                    states[id] = metaDataBuffer().getInt(metaDataOffset(id));
                }
            });
            assertThat(states[allocated]).isNotEqualTo(RECORD_ALLOCATED);
            seen.add(values[allocated]);
            highestId = Math.max(highestId, allocated);
            return allocated;
        }
    }
}
