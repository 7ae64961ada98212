package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.takt.shm.control.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An 802.11 network of ns-3 as an asset, by the example of its page. */
@Tag("long")
class Ns3IT extends HubTest {
    private static final String[] RUN = {"run", "-c", "air.json", "--until", "1s", "--json"};
    /** The last frame arrives at 300.3 ms, and an asset is 20 ms behind the core at most. */
    private static final long BEHIND_ALL_NS = 400_000_000;

    @TempDir
    private static Path programs;
    private String page;

    @BeforeAll
    static void compile() throws Exception {
        assumeThat(PythonTools.isThere("c++") && PythonTools.isThere("make")
            && Files.exists(Path.of("/usr/include/ns3/wifi-module.h")))
            .as("left out: needs ns-3 and a compiler for C++ (Debian: libns3-dev g++ make)").isTrue();
        final TaktProcess make = TaktProcess.start(programs, programs, List.of("make", "-C",
            TaktProcess.HOME.resolve("wrappers/ns3").toString(), "OUT=" + programs, "CXXFLAGS=-O1 -Werror"))
            .awaitEnd(PythonTools.LONG_S);
        assertThat(make.exitCode()).as(make.err()).isZero();
    }

    @BeforeEach
    void writeExample() throws Exception {
        page = Docs.read("docs/how-to/ns3.md");
        Files.copy(programs.resolve("takt-ns3"), folder.resolve("takt-ns3"));
        write("air.json", patient(Docs.block(page, "json", "coreStep")));
        write("drone.csv", Docs.block(page, "text", "hover"));
        write("rover.csv", Docs.block(page, "text", "stand"));
    }

    private void write(final String file, final String text) throws Exception {
        Files.writeString(folder.resolve(file), text);
    }

    private void change(final String from, final String to) throws Exception {
        final String text = Files.readString(folder.resolve("air.json"));
        assertThat(text).contains(from);
        write("air.json", text.replace(from, to));
    }

    private String digestOf(final TaktProcess run) throws Exception {
        assertThat(run.exitCode()).as(run.err()).isZero();
        return baseOf(run);
    }

    private static String baseOf(final TaktProcess run) throws Exception {
        return run.json().get("assets").get(3).get("digest").textValue();
    }

    /** 34 us of waiting, 20 us of preamble, 4 us for each 24 bits of the frame at 6 Mbit/s, and 15 m of way. */
    @Test
    void framesTakeTheTimeOf80211AndCollideAlikeInEveryRun() throws Exception {
        final String digest = digestOf(TaktProcess.run(folder, base, RUN));
        assertThat(folder.resolve("base.csv")).hasContent(Docs.block(page, "text", "state.drone"));
        change("\"air\", \"step\": \"1ms\"", "\"air\", \"step\": \"10ms\"");
        assertThat(digestOf(TaktProcess.run(folder, base, RUN))).as("with other steps").isEqualTo(digest);
        change("\"seed\": 7", "\"seed\": 7, \"pace\": {\"mode\": \"realtime\", \"speed\": 1}");
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "air.json", "--until", "1h", "--json")) {
            run.awaitStatus(base, "air", status -> status.coreTimeNs() > BEHIND_ALL_NS);
            TaktProcess.ask(base, "air", Request.Reset::new);
            run.awaitStatus(base, "air",
                status -> status.totals().resets() == 1 && status.coreTimeNs() > BEHIND_ALL_NS);
            TaktProcess.ask(base, "air", Request.Stop::new);
            assertThat(baseOf(run.awaitEnd())).as("after a reset").isEqualTo(digest);
        }
    }

    @Test
    void aRadioThatIsFarAwayOrMovesAwayHearsNothing() throws Exception {
        change("rover=30,0,0", "rover=1000,0,0");
        change("\"channels\": [", "\"channels\": [{ \"name\": \"position\", \"from\": \"drone\", \"type\": \"doubles\","
            + " \"to\": [{ \"asset\": \"air\", \"gate\": \"end\" }] },");
        write("drone.csv", "time_s,state,position\n0.1,climb,\n0.15,,\"[0,0,1000]\"\n0.2,hover,\n");
        digestOf(TaktProcess.run(folder, base, RUN));
        assertThat(folder.resolve("base.csv")).hasContent("time_s,state.drone,state.rover\n0.10011805,climb,\n");
    }

    @Test
    void whatIsWrongIsToldInOneLine() throws Exception {
        change("\"to\": [\"base\"], \"via\": \"air\"", "\"to\": [\"air\"]");
        final TaktProcess gate = TaktProcess.run(folder, base, RUN);
        assertThat(gate.exitCode()).isEqualTo(3);
        assertThat(gate.err()).contains("takt-ns3: channel 'state' of 'drone' has to be there with the step"
            + " in which it is sent: write {\"asset\": \"air\", \"gate\": \"end\"} as its receiver");
        change("[\"air\"]", "[{\"asset\": \"air\", \"gate\": \"end\"}]");
        change("\"channels\": [", "\"channels\": [{ \"name\": \"base.pose\", \"from\": \"air\", \"to\": [\"base\"] },");
        assertThat(TaktProcess.run(folder, base, RUN).err())
            .contains("takt-ns3: channel 'base.pose' cannot be sent: it is neither SENDER.RECEIVER.CHANNEL, as \"via\":"
                + " \"air\" makes it of a channel, nor RECEIVER.CHANNEL of a channel that the network receives");
        change("base.pose", "base.state");
        digestOf(TaktProcess.run(folder, base, RUN));
        assertThat(Files.readAllLines(folder.resolve("base.csv"))).as("of all senders").contains("time_s,base.state",
            "0.10011805,climb", "0.15011805,drive").hasSize(5);
        for (final String place : List.of("drone=1,2", "drone=nan,0,0")) {
            assertRefused("takt-ns3: --at: '" + place + "' is no ASSET=X,Y,Z, such as drone=10,0,2.5", "--at", place);
        }
        assertRefused("takt-ns3: --rate: 80211b has no 'Ofdm9'; it has DsssRate1Mbps, DsssRate2Mbps, DsssRate5_5Mbps,"
            + " DsssRate11Mbps", "--standard", "80211b", "--rate", "Ofdm9");
    }

    private void assertRefused(final String line, final String... options) throws Exception {
        final TaktProcess option = TaktProcess.start(folder, base,
            Stream.concat(Stream.of("./takt-ns3"), Stream.of(options)).toList()).awaitEnd(PythonTools.LONG_S);
        assertThat(option.exitCode()).isEqualTo(2);
        assertThat(option.err()).isEqualTo(line + "\n");
    }
}
