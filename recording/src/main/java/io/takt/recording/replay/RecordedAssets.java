package io.takt.recording.replay;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.RecordingReader;
import io.takt.recording.format.Records;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;

/**
 * The records of some of a recording's assets, read from the files on demand. The recording has all assets side by
 * side, and they were never further apart than D_max: so little is held at a time, however long the run was.
 *
 * <p>Owned by one thread.
 */
final class RecordedAssets implements AutoCloseable {
    private final RecordingReader reader;
    private final Map<Integer, RecordedAsset> assets;

    /** Takes what is known to stay: a message of a step that its process did not live to finish is never told. */
    interface Taker {
        void onSent(RecordedMessage message);

        /** Retroactive messages are not told: when they come is another time in every run. */
        void onDelivered(RecordedDelivery delivery);
    }

    /**
     * Some assets, from the beginning.
     *
     * @param survey of the recording.
     * @param takers give the taker of an asset's events.
     */
    RecordedAssets(final Survey survey, final Collection<SurveyedAsset> wanted,
        final Function<SurveyedAsset, Taker> takers) {
        this.assets = wanted.stream().collect(Collectors.toMap(SurveyedAsset::number,
            asset -> new RecordedAsset(takers.apply(asset))));
        this.reader = new RecordingReader(survey.folder(), survey.beginning(), new Reading());
    }

    /** Reads until all is told that an asset did up to a time; to the end if need be. */
    void readTo(final SurveyedAsset asset, final long timeNs) {
        final RecordedAsset recorded = assets.get(asset.number());
        boolean isMore = true;
        while (isMore && recorded.frontierNs < timeNs && !recorded.reset) {
            isMore = reader.read();
        }
    }

    @Override
    public void close() {
        reader.close();
    }

    private static final class RecordedAsset {
        private final Taker taker;
        /** Later than the frontier: may still become void. */
        private final ArrayDeque<RecordedMessage> tentative = new ArrayDeque<>();
        private List<OutputSpec> channels = List.of();
        private List<InputSpec> inputs = List.of();
        private long frontierNs = -1;
        private boolean reset;

        RecordedAsset(final Taker taker) {
            this.taker = taker;
        }

        void onFrontier(final long timeNs) {
            frontierNs = Math.max(frontierNs, timeNs);
            while (!tentative.isEmpty() && tentative.peek().stampNs() <= frontierNs) {
                taker.onSent(tentative.poll());
            }
        }
    }

    private final class Reading implements Records {
        private RecordedAsset wanted(final int asset) {
            final RecordedAsset recorded = assets.get(asset);
            return recorded == null || recorded.reset ? null : recorded;
        }

        @Override
        public void onAsset(final int asset, final AssetEntry entry) {
            final RecordedAsset recorded = wanted(asset);
            if (recorded != null) {
                recorded.channels = entry.channels();
                recorded.inputs = AssetEntry.onOneHub(entry.inputs());
            }
        }

        @Override
        public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
            final DirectBuffer buffer, final int index, final int length) {
            final RecordedAsset recorded = wanted(asset);
            if (recorded != null) {
                final byte[] bytes = new byte[length];
                buffer.getBytes(index, bytes);
                recorded.tentative.add(
                    new RecordedMessage(recorded.channels.get(channel).channel(), stampNs, sequence, bytes));
            }
        }

        @Override
        public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
            final long stepEndNs) {
            final RecordedAsset recorded = wanted(asset);
            if (recorded != null && stepEndNs != 0) {
                final InputSpec link = recorded.inputs.get(input);
                recorded.taker.onDelivered(
                    new RecordedDelivery(link.channel(), link.sender(), sequence, deliveryNs, stepEndNs));
            }
        }

        @Override
        public void onVoid(final int asset, final long stampNs) {
            final RecordedAsset recorded = wanted(asset);
            if (recorded != null) {
                recorded.tentative.removeIf(message -> message.stampNs() > stampNs);
            }
        }

        @Override
        public void onReset(final int asset) {
            final RecordedAsset recorded = wanted(asset);
            if (recorded != null) {
                recorded.reset = true;
            }
        }

        @Override
        public void onFrontier(final int asset, final long timeNs) {
            final RecordedAsset recorded = wanted(asset);
            if (recorded != null) {
                recorded.onFrontier(timeNs);
            }
        }

        @Override
        public void onGone(final int asset, final long timeNs, final boolean isLost) {
            onFrontier(asset, timeNs);
        }
    }
}
