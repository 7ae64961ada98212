package io.takt.hub.core;

import static io.takt.asset.HubState.FAILED;
import static io.takt.asset.HubState.RUNNING;
import static io.takt.asset.HubState.STOPPED;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.status.End;
import io.takt.shm.control.Event;
import io.takt.shm.control.Request;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An asset ends the run, or says that it has failed. */
class HubMachineEndByAssetTest {
    private final HubLab lab = Plan.of(10, 20).open();
    private LabAsset a;
    private LabAsset b;

    @BeforeEach
    void open() {
        a = lab.member("a", 10);
        b = lab.member("b", 10);
        a.step();
        lab.run(5);
    }

    @Test
    void itStops() {
        assertThat(lab.ask(a.connection, new Request.Stop(77, "a", "landed", false)).ok()).isTrue();
        assertThat(lab.machine.state()).isEqualTo(STOPPED);
        assertThat(lab.machine.end()).isEqualTo(End.ENDED_BY_ASSET);
        assertThat(lab.reason()).isEqualTo("asset 'a' ended the run: landed");
        assertThat(lab.events(b.connection, Event.State.class)).last()
            .isEqualTo(new Event.State(STOPPED, lab.reason()));
    }

    @Test
    void itFailsAndNoAssetIsLost() {
        assertThat(lab.ask(a.connection, new Request.Stop(77, "a", "fell\nover", true)).ok()).isTrue();
        assertThat(lab.machine.state()).isEqualTo(FAILED);
        assertThat(lab.machine.end()).isEqualTo(End.FAILED_BY_ASSET);
        assertThat(lab.reason()).isEqualTo("asset 'a' failed the run: fell over");
        assertThat(a.state()).isNotEqualTo(AssetState.LOST);
        assertThat(lab.events(b.connection, Event.State.class)).last()
            .isEqualTo(new Event.State(FAILED, lab.reason()));
    }

    @Test
    void onlyByTheConnectionOfTheAsset() {
        assertThat(lab.ask(a.connection, new Request.Stop(77, "b", "mine", false)).error())
            .isEqualTo("no asset 'b' has joined over this connection");
        assertThat(lab.ask(a.connection, new Request.Stop(78, null, "ghost", true)).error())
            .isEqualTo("only an asset can fail the run; name it in the field 'asset'");
        assertThat(lab.machine.state()).isEqualTo(RUNNING);
    }

    @Test
    void aReasonMayBeGivenWithoutAnAsset() {
        lab.ask(99, new Request.Stop(77, null, "lunch", false));
        assertThat(lab.machine.end()).isEqualTo(End.ASKED);
        assertThat(lab.reason()).isEqualTo("asked to stop: lunch");
    }

    @Test
    void theFirstEndCounts() {
        lab.ask(a.connection, new Request.Stop(77, "a", "first", false));
        lab.ask(b.connection, new Request.Stop(78, "b", "second", true));
        assertThat(lab.machine.end()).isEqualTo(End.ENDED_BY_ASSET);
        assertThat(lab.reason()).endsWith(": first");
    }

    @Test
    void inAReset() {
        lab.reset(98);
        lab.ask(a.connection, new Request.Stop(77, "a", "enough", false));
        assertThat(lab.machine.state()).isEqualTo(STOPPED);
    }
}
