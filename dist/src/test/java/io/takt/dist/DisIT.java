package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A DIS exercise under {@code takt dis}, as its example has it, and as its page says. */
@Tag("long")
class DisIT extends HubTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double RADIUS_M = 50;
    private static final int STOP = 14;
    private static final int START = 13;
    private static final int ACKNOWLEDGE = 15;

    @BeforeEach
    void copyExample() throws Exception {
        copyExample("dis", "*.{java,json,sh}", folder);
        // Other exercises of this machine are none of ours.
        final String port = Integer.toString(Ports.free());
        for (final String each : List.of("west.json", "east.json", "run.sh")) {
            final String text = Files.readString(folder.resolve(each));
            Files.writeString(folder.resolve(each), text.replace("\"--capture\"", "\"--to\", \"239.1.2.3:" + port
                + "\", \"--capture\"").replace("3000", port));
        }
    }

    /** The states in the second column of a file. */
    private List<JsonNode> states(final String file) throws Exception {
        return Files.readAllLines(folder.resolve(file)).stream().skip(1).map(line -> {
            try {
                final String cell = line.substring(line.indexOf(',') + 2, line.length() - 1);
                return JSON.readTree(cell.replace("\"\"", "\""));
            } catch (final IOException e) {
                throw new AssertionError(line, e);
            }
        }).toList();
    }

    /** How far a state is outside the circle; negative inside. */
    private static double outsideM(final JsonNode state) {
        final JsonNode location = state.get("location");
        return Math.hypot(location.get(1).doubleValue(), location.get(2).doubleValue()) - RADIUS_M;
    }

    @Test
    void threeTanksAreSeenByASecondGatewayAndByTshark() throws Exception {
        final TaktProcess run = TaktProcess.start(folder, base, List.of("./run.sh")).awaitEnd(PythonTools.LONG_S);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        final List<JsonNode> seen = states("seen.csv");
        assertThat(seen.stream().map(each -> each.get("id").get(2).intValue()).distinct().sorted())
            .containsExactly(1, 2, 3);
        // The threshold, what a step adds, and single precision are less than 2 m. While the sending gateway stands,
        // the other one reckons on, which leads outward.
        assertThat(seen).allMatch(each -> outsideM(each) > -2);
        for (int tank = 1; tank <= 3; tank++) {
            final int id = tank;
            final List<JsonNode> its = seen.stream().filter(each -> each.get("id").get(2).intValue() == id).toList();
            assertThat(its).filteredOn(each -> outsideM(each) < 2).hasSizeGreaterThan(its.size() / 2);
        }
        if (PythonTools.isThere("tshark")) {
            assertThat(run.out()).contains("DIS", "Entity State", "TANK 1", "TANK 2", "TANK 3")
                .doesNotContainIgnoringCase("malformed");
        }
        assertThat(states("again.csv")).hasSizeGreaterThan(100);
        final byte[] again = Files.readAllBytes(folder.resolve("again.csv"));
        assertThat(TaktProcess.run(folder, base, "run", "-c", "again.json", "--until", "10s").exitCode()).isZero();
        assertThat(folder.resolve("again.csv")).hasBinaryContent(again);
    }

    /** By unicast, with an exercise that the test is. */
    @Test
    void anExercisePausesTheHubAndResumesItWhereThatIsAllowed() throws Exception {
        try (DatagramSocket exercise = new DatagramSocket(new InetSocketAddress("127.0.0.3", 0))) {
            exercise.setSoTimeout(60_000);
            final int port = Ports.free();
            Files.writeString(folder.resolve("ruled.json"), """
                {"hub": "ruled", "coreStep": "10ms", "maxDelay": "100ms", "assets": [{"name": "dis", "step": "10ms",
                  "launch": ["takt", "dis", "--to", "127.0.0.3:%d", "--listen", "127.0.0.1:%d", "--allow-control"]}]}
                """.formatted(exercise.getLocalPort(), port));
            try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", "ruled.json")) {
                run.awaitRunning(base, "ruled");
                send(exercise, port, STOP, 40);
                assertThat(answer(exercise)).containsExactly(ACKNOWLEDGE, 4, 1, 5);
                run.awaitStatus(base, "ruled", status -> status.state() == HubState.PAUSED);
                send(exercise, port, START, 44);
                assertThat(answer(exercise)).containsExactly(ACKNOWLEDGE, 3, 1, 5);
                final HubStatus resumed =
                    run.awaitStatus(base, "ruled", status -> status.state() == HubState.RUNNING);
                run.awaitStatus(base, "ruled", status -> status.coreTimeNs() > resumed.coreTimeNs());
                run.awaitErr("the exercise has paused the hub");
                run.awaitErr("the exercise has resumed the hub");
            }
        }
    }

    private static void send(final DatagramSocket exercise, final int port, final int kind, final int length)
        throws Exception {
        final ByteBuffer pdu = ByteBuffer.allocate(length).put(0, (byte) 7).put(1, (byte) 1).put(2, (byte) kind)
            .put(3, (byte) 5).putShort(8, (short) length).putShort(18, (short) -1).putShort(20, (short) -1)
            .putShort(22, (short) -1).putInt(length - 4, 5);
        exercise.send(new DatagramPacket(pdu.array(), length, InetAddress.getByName("127.0.0.1"), port));
    }

    /** Kind, acknowledged, response and request. */
    private static List<Integer> answer(final DatagramSocket exercise) throws Exception {
        final DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        exercise.receive(packet);
        final ByteBuffer pdu = ByteBuffer.wrap(packet.getData());
        return List.of((int) pdu.get(2), (int) pdu.getShort(24), (int) pdu.getShort(26), pdu.getInt(28));
    }

    @Test
    void whatIsWrongIsToldInOneLine() throws Exception {
        final TaktProcess far = TaktProcess.run(folder, base, "dis", "--name", "dis", "--to", "10.1.2.3:3000");
        assertThat(far.exitCode()).isEqualTo(1);
        assertThat(far.err()).isEqualTo("takt: 10.1.2.3:3000 is not on this host: name the interface, as in"
            + " --interface eth0, to let PDUs leave it\n");
        final TaktProcess start = TaktProcess.run(folder, base, "dis", "--name", "dis", "--start", "noon");
        assertThat(start.exitCode()).isEqualTo(2);
        assertThat(start.err()).contains("--start: 'noon' is no instant, such as 2026-01-31T12:00:00Z");
        final Path config = folder.resolve("again.json");
        Files.writeString(config, Files.readString(config).replace("east.pcap", "none.pcap"));
        assertThat(TaktProcess.run(folder, base, "check", "-c", "again.json").err()).contains("there is no file ");
        final TaktProcess play = TaktProcess.run(folder, base, "dis", "--name", "dis", "--play", "none.pcap");
        assertThat(play.err()).isEqualTo("takt: there is no file none.pcap\n");
    }
}
