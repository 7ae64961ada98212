package io.takt.dashboards.page;

import io.takt.asset.AssetState;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.HubView;
import io.takt.hub.view.HubView.Row;
import io.takt.hub.view.UnansweredText;
import io.takt.hub.view.ViewJson;
import io.takt.hub.view.WaitText;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A hub in few bytes, for one page: names go once, with the cast; then assets go by their place in it. Lags are
 * thousandths of D_max. Owned by one thread.
 */
final class Frames {
    private static final double WHOLE = 1000;
    private static final String TIME = "TIME";
    private static final int MOST_SHARES = 100;
    private static final int MOST_CHANNELS = 50;
    private static final int MOST_WAITS = 50;
    private static final char[] STATES = {'j', 'r', 's', 'd', 'l', 'x'};

    private List<String> cast = List.of();
    private final Map<String, Integer> places = new HashMap<>();
    private long castEpoch = -1;
    private Map<String, Request.Sent> sentBefore = new HashMap<>();
    private long sentAtNs;

    /** Whether the assets are others, or in another order, than in the last {@link #cast}. */
    boolean isOtherCast(final HubView view) {
        return castEpoch != view.status().epoch() || !cast.equals(names(view.status()));
    }

    private static List<String> names(final HubStatus status) {
        return status.assets().stream().map(AssetStatus::name).toList();
    }

    /** The names of all assets; from now on those are known by their places. */
    Map<String, Object> cast(final HubView view) {
        final HubStatus status = view.status();
        cast = names(status);
        castEpoch = status.epoch();
        places.clear();
        for (int place = 0; place < cast.size(); place++) {
            places.put(cast.get(place), place);
        }
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("hub", status.hub());
        object.put("pid", status.pid());
        object.put("coreStepNs", status.coreStepNs());
        object.put("maxDelayNs", status.maxDelayNs());
        object.put("targetSpeed", status.totals().targetSpeed());
        // A hub that is stopped can send no words: the page has them beforehand, and puts in the time.
        object.put("unanswered", UnansweredText.sentence(status.pid(), TIME));
        object.put("unansweredAdvice", UnansweredText.advice(status.pid()));
        object.put("names", cast);
        object.put("stepsNs", status.assets().stream().map(AssetStatus::stepNs).toList());
        return object;
    }

    /** The parts that change all the time. */
    Map<String, Object> frame(final HubView view) {
        final HubStatus status = view.status();
        final Map<String, Object> object = ViewJson.head(view);
        object.put("place", status.blocker() == null ? -1 : places.getOrDefault(status.blocker(), -1));
        final int[] lags = new int[status.assets().size()];
        final StringBuilder states = new StringBuilder(lags.length);
        for (int place = 0; place < lags.length; place++) {
            final AssetStatus asset = status.assets().get(place);
            lags[place] = (int) Math.round(WHOLE * asset.lagNs() / status.maxDelayNs());
            states.append(letter(asset));
        }
        object.put("lags", lags);
        object.put("states", states.toString());
        final List<Object> shares = new ArrayList<>();
        for (final Row row : view.rows()) {
            if (row.share() > 0 && shares.size() < MOST_SHARES) {
                shares.add(List.of(places.getOrDefault(row.status().name(), -1), Math.round(WHOLE * row.share()),
                    row.reason() == null ? "" : row.reason().word()));
            }
        }
        object.put("shares", shares);
        return object;
    }

    /** Joining, ready and running, stopped process, away with its clock alone, left, lost. */
    private static char letter(final AssetStatus asset) {
        if (asset.state() == AssetState.LOST) {
            return STATES[5];
        }
        if (asset.state() == AssetState.LEFT) {
            return STATES[4];
        }
        if (asset.away()) {
            return STATES[3];
        }
        if (asset.process().equals("stopped") || asset.process().equals("traced")) {
            return STATES[2];
        }
        return asset.state() == AssetState.JOINED ? STATES[0] : STATES[1];
    }

    /** The parts that a person need not see more often than once a second. */
    Map<String, Object> second(final HubView view, final long wallMs, final Map<String, String> addresses) {
        final HubStatus status = view.status();
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("history", History.second(view, wallMs));
        object.put("missing", status.missing());
        object.put("parent", status.parent());
        object.put("chain", WaitText.isOfTree(status) ? WaitText.chain(status.waits()) : "");
        object.put("tree", HubNode.of(status));
        object.put("pages", addresses);
        final List<Object> waits = new ArrayList<>();
        double steps = 0;
        for (final Row row : view.rows()) {
            final AssetStatus asset = row.status();
            steps += row.stepsPerS();
            if (asset.awaited() != null && waits.size() < MOST_WAITS) {
                final Map<String, Object> wait = new LinkedHashMap<>();
                wait.put("asset", asset.name());
                wait.put("for", asset.awaited().asset());
                wait.put("channel", asset.awaited().channel());
                waits.add(wait);
            }
        }
        object.put("stepsPerS", Math.round(steps));
        object.put("inputWaits", waits);
        putChannels(object, status);
        return object;
    }

    private void putChannels(final Map<String, Object> object, final HubStatus status) {
        final Map<String, Request.Sent> sent = new HashMap<>();
        final List<Map<String, Object>> channels = new ArrayList<>();
        final double seconds = (status.wallNs() - sentAtNs) / 1e9;
        long all = 0;
        for (final AssetStatus asset : status.assets()) {
            for (final Request.Sent each : asset.sent()) {
                final String name = each.channel() + "." + asset.name();
                sent.put(name, each);
                all += each.messages();
                final Request.Sent before = sentBefore.get(name);
                if (before != null && seconds > 0) {
                    final Map<String, Object> channel = new LinkedHashMap<>();
                    channel.put("name", name);
                    channel.put("messages", each.messages());
                    channel.put("perS", Math.round(Math.max(0, each.messages() - before.messages()) / seconds));
                    channel.put("bytesPerS", Math.round(Math.max(0, each.bytes() - before.bytes()) / seconds));
                    channel.put("latestNs", each.latestNs());
                    channel.put("fill", rounded(asset.logFill()));
                    channels.add(channel);
                }
            }
        }
        sentBefore = sent;
        sentAtNs = status.wallNs();
        channels.sort(Comparator.comparingLong((Map<String, Object> channel) -> (Long) channel.get("perS")).reversed());
        object.put("channels", channels.subList(0, Math.min(channels.size(), MOST_CHANNELS)));
        object.put("channelCount", sent.size());
        object.put("messages", all);
    }

    private static double rounded(final double value) {
        return Math.round(value * WHOLE) / WHOLE;
    }
}
