package io.takt.recording.replay;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.status.HubStatus;
import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.Records;
import io.takt.recording.tap.HubTap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/**
 * Compares what all assets that run once more do with what they had done, as they go. On the tap's thread, but for what
 * is asked when that has ended.
 */
final class Comparison implements HubTap.Hearer, Records {
    private final Map<String, AssetComparison> comparisons = new LinkedHashMap<>();
    private final RecordedAssets recorded;
    private final Consumer<Difference> first;
    private final Consumer<Throwable> failed;
    /** By their numbers at the hub that runs; null for those that are played. */
    private final List<Heard> heard = new ArrayList<>();
    private boolean isTold;

    /** An asset at the hub that runs. */
    private record Heard(AssetComparison comparison, List<OutputSpec> channels, List<InputSpec> inputs) {
    }

    /**
     * A comparison that has compared nothing yet.
     *
     * @param survey of the recording.
     * @param plan   of the replay.
     * @param first  is told the first difference, when nothing earlier can come any more.
     * @param failed is told why nothing is compared any more.
     */
    Comparison(final Survey survey, final ReplayPlan plan, final Consumer<Difference> first,
        final Consumer<Throwable> failed) {
        this.first = first;
        this.failed = failed;
        final Map<SurveyedAsset, AssetComparison> byAsset = new HashMap<>();
        for (final SurveyedAsset asset : plan.live()) {
            byAsset.put(asset, new AssetComparison(asset, plan.limitNs(asset),
                plan.leavesAtNs(asset) != Long.MAX_VALUE, this::readTo));
            comparisons.put(asset.name(), byAsset.get(asset));
        }
        this.recorded = new RecordedAssets(survey, plan.live(), byAsset::get);
    }

    private void readTo(final SurveyedAsset asset, final long timeNs) {
        recorded.readTo(asset, timeNs);
    }

    @Override
    public Records begin() {
        return this;
    }

    @Override
    public void onAsset(final int asset, final AssetEntry entry) {
        final AssetComparison comparison = comparisons.get(entry.name());
        final Heard at = comparison == null ? null : new Heard(comparison, entry.channels(), entry.inputs());
        if (asset == heard.size()) {
            heard.add(at);
        } else {
            heard.set(asset, at);
        }
    }

    @Override
    public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
        final DirectBuffer buffer, final int index, final int length) {
        final Heard at = heard.get(asset);
        if (at != null) {
            at.comparison.hearSent(at.channels.get(channel).channel(), stampNs, sequence, buffer, index, length);
        }
    }

    @Override
    public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
        final long stepEndNs) {
        final Heard at = heard.get(asset);
        if (at != null && stepEndNs != 0) {
            final InputSpec link = at.inputs.get(input);
            at.comparison.hearDelivered(
                new RecordedDelivery(link.channel(), link.sender(), sequence, deliveryNs, stepEndNs));
        }
    }

    @Override
    public void onVoid(final int asset, final long stampNs) {
        // A restarted asset sends its void messages again, which is another order of events: it will differ.
    }

    @Override
    public void onReset(final int asset) {
        throw new IllegalStateException("a replay cannot be reset; start it once more");
    }

    @Override
    public void onFrontier(final int asset, final long timeNs) {
        final Heard at = heard.get(asset);
        if (at != null) {
            at.comparison.hearFrontier(timeNs);
        }
    }

    @Override
    public void onGone(final int asset, final long timeNs, final boolean isLost) {
        final Heard at = heard.get(asset);
        if (at != null && isLost) {
            at.comparison.hearFrontier(timeNs);
        } else if (at != null) {
            at.comparison.hearEnd();
        }
    }

    @Override
    public void onPause() {
        if (!isTold) {
            final Difference earliest = earliest();
            if (earliest != null && comparisons.values().stream().filter(each -> each.asset().hasMessages())
                .allMatch(each -> each.comparedToNs() >= earliest.timeNs())) {
                isTold = true;
                first.accept(earliest);
            }
        }
    }

    @Override
    public void onEnd() {
        // Whether it was the end for all is not known here.
    }

    @Override
    public void onFailure(final Throwable cause) {
        failed.accept(cause);
    }

    /**
     * The tap's thread has ended.
     *
     * @param assets as the hub has left them, when all that are still there have done all that there is to do; else
     *               none.
     */
    void end(final List<HubStatus.AssetStatus> assets) {
        assets.stream().filter(asset -> comparisons.containsKey(asset.name()))
            .forEach(asset -> comparisons.get(asset.name()).hearEnd(asset.timeNs()));
        comparisons.values().forEach(AssetComparison::hearNoMore);
        recorded.close();
    }

    /** The first of all differences; null while there is none. */
    Difference earliest() {
        return comparisons.values().stream().map(AssetComparison::first).filter(Objects::nonNull)
            .min(Difference.EARLIEST).orElse(null);
    }

    boolean isTold() {
        return isTold;
    }

    /** In the order in which they joined. */
    Collection<AssetComparison> assets() {
        return comparisons.values();
    }
}
