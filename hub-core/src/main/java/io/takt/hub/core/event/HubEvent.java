package io.takt.hub.core.event;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.plan.RunGates;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.core.status.Wait;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Reply;
import java.util.List;

/**
 * An event of a hub's machine, as data: for a connection, or for the process in which it runs. Told on its thread, in
 * order; the sink must not block. A listener that is not interested in an event passes it over.
 */
public sealed interface HubEvent {
    /**
     * A line for a connection; one that has ended meanwhile is no error.
     *
     * @param connection number of the connection.
     * @param message    to send.
     */
    record Send(int connection, FromHub message) implements HubEvent {
    }

    /**
     * How the hub stands, for a connection; as text it takes long, so the machine leaves that to others.
     *
     * @param connection number of the connection.
     * @param id         of its request.
     * @param status     to send.
     */
    record SendStatus(int connection, long id, HubStatus status) implements HubEvent {
        /** {@return the status as text, for the reply} */
        public Reply reply() {
            return Reply.status(id, StatusJson.of(status));
        }
    }

    /**
     * A connection is to be ended, with any process at its other end; one that has ended meanwhile is no error.
     *
     * @param connection number of the connection.
     */
    record HangUp(int connection) implements HubEvent {
    }

    /**
     * The hub has changed its state.
     *
     * @param state  the new one.
     * @param timeNs T_c.
     * @param reason of the run's end; null in every other state.
     */
    record StateChanged(HubState state, long timeNs, EndReason reason) implements HubEvent {
        /**
         * The reason in words.
         *
         * @return one line; null while the run has not ended.
         */
        public String reasonText() {
            return reason == null ? null : reason.text();
        }
    }

    /**
     * An asset has changed its state.
     *
     * @param asset  its name.
     * @param state  the new one.
     * @param timeNs T_i.
     * @param pid    its process; 0 when it does not say.
     * @param detail one line for people; null when there is nothing to say.
     */
    record AssetChanged(String asset, AssetState state, long timeNs, long pid, String detail) implements HubEvent {
    }

    /**
     * An asset has joined a hub that keeps all messages for a reader in its own process; told before its state.
     *
     * @param join the asset, and where its messages are.
     */
    record AssetTapped(TappedJoin join) implements HubEvent {
    }

    /**
     * A child hub has been told the seed of its tree's scenario, before any asset joins.
     *
     * @param seed that takes the place of its own.
     */
    record SeedInherited(long seed) implements HubEvent {
    }

    /**
     * A run begins from 0 with gates at steps' ends that no configuration names, so that they have not been judged yet.
     * The judgement may take seconds, so the machine leaves it to others.
     *
     * @param gates all that there are.
     */
    record GatesToJudge(RunGates gates) implements HubEvent {
    }

    /**
     * Something makes the run another than it was meant to be, and does not end it.
     *
     * @param text one line for people.
     */
    record Warning(String text) implements HubEvent {
    }

    /**
     * The hub has been waiting for long, for a process that shows no sign of life or over a link that is down.
     *
     * @param chain each waits for the next; at least one.
     */
    record Waits(List<Wait> chain) implements HubEvent {
    }

    /**
     * The hub does not wait any more, or not for the same reason.
     *
     * @param names of those that were waited for, from the hub on.
     * @param forNs wall time for which it has waited.
     */
    record WaitOver(List<String> names, long forNs) implements HubEvent {
    }

    /**
     * An asset is lost. Told after its change of state, if it had joined.
     *
     * @param loss   how.
     * @param sequel what follows.
     */
    record AssetLost(Loss loss, Sequel sequel) implements HubEvent {
    }

    /**
     * The program of an asset that was lost is to be started again; told after the loss.
     *
     * @param asset   its name.
     * @param tries   how often it has been lost, this time included.
     * @param pauseNs wall time to wait before.
     */
    record Restarting(String asset, int tries, long pauseNs) implements HubEvent {
    }

    /**
     * The answer to {@link HubCommand.TellStatus}.
     *
     * @param id     of the command.
     * @param status how the hub stands.
     */
    record StatusTold(long id, HubStatus status) implements HubEvent {
    }

    /**
     * A child hub has something to say to its parent.
     *
     * @param message what it says.
     */
    record TellParent(ToParent message) implements HubEvent {
    }
}
