package io.takt.recording.replay;

import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.Paths;
import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.Ending;
import io.takt.recording.format.HandMadeRecording;
import io.takt.recording.format.RecordWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Makes recordings by hand: asset 0 is the first that joins. */
final class Recordings {
    private final HandMadeRecording recording;
    private final RecordWriter records;

    Recordings(final Path folder) throws IOException {
        recording = new HandMadeRecording(folder);
        records = recording.records();
    }

    RecordWriter records() {
        return records;
    }

    /** An asset in a process of its own that sends the channel of its own name, and receives those of others. */
    Recordings joins(final int asset, final String name, final long stepNs, final long startNs,
        final String... senders) {
        return joins(asset, 100 + asset, name, stepNs, startNs, senders);
    }

    Recordings joins(final int asset, final long pid, final String name, final long stepNs, final long startNs,
        final String... senders) {
        records.onAsset(asset,
            AssetEntry.of(name, Steps.fixedNs(stepNs), startNs, pid, channel(name), links(senders)));
        return this;
    }

    private static List<OutputSpec> channel(final String name) {
        return List.of(OutputSpec.named(Paths.leaf(name)));
    }

    private static List<InputSpec> links(final String... senders) {
        return List.of(senders).stream().map(sender -> InputSpec.gated(Paths.leaf(sender), sender)).toList();
    }

    /** Its steps vary. */
    Recordings joins(final int asset, final String name, final Steps steps, final String... senders) {
        records.onAsset(asset, AssetEntry.of(name, steps, 0, 100 + asset, channel(name), links(senders)));
        return this;
    }

    Recordings joins(final int asset, final String name, final long stepNs) {
        return joins(asset, name, stepNs, 0);
    }

    Recordings sends(final int asset, final long stampNs, final long sequence, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        records.onSent(asset, 0, stampNs, sequence, new UnsafeBuffer(bytes), 0, bytes.length);
        return this;
    }

    Recordings gets(final int asset, final int input, final long deliveryNs, final long sequence,
        final long stepEndNs) {
        records.onDelivered(asset, input, deliveryNs, sequence, stepEndNs);
        return this;
    }

    /** Records so far are read together, and without later ones. */
    Recordings knows(final int asset, final long timeNs) {
        records.onFrontier(asset, timeNs);
        records.flush();
        return this;
    }

    Recordings goes(final int asset, final long timeNs, final boolean isLost) {
        records.onGone(asset, timeNs, isLost);
        return this;
    }

    /** The run was cut short. */
    Survey survey() throws IOException {
        records.flush();
        return Survey.of(recording.folder(), position -> { });
    }

    /** The run ended when the core reached a time. */
    Survey endsAt(final long coreTimeNs) throws IOException {
        records.flush();
        recording.folder().write(
            new Ending("STOPPED", "REACHED", "reached it", coreTimeNs, recording.position(), List.of()));
        return survey();
    }

    HandMadeRecording files() {
        return recording;
    }
}
