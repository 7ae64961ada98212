package io.takt.recording.replay;

import io.takt.asset.Steps;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.Paths;
import io.takt.recording.format.AssetEntry;
import io.takt.shm.control.Reply;
import java.util.List;
import java.util.Map;

/** The facts of a recording about one asset, up to the first reset. Times in nanoseconds of simulation time. */
public final class SurveyedAsset {
    private static final long NEVER = Long.MAX_VALUE;

    private final int number;
    private final String path;
    private AssetEntry entry;
    private final long startNs;
    private boolean late;
    private boolean replaced;
    private boolean reset;
    private boolean lost;
    private long frontierNs = -1;
    private long goneAtNs = NEVER;
    private long sent;
    private long sentBytes;
    private long delivered;
    /** Messages that were sent and may still become void. */
    private final Bundles bundles;
    /** The longest step that a bundle needs; 0 while there was none. */
    private long longestBundleNs;

    SurveyedAsset(final int number, final AssetEntry entry, final boolean isAfterReset) {
        this.number = number;
        this.path = entry.name();
        this.entry = entry.onOneHub();
        this.startNs = entry.startNs();
        this.late = startNs > 0 || isAfterReset;
        this.reset = isAfterReset;
        this.bundles = new Bundles(entry.steps().granularityNs());
    }

    /** In the place of the process before it, or later. */
    void onAnotherJoin(final AssetEntry again) {
        entry = again.onOneHub();
        if (again.startNs() == goneAtNs) {
            replaced = true;
        } else {
            late = true;
        }
        goneAtNs = NEVER;
        lost = false;
    }

    void onSent(final long stampNs, final int length) {
        if (!reset) {
            bundles.add(stampNs);
            sent++;
            sentBytes += length;
        }
    }

    void onDelivered() {
        if (!reset) {
            delivered++;
        }
    }

    void onFrontier(final long timeNs) {
        if (!reset) {
            frontierNs = timeNs;
            settle();
        }
    }

    /** All up to the frontier stays. */
    private void settle() {
        longestBundleNs = Math.max(longestBundleNs, bundles.takeUpTo(frontierNs));
    }

    /** Later messages are of a process that did not live to end its step. */
    void onVoid(final long stampNs) {
        if (!reset) {
            bundles.removeAfter(stampNs);
        }
    }

    /** All that it had published by then has been heard. */
    void onGone(final long timeNs, final boolean isLost) {
        if (!reset) {
            goneAtNs = timeNs;
            frontierNs = Math.max(frontierNs, timeNs);
            settle();
            lost = isLost;
        }
    }

    void onReset() {
        reset = true;
    }

    /**
     * In the recording.
     *
     * @return 0 for the first that joined.
     */
    public int number() {
        return number;
    }

    /**
     * The asset's name.
     *
     * @return unique.
     */
    public String name() {
        return entry.name();
    }

    /**
     * Where it was.
     *
     * @return its name; of an asset of another hub its path.
     */
    public String path() {
        return path;
    }

    /**
     * Whether it was an asset of another hub, of which the recording has the messages that were received at this one.
     *
     * @return then it can be played, and not run.
     */
    public boolean isElsewhere() {
        return Paths.isElsewhere(path);
    }

    /**
     * By how much it counted up.
     *
     * @return a fixed step, or steps that vary.
     */
    public Steps steps() {
        return entry.steps();
    }

    /**
     * By how much it counts up when it is played: as it did. But an asset that took what it was allowed has to be
     * played in whole steps, as long as the longest bundle, when it sent a message with an earlier stamp after one with
     * a later stamp, and they are not of the same granularity. So has one of another hub, whose steps are not known.
     */
    Steps playedSteps() {
        final Steps steps = entry.steps();
        return steps.isFixed() && !isElsewhere() || steps.isWhole() || longestBundleNs <= steps.granularityNs() ? steps
            : new Steps(longestBundleNs, steps.granularityNs(), true);
    }

    /**
     * ΔT_i, or the greatest step where steps vary.
     *
     * @return nanoseconds.
     */
    public long stepNs() {
        return entry.stepNs();
    }

    /**
     * Whether another asset was in its process; so a program that runs as the one runs as the other, too.
     *
     * @param other an asset of this recording.
     * @return true for itself, if its process is known.
     */
    public boolean sharesProcessWith(final SurveyedAsset other) {
        return entry.pid() != 0 && entry.pid() == other.entry.pid();
    }

    /**
     * When it first joined.
     *
     * @return T_i.
     */
    public long startNs() {
        return startNs;
    }

    /**
     * The channels that it sends, by their indices.
     *
     * @return as of its last process.
     */
    public List<OutputSpec> channels() {
        return entry.channels();
    }

    /**
     * How it receives, by their indices.
     *
     * @return as of its last process.
     */
    public List<InputSpec> inputs() {
        return entry.inputs();
    }

    /**
     * The channels of which it was told at inputs that came from a carrier.
     *
     * @return by the index of the input.
     */
    public Map<Integer, Reply.Sent> told() {
        return entry.told();
    }

    /**
     * Whether it sends or receives.
     *
     * @return false of one that only keeps time; nothing else is known of that.
     */
    public boolean hasMessages() {
        return !entry.channels().isEmpty() || !entry.inputs().isEmpty();
    }

    /**
     * Up to when everything of it is known.
     *
     * @return T_i; -1 when not even the dawn of time is.
     */
    public long frontierNs() {
        return frontierNs;
    }

    /**
     * Whether it was not there all the time from 0 until it left: when it joins depends on the wall clock.
     *
     * @return then it can neither run nor be played.
     */
    public boolean isLate() {
        return late;
    }

    /**
     * Whether another process took the place of one that was lost.
     *
     * @return then it can be played, and not run.
     */
    public boolean isReplaced() {
        return replaced;
    }

    /**
     * Whether it was gone before the end.
     *
     * @return then {@link #goneAtNs()} says when.
     */
    public boolean isGone() {
        return goneAtNs != NEVER;
    }

    /**
     * Whether it was gone before the end without an order to leave.
     *
     * @return false while it is there.
     */
    public boolean isLost() {
        return lost;
    }

    /**
     * When it was gone.
     *
     * @return T_i; the largest long for one that was there until the end.
     */
    public long goneAtNs() {
        return goneAtNs;
    }

    /**
     * How many messages it sent.
     *
     * @return 0 or more.
     */
    public long sent() {
        return sent;
    }

    /**
     * How long these were.
     *
     * @return bytes.
     */
    public long sentBytes() {
        return sentBytes;
    }

    /**
     * How many messages were delivered to it, latest values not counted.
     *
     * @return 0 or more.
     */
    public long delivered() {
        return delivered;
    }

    /**
     * The channels of which it reads the latest value.
     *
     * @return such as {@code pose of drone}.
     */
    public List<String> latestInputs() {
        return inputs().stream().filter(input -> input.delivery() == Delivery.LATEST)
            .map(input -> input.channel() + " of " + input.sender()).toList();
    }
}
