package io.takt.recording.replay;

import io.takt.asset.AssetFailedException;
import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.Takt;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** All players of a replay: one connection to its hub, driven by one thread. */
final class Players {
    private final ReplayPlan plan;
    private final String hub;
    private final Map<SurveyedAsset, Player> players = new HashMap<>();
    private final RecordedAssets recorded;
    private final Thread thread = new Thread(this::play, "takt-players");
    private final Consumer<Throwable> failed;
    private HubConnection connection;

    /**
     * Players that have not joined.
     *
     * @param survey     of the recording.
     * @param plan       of the replay.
     * @param hub        its name.
     * @param maxDelayNs D_max.
     * @param failed     is told, on the players' thread, why one of them cannot go on.
     */
    Players(final Survey survey, final ReplayPlan plan, final String hub, final long maxDelayNs,
        final Consumer<Throwable> failed) {
        this.failed = failed;
        this.plan = plan;
        this.hub = hub;
        plan.played().forEach(asset ->
            players.put(asset, new Player(asset, plan, maxDelayNs, timeNs -> readTo(asset, timeNs))));
        this.recorded = new RecordedAssets(survey, plan.played(), players::get);
        thread.setDaemon(true);
    }

    private void readTo(final SurveyedAsset asset, final long timeNs) {
        recorded.readTo(asset, timeNs);
    }

    /** Joins with all of them; throws {@link io.takt.asset.TaktException} when the hub refuses one. */
    void begin() {
        connection = Takt.connect(hub);
        for (final SurveyedAsset asset : plan.played()) {
            final Player player = players.get(asset);
            player.handle(connection.join(player.spec(), player));
        }
        thread.start();
    }

    private void play() {
        try {
            connection.run();
        } catch (final AssetFailedException e) {
            failed.accept(e);
        } catch (final HubLostException e) {
            // The hub's own process reports it.
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The run has ended. */
    void end() throws InterruptedException {
        if (connection != null) {
            connection.close();
            thread.join();
        }
        recorded.close();
    }
}
