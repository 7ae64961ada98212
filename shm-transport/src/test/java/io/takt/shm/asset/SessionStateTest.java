package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.PolledAsset.Turn;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session goes along the arrows of {@link SessionState} alone, and along each of them, whatever comes when. */
class SessionStateTest {
    private static final int PLAYS = 1_000;
    private static final int MOVES = 40;

    private final Set<String> gone = new TreeSet<>();

    private static Set<String> drawn() {
        final Set<String> arrows = new TreeSet<>();
        for (final SessionState from : SessionState.values()) {
            for (final SessionState to : SessionState.values()) {
                if (from.leadsTo(to)) {
                    arrows.add(from + " to " + to);
                }
            }
        }
        return arrows;
    }

    @Test
    void everyStateCanEndAndNoneComesBackFromThat() {
        for (final SessionState state : SessionState.values()) {
            assertThat(reachable(state)).as("from %s", state).contains(SessionState.ENDED);
            assertThat(SessionState.ENDED.leadsTo(state)).as("to %s", state).isFalse();
        }
    }

    private static Set<SessionState> reachable(final SessionState from) {
        final Set<SessionState> reached = EnumSet.of(from);
        for (int before = 0; before < reached.size();) {
            before = reached.size();
            for (final SessionState each : List.copyOf(reached)) {
                for (final SessionState next : SessionState.values()) {
                    if (each.leadsTo(next)) {
                        reached.add(next);
                    }
                }
            }
        }
        return reached;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void whateverComesItGoesAlongTheDrawing(final long seed) throws Exception {
        final Random random = new Random(seed);
        for (int i = 0; i < PLAYS; i++) {
            play(random);
        }
        assertThat(gone).isEqualTo(drawn());
    }

    private void play(final Random random) throws Exception {
        final SessionLab lab = new SessionLab(0);
        final AssetSession session = lab.session();
        final List<String> said = new ArrayList<>();
        for (int i = 0; i < MOVES; i++) {
            final SessionState before = session.status().state();
            said.add(move(random.nextInt(16), session, lab));
            final SessionState after = session.status().state();
            if (before != after && before.leadsTo(after)) {
                gone.add(before + " to " + after);
            }
            if (after == SessionState.ENDED) {
                assertThat(session.status().ended()).as("%s", said).isNotNull();
                assertThat(session.poll(0)).as("%s", said).isEqualTo(Turn.STOP);
            }
        }
    }

    private static String move(final int which, final AssetSession session, final SessionLab lab) throws Exception {
        switch (which) {
            case 0, 1, 2, 3, 4, 5 -> session.poll(0);
            case 6, 7, 8 -> commit(session);
            case 9 -> SessionLab.post(session, new SessionCommand.Reset());
            case 10 -> SessionLab.post(session, new SessionCommand.Detach());
            case 11, 12 -> SessionLab.post(session, new SessionCommand.Clocks(lab.clocks()));
            default -> {
                if (which == 13 && lab.core.read() > 20) {
                    session.end(AssetSession.End.LEFT);
                }
                lab.core.publish(lab.core.read() + 5);
            }
        }
        return which + " " + session.status().state();
    }

    private static void commit(final AssetSession session) {
        if (session.status().state() == SessionState.RESETTING) {
            session.life().commitReset();
        } else if (session.status().state() == SessionState.STEPPING) {
            session.commitStep(0);
        }
    }
}
