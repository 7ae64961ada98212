package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A simulation that another engine has saved goes on as it did there: the one of before there was a log, of commit
 * 5951acd4. It was given the events of {@link #inserts}, and saved at {@link #SAVED}.
 */
class OldSaveFileTest {
    private static final WildPhysics WILD = WildPhysics.of(2);
    private static final long SAVED = 100;
    private static final long END = 300;

    /** What that engine told: of the state when it saved, of what happened then, and of the state at the end. */
    private static final String STATE = "19624a4fab3b6720c81a621e26ac586e";
    private static final String HISTORY = "0f2f485c595cda80d4c8e85144211ecd";
    private static final String LAST_STATE = "b2b65e1e0b3b5b70b6aef3be4cfb952b";
    /** After a change at 120, of which nothing is left at the end. */
    private static final String CHANGED_HISTORY = "f23d656da8291495bfbbfebe5b575e1b";

    private static void inserts(final Steward steward) {
        for (int i = 0; i < 60; i++) {
            steward.insert(3 * i, Id.of(0, i), new WildDeed(WILD, i % 12, null));
        }
    }

    private static InputStream file() {
        return OldSaveFileTest.class.getResourceAsStream("before-the-log.save");
    }

    private static Steward loaded(final String kind) throws IOException {
        try (InputStream in = file()) {
            return kind.equals("replay") ? ReplaySteward.load(in, WILD.physics(), 20)
                : LogSteward.load(in, WILD.physics(), kind.equals("log"));
        }
    }

    private static String state(final Steward steward, final long time) {
        try (Snapshot snapshot = steward.snapshot(time)) {
            return snapshot.digest().toString();
        }
    }

    private static byte[] save(final Steward steward) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot snapshot = steward.snapshot(SAVED)) {
            snapshot.save(out, WILD.physics());
        }
        return out.toByteArray();
    }

    @Test
    void itHasSomeOfAllThatASaveFileCanHave() throws IOException {
        try (Snapshot saved = loaded("log").snapshot(SAVED)) {
            assertThat(saved.cells()).anyMatch(cell -> cell.key().high() == 0).anyMatch(cell -> cell.key().high() != 0);
            assertThat(saved.predictions()).anyMatch(each -> each.canaries().isEmpty());
            assertThat(saved.predictions()).flatMap(Snapshot.PendingEvent::canaries)
                .extracting(Snapshot.Canary::current).contains(true, false);
            assertThat(saved.dependences()).isNotEmpty();
            assertThat(saved.fiatEvents()).hasSize(26);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "log without history", "replay"})
    void itGoesOnAsItDidThere(final String kind) throws IOException {
        final Steward steward = loaded(kind);
        assertThat(steward.now()).isEqualTo(SAVED);
        assertThat(state(steward, SAVED)).isEqualTo(STATE);
        steward.advanceTo(END);
        assertThat(state(steward, END)).isEqualTo(LAST_STATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "replay"})
    void alsoAfterAChange(final String kind) throws IOException {
        final Steward steward = loaded(kind);
        assertThat(steward.digest(SAVED + 1, END)).hasToString(HISTORY);
        steward.insert(120, Id.of(1, 0), new WildDeed(WILD, 7, null));
        assertThat(steward.digest(SAVED + 1, END)).hasToString(CHANGED_HISTORY);
        assertThat(state(steward, END)).isEqualTo(LAST_STATE);
    }

    /** So a file of today is one that the engine before could load. */
    @Test
    void theSameIsSavedToday() throws IOException {
        final Steward steward = LogSteward.withHistory(WILD.physics());
        inserts(steward);
        try (InputStream in = file()) {
            assertThat(save(steward)).isEqualTo(in.readAllBytes()).isEqualTo(save(loaded("log")));
        }
    }
}
