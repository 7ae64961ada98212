package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.WaitStrategy;
import io.takt.shm.asset.ConnectionCommand.Abandon;
import io.takt.shm.asset.ConnectionCommand.Attach;
import io.takt.shm.asset.ConnectionCommand.Attached;
import io.takt.shm.asset.ConnectionCommand.Close;
import io.takt.shm.asset.ConnectionCommand.CloseAll;
import io.takt.shm.asset.ConnectionCommand.Fail;
import io.takt.shm.asset.ConnectionCommand.GiveUp;
import io.takt.shm.asset.ConnectionCommand.Heard;
import io.takt.shm.asset.ConnectionCommand.Join;
import io.takt.shm.asset.ConnectionCommand.Joined;
import io.takt.shm.asset.ConnectionCommand.Leave;
import io.takt.shm.asset.ConnectionCommand.LeaveNamed;
import io.takt.shm.asset.ConnectionCommand.LinkEnded;
import io.takt.shm.asset.ConnectionCommand.Linked;
import io.takt.shm.asset.ConnectionCommand.Ready;
import io.takt.shm.asset.ConnectionCommand.ResetDone;
import io.takt.shm.asset.ConnectionCommand.Settled;
import io.takt.shm.asset.ConnectionEffect.Ask;
import io.takt.shm.asset.ConnectionEffect.AwaitHub;
import io.takt.shm.asset.ConnectionEffect.End;
import io.takt.shm.asset.ConnectionEffect.Forget;
import io.takt.shm.asset.ConnectionEffect.GiveClocks;
import io.takt.shm.asset.ConnectionEffect.NoteJoined;
import io.takt.shm.asset.ConnectionEffect.Open;
import io.takt.shm.asset.ConnectionEffect.Over;
import io.takt.shm.asset.ConnectionEffect.Post;
import io.takt.shm.asset.ConnectionEffect.Ring;
import io.takt.shm.asset.ConnectionEffect.RingAll;
import io.takt.shm.asset.ConnectionEffect.Tell;
import io.takt.shm.asset.ConnectionEffect.TellClosed;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection's commands in any order; the same log of commands gives the same effects again. */
class ConnectionStateTest {
    private static final int PLAYS = 500;
    private static final int MOVES = 60;

    private final ConnectionState state = new ConnectionState("h");
    private long lastSession;

    private static void addKinds(final Class<?> sealed, final List<Class<?>> kinds) {
        for (final Class<?> each : sealed.getPermittedSubclasses()) {
            if (each.isSealed()) {
                addKinds(each, kinds);
            } else {
                kinds.add(each);
            }
        }
    }

    /** With zeros and nulls, of session 0. */
    private static ConnectionCommand empty(final Class<?> kind) throws ReflectiveOperationException {
        final Constructor<?> constructor = kind.getDeclaredConstructors()[0];
        return (ConnectionCommand) constructor.newInstance(Arrays.stream(constructor.getParameterTypes())
            .map(type -> Array.get(Array.newInstance(type, 1), 0)).toArray());
    }

    @Test
    void eachKindOfCommandIsHandled() throws Exception {
        final List<Class<?>> kinds = new ArrayList<>();
        addKinds(ConnectionCommand.class, kinds);
        assertThat(kinds).contains(Ready.class, Linked.class);
        for (final Class<?> kind : kinds) {
            final ConnectionState each = new ConnectionState("h");
            each.on(new Join(0, "a", 0));
            each.on(new Joined(0, reply("a"), false));
            try {
                each.on(empty(kind));
            } catch (final NullPointerException e) {
                assertThat(e).as("%s is handled", kind).isNotNull();
            }
        }
    }

    private static Reply.Joined reply(final String asset) {
        return new Reply.Joined("h", "cnc", 1, 7, 10, 20, 10, null, null, 0, WaitStrategy.SLEEP, OnHubLost.EXIT,
            counters(asset), 0, null, null, null);
    }

    private static Reply.AssetCounters counters(final String asset) {
        return new Reply.AssetCounters(asset, 1, 0, 1, 2, 3, null, null);
    }

    private void linked() {
        assertThat(state.on(new Linked(1))).containsExactly(new ConnectionEffect.UseLink(1));
    }

    private void joined(final long session, final String asset, final boolean attachesAgain) {
        assertThat(state.on(new Join(session, asset, 1))).containsExactly(new Ask(session));
        assertThat(state.on(new Joined(session, reply(asset), attachesAgain)))
            .containsExactly(new NoteJoined(reply(asset)), new Open(session, reply(asset)));
    }

    @Test
    void anAnswerAfterTheInterruptOpensNothing() {
        linked();
        state.on(new Join(1, "a", 1));
        assertThat(state.on(new Abandon(1))).containsExactly(new Tell(new Request.Leave(0, "a")));
        assertThat(state.on(new Settled(1))).isEmpty();
        assertThat(state.on(new Joined(1, reply("a"), false))).isEmpty();
        assertThat(state.on(new LeaveNamed("a"))).isEmpty();
    }

    @Test
    void anInterruptAfterTheAnswerTakesTheAssetOut() {
        linked();
        joined(1, "a", false);
        assertThat(state.on(new Abandon(1))).containsExactly(new End(1, AssetSession.End.LEFT, null), new Ring(1),
            new Tell(new Request.Leave(0, "a")), new Forget(1));
        assertThat(state.on(new Abandon(2))).as("not even asked").isEmpty();
    }

    /** The hub may give the counters to another asset as soon as it hears of the leave. */
    @Test
    void aSessionIsEndedBeforeTheHubIsTold() {
        linked();
        for (final ConnectionCommand going : List.of(new Leave(1), new Close(1, "it"), new Fail(1, "x", false))) {
            joined(1, "a", false);
            assertThat(state.on(going)).hasSize(4).startsWith(new End(1, AssetSession.End.LEFT, null))
                .endsWith(new Forget(1));
        }
    }

    @Test
    void oneThatIsClosedIsLostUnlessTheRunHasEnded() {
        linked();
        joined(1, "a", false);
        assertThat(state.on(new Close(1, "it"))).contains(new TellClosed(1, "it"));
        joined(2, "b", false);
        assertThat(state.on(new Heard(1, new Event.State(HubState.STOPPED, "done")))).contains(new Over(),
            new End(2, AssetSession.End.STOPPED, null), new RingAll());
        assertThat(state.on(new CloseAll())).contains(new Tell(new Request.Leave(0, "b")));
        assertThat(state.on(new Join(3, "c", 1))).as("it ended with the run").containsExactly(new Ask(3));
    }

    @Test
    void aClosedConnectionDeniesJoinsAndEndsThoseThatWereUnderWay() {
        linked();
        state.on(new Join(1, "a", 1));
        state.on(new CloseAll());
        assertThat(state.on(new Join(2, "b", 1))).isEmpty();
        assertThat(state.on(new Joined(1, reply("a"), true)))
            .endsWith(new End(1, AssetSession.End.LEFT, null));
        assertThat(state.on(new Linked(2))).as("the hub that has come back").isEmpty();
        assertThat(state.on(new LinkEnded(1))).isEmpty();
    }

    @Test
    void nothingIsSaidOfAnAssetThatHasLeftThoughAnotherHasItsName() {
        linked();
        joined(1, "a", false);
        state.on(new Leave(1));
        joined(2, "a", false);
        assertThat(state.on(new Fail(1, "late", false))).isEmpty();
        assertThat(state.on(new Ready(1))).isEmpty();
        assertThat(state.on(new ResetDone(1))).isEmpty();
        assertThat(state.on(new Fail(2, "why", true))).contains(new Tell(new Request.Fail(0, "a", "why", true)));
    }

    @Test
    void aHubThatIsGoneIsLookedForOnce() {
        linked();
        joined(1, "a", true);
        joined(2, "b", false);
        state.on(new Ready(1));
        assertThat(state.on(new LinkEnded(1))).containsExactly(new Post(1, new SessionCommand.Detach()),
            new End(2, AssetSession.End.LOST, null), new RingAll(), new AwaitHub(List.of(1L)));
        assertThat(state.on(new LinkEnded(1))).as("said twice").isEmpty();
        assertThat(state.on(new Heard(1, new Event.Reset(null)))).as("by a hub that is gone").isEmpty();
        assertThat(state.on(new Attach(1, 1))).isEmpty();
        state.on(new Linked(2));
        assertThat(state.on(new Attach(1, 2))).containsExactly(new Ask(1));
        assertThat(state.on(new Attached(1, 2, reply("a")))).containsExactly(new NoteJoined(reply("a")),
            new GiveClocks(1, 7, counters("a")), new Tell(new Request.Ready(0, "a")), new Ring(1));
    }

    @Test
    void withoutAnAssetThatAttachesAgainAllIsLostWithTheHub() {
        linked();
        joined(1, "a", false);
        assertThat(state.on(new LinkEnded(1))).containsExactly(new Over(), new End(1, AssetSession.End.LOST, null),
            new RingAll());
    }

    /** Of each session: it is opened once at most, and nothing is done with it before that, or once it is forgotten. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverComesASessionHasOneLife(final long seed) {
        final Random random = new Random(seed);
        for (int play = 0; play < PLAYS; play++) {
            final List<ConnectionCommand> log = new ArrayList<>();
            final List<ConnectionEffect> effects = new ArrayList<>();
            final ConnectionState played = new ConnectionState("h");
            for (int move = 0; move < MOVES; move++) {
                final ConnectionCommand command = any(random);
                log.add(command);
                effects.addAll(played.on(command));
            }
            requireOneLife(effects, log);
            final ConnectionState again = new ConnectionState("h");
            final List<ConnectionEffect> replayed = new ArrayList<>();
            log.forEach(command -> replayed.addAll(again.on(command)));
            assertThat(replayed).isEqualTo(effects);
        }
    }

    private static void requireOneLife(final List<ConnectionEffect> effects, final List<ConnectionCommand> log) {
        final Set<Long> opened = new HashSet<>();
        final Set<Long> alive = new HashSet<>();
        for (final ConnectionEffect effect : effects) {
            if (effect instanceof Open open) {
                assertThat(opened.add(open.session())).as("%s of %s", effect, log).isTrue();
                alive.add(open.session());
            } else if (effect instanceof ConnectionEffect.OfSession its) {
                assertThat(alive).as("%s of %s", effect, log).contains(its.session());
            }
            if (effect instanceof Forget forget) {
                alive.remove(forget.session());
            }
        }
    }

    private ConnectionCommand any(final Random random) {
        final long session = lastSession - random.nextInt(4);
        final String asset = "abc".substring(random.nextInt(3)).substring(0, 1);
        final int link = 1 + random.nextInt(2);
        return switch (random.nextInt(18)) {
            case 0, 1 -> new Join(++lastSession, asset, link);
            case 2, 3, 4 -> new Joined(session, reply(asset), random.nextBoolean());
            case 5 -> new Abandon(session);
            case 6 -> new Settled(session);
            case 7 -> new Ready(session);
            case 8 -> new Leave(session);
            case 9 -> new LeaveNamed(asset);
            case 10 -> new Close(session, "it");
            case 11 -> new Fail(session, "x", false);
            case 12 -> new Heard(link, new Event.Reset(null));
            case 13 -> new LinkEnded(link);
            case 14 -> new Linked(link);
            case 15 -> new Attach(session, link);
            case 16 -> random.nextInt(10) == 0 ? new CloseAll() : new Attached(session, link, reply(asset));
            default -> new GiveUp(session, "gone");
        };
    }
}
