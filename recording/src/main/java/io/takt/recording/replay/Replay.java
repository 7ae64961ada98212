package io.takt.recording.replay;

import io.takt.asset.SimTime;
import io.takt.asset.TaktException;
import io.takt.hub.command.AccompaniedRun;
import io.takt.hub.command.Companion;
import io.takt.hub.command.Terminal;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.ShortList;
import io.takt.hub.daemon.HubDaemon;
import io.takt.recording.format.Ending;
import io.takt.recording.tap.HubTap;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Runs some assets of a recording once more, and plays the others to them. */
public final class Replay implements Companion {
    private final Survey survey;
    private final ReplayPlan plan;
    private final HubConfig config;
    private final Comparison comparison;
    private final Players players;
    private final HubTap tap;
    /** Of what was delivered, where it differs: recorded and replayed. */
    private final Map<String, String> otherDigests = new TreeMap<>();
    private final Map<String, String> digests = new TreeMap<>();
    private HubDaemon hub;
    private Consumer<String> teller;
    private volatile String failure;
    private boolean isDone;
    private long endedAtNs;

    private Replay(final Survey survey, final ReplayPlan plan) {
        this.survey = survey;
        this.plan = plan;
        this.config = plan.config();
        this.comparison = new Comparison(survey, plan, this::tell, this::fail);
        this.players = new Players(survey, plan, config.hub(), config.maxDelayNs(), this::fail);
        this.tap = new HubTap(HubDirectory.of(config.hub()).cncFile(), comparison, "takt-comparison");
    }

    /**
     * Replays a recording.
     *
     * @param survey   of the recording.
     * @param recorded its configuration.
     * @param wanted   names of the assets that are to run; none for all that the configuration launches.
     * @param json     whether the summary is one JSON object.
     * @param terminal where it is told.
     * @return an exit code: 0 when the assets do what they had done.
     * @throws IllegalArgumentException when there can be no such replay; in one line.
     * @throws IOException              when the hub cannot be started; in one line.
     * @throws InterruptedException     when the thread is interrupted.
     */
    public static int run(final Survey survey, final HubConfig recorded, final Collection<String> wanted,
        final boolean json, final Terminal terminal) throws IOException, InterruptedException {
        final Replay replay = new Replay(survey, ReplayPlan.of(survey, recorded, wanted));
        if (survey.shortfall() != null) {
            // The exit code does not tell: the recorded part may well be equal.
            terminal.tell(survey.shortfall());
        }
        return AccompaniedRun.run(replay.config, replay.plan.untilNs(), json, terminal, replay);
    }

    @Override
    public void accept(final HubEvent event) {
        tap.accept(event);
    }

    @Override
    public void begin(final HubDaemon started, final Consumer<String> tells)
        throws IOException, InterruptedException {
        hub = started;
        teller = tells;
        tap.start();
        players.begin();
    }

    private void tell(final Difference first) {
        teller.accept("the re-run differs from the recording " + first.line());
    }

    private void fail(final Throwable cause) {
        failure = "the replay failed: " + (cause instanceof TaktException ? cause.getMessage() : cause.toString());
        hub.stop(failure);
    }

    @Override
    public void end(final HubStatus last) throws InterruptedException {
        tap.end();
        isDone = failure == null && (last.end() == End.REACHED || last.end() == End.ALL_LEFT);
        endedAtNs = last.coreTimeNs();
        comparison.end(isDone ? last.assets() : List.of());
        players.end();
        if (comparison.earliest() != null && !comparison.isTold()) {
            tell(comparison.earliest());
        }
        if (isDone && plan.reachesEnd()) {
            last.assets().stream().filter(asset -> asset.digest() != null)
                .forEach(asset -> compare(asset.name(), asset.digest(), survey.ending()));
        }
    }

    private void compare(final String asset, final String digest, final Ending ending) {
        final String recorded = ending.digestOf(asset);
        if (recorded != null) {
            digests.put(asset, digest);
            if (!recorded.equals(digest)) {
                otherDigests.put(asset, recorded);
            }
        }
    }

    private boolean isEqual() {
        return comparison.earliest() == null && otherDigests.isEmpty();
    }

    @Override
    public Remark remark() {
        return new Remark("replay", json(), lines(), isDone && isEqual());
    }

    private Map<String, Object> json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("recording", survey.folder().path().toString());
        json.put("equal", isDone && isEqual());
        json.put("done", isDone);
        json.put("first", comparison.earliest() == null ? null : comparison.earliest().json());
        json.put("cutShort", survey.ending() == null);
        json.put("whole", survey.isWhole() && !survey.isReset());
        json.put("untilNs", plan.untilNs() == Long.MAX_VALUE ? null : plan.untilNs());
        json.put("live", comparison.assets().stream().map(this::json).toList());
        json.put("played", plan.played().stream().map(SurveyedAsset::name).toList());
        json.put("notes", plan.notes());
        json.put("failure", failure);
        return json;
    }

    private Map<String, Object> json(final AssetComparison asset) {
        final String name = asset.asset().name();
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("sent", asset.sent());
        json.put("recordedSent", asset.recordedSent());
        json.put("delivered", asset.delivered());
        json.put("recordedDelivered", asset.recordedDelivered());
        json.put("digest", digests.get(name));
        json.put("recordedDigest", otherDigests.getOrDefault(name, digests.get(name)));
        json.put("first", asset.first() == null ? null : asset.first().json());
        return json;
    }

    private List<String> lines() {
        final List<String> lines = new ArrayList<>(plan.notes());
        lines.add("ran: " + names(plan.live()) + "; played: " + names(plan.played()));
        for (final AssetComparison asset : comparison.assets()) {
            lines.add(asset.asset().name() + ": sent " + asset.sent() + " messages, recorded are "
                + asset.recordedSent() + "; in its steps got " + asset.delivered() + ", recorded are "
                + asset.recordedDelivered());
        }
        otherDigests.forEach((asset, recorded) -> lines.add(asset + ": digest of what was delivered "
            + digests.get(asset) + ", recorded is " + recorded));
        if (failure != null) {
            lines.add(failure);
        }
        if (comparison.earliest() != null) {
            lines.add("differs first " + comparison.earliest().line());
        } else if (!otherDigests.isEmpty()) {
            lines.add("differs");
        } else {
            lines.add(isDone ? "equal up to " + SimTime.format(endedAtNs)
                : "ended before it was done, at " + SimTime.format(endedAtNs) + "; up to then nothing differs");
        }
        return lines;
    }

    private static String names(final List<SurveyedAsset> assets) {
        return assets.isEmpty() ? "none" : ShortList.of(assets.stream().map(SurveyedAsset::name).toList());
    }
}
