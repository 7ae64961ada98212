package io.takt.recording.replay;

import io.takt.hub.core.status.End;
import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.Beginning;
import io.takt.recording.format.Ending;
import io.takt.recording.format.RecordingFolder;
import io.takt.recording.format.RecordingReader;
import io.takt.recording.format.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;

/** The contents of a recording, found by reading all of it once. Immutable once made. */
public final class Survey {
    /** Ends at which every asset has done all that it could do, so two runs that end so have the same digests. */
    private static final Set<String> SETTLED =
        Set.of(End.REACHED.toString(), End.END_OF_TIME.toString(), End.STALLED.toString());

    private final RecordingFolder folder;
    private final Beginning beginning;
    private final Ending ending;
    private final List<SurveyedAsset> assets = new ArrayList<>();
    private boolean reset;
    private long position;

    private Survey(final RecordingFolder folder) throws IOException {
        this.folder = folder;
        this.beginning = folder.beginning();
        this.ending = folder.ending();
    }

    /**
     * Reads a recording.
     *
     * @param folder   of the recording.
     * @param progress is told after each batch how many bytes were read.
     * @return what is in it.
     * @throws IOException                  when there is no recording; in one line.
     * @throws io.takt.asset.TaktException  when it cannot be read; in one line.
     */
    public static Survey of(final RecordingFolder folder, final LongConsumer progress) throws IOException {
        final Survey survey = new Survey(folder);
        try (RecordingReader reader = new RecordingReader(folder, survey.beginning, survey.new Look())) {
            while (reader.read()) {
                progress.accept(reader.position());
            }
            survey.position = reader.position();
        }
        return survey;
    }

    /**
     * Where the recording is.
     *
     * @return its folder.
     */
    public RecordingFolder folder() {
        return folder;
    }

    /**
     * The facts that were known before the run began.
     *
     * @return as it was written.
     */
    public Beginning beginning() {
        return beginning;
    }

    /**
     * How the run ended.
     *
     * @return null when the recording was cut short, or still goes on.
     */
    public Ending ending() {
        return ending;
    }

    /**
     * All assets that ever joined.
     *
     * @return as they joined.
     */
    public List<SurveyedAsset> assets() {
        return List.copyOf(assets);
    }

    /**
     * An asset by its name.
     *
     * @param name of the asset.
     * @return null when it never joined.
     */
    public SurveyedAsset asset(final String name) {
        return assets.stream().filter(asset -> asset.name().equals(name)).findFirst().orElse(null);
    }

    /**
     * Whether the run was reset; records after that are not counted.
     *
     * @return true when any asset was put back to its start.
     */
    public boolean isReset() {
        return reset;
    }

    /**
     * How much can be read.
     *
     * @return bytes of the stream.
     */
    public long position() {
        return position;
    }

    /**
     * Whether everything is there, from before the first asset joined to after the end.
     *
     * @return false when it was cut short, still goes on, or is damaged.
     */
    public boolean isWhole() {
        return ending != null && ending.position() == position;
    }

    /**
     * Whether all of a run is there that ended by itself, with every asset where it could not go on.
     *
     * @return then a run that reaches the same T_c has the same digests.
     */
    boolean isSettled() {
        return isWhole() && !reset && SETTLED.contains(ending.end());
    }

    /**
     * Why there is less than a whole run.
     *
     * @return in words; null when there is nothing to say.
     */
    public String shortfall() {
        if (ending != null && !isWhole()) {
            return "the recording is damaged at byte " + position + " of its " + ending.position()
                + ": all before that can be read";
        }
        if (reset) {
            return "the run was reset, and all after that is left out";
        }
        return ending == null ? "the recording was cut short, or still goes on: it ends at byte " + position : null;
    }

    private final class Look implements Records {
        @Override
        public void onAsset(final int asset, final AssetEntry entry) {
            if (asset == assets.size()) {
                assets.add(new SurveyedAsset(asset, entry, reset));
            } else {
                assets.get(asset).onAnotherJoin(entry);
            }
        }

        @Override
        public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
            final DirectBuffer buffer, final int index, final int length) {
            assets.get(asset).onSent(stampNs, length);
        }

        @Override
        public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
            final long stepEndNs) {
            assets.get(asset).onDelivered();
        }

        @Override
        public void onVoid(final int asset, final long stampNs) {
            assets.get(asset).onVoid(stampNs);
        }

        @Override
        public void onReset(final int asset) {
            reset = true;
            assets.get(asset).onReset();
        }

        @Override
        public void onFrontier(final int asset, final long timeNs) {
            assets.get(asset).onFrontier(timeNs);
        }

        @Override
        public void onGone(final int asset, final long timeNs, final boolean isLost) {
            assets.get(asset).onGone(timeNs, isLost);
        }
    }
}
