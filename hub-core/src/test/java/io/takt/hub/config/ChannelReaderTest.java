package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.ValueSpec;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.unit.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelReaderTest {
    @TempDir
    private Path folder;

    private ConfigReader.Result read(final String channels) throws IOException {
        final Path file = Files.writeString(folder.resolve("lab.json"), """
            {"coreStep": "10ms", "maxDelay": "40ms", "seed": 42, "assets": [
              {"name": "drone", "step": "5ms"}, {"name": "radar", "step": "10ms"}, {"name": "tower", "step": "10ms"}],
             "channels": [%s]}""".formatted(channels));
        return ConfigReader.read(file, new ProgramFinder(null, "/usr/bin:/bin"));
    }

    private MessagePlan plan(final String channels) throws IOException {
        final ConfigReader.Result result = read(channels);
        assertThat(result.problems()).isEmpty();
        return result.config().messages();
    }

    private List<String> lines(final String channels) throws IOException {
        return read(channels).problems().stream().map(Problem::line).toList();
    }

    @Test
    void aChannelNeedsNoMoreThanANameASenderAndAReceiver() throws IOException {
        final MessagePlan plan = plan("{\"name\": \"pose\", \"from\": \"drone\", \"to\": [\"radar\"]}");
        assertThat(plan.seed()).isEqualTo(42);
        assertThat(plan.outputs()).containsOnlyKeys("drone").containsEntry("drone", List.of(OutputSpec.named("pose")));
        assertThat(plan.inputs()).containsOnlyKeys("radar")
            .containsEntry("radar", List.of(InputSpec.gated("pose", "drone")));
    }

    /** Simulators draw from it, and links that programs declare do. */
    @Test
    void theSeedIsThereWithoutChannels() throws IOException {
        assertThat(plan("").seed()).isEqualTo(42);
    }

    @Test
    void aLinkMaySayOtherwiseThanItsChannel() throws IOException {
        final MessagePlan plan = plan("""
            {"name": "pose", "from": "drone", "maxBytes": 99, "delay": "20ms", "jitter": "3ms", "loss": 0.25,
             "gate": "end", "to": ["radar", {"asset": "tower", "delay": "0ms", "loss": 0, "gate": "start"},
               {"asset": "drone", "delivery": "retroactive"}]},
            {"name": "pose", "from": "radar", "delivery": "latest", "to": ["drone"]}""");
        assertThat(plan.outputs().get("drone")).containsExactly(OutputSpec.named("pose").maxBytes(99));
        assertThat(plan.inputs().get("radar"))
            .containsExactly(InputSpec.of("pose", "drone", Delivery.GATED_UNTIL_END).delayNs(20_000_000)
                .jitterNs(3_000_000).loss(0.25));
        assertThat(plan.inputs().get("tower"))
            .containsExactly(InputSpec.gated("pose", "drone").jitterNs(3_000_000));
        assertThat(plan.inputs().get("drone")).containsExactly(
            InputSpec.retroactive("pose", "drone").delayNs(20_000_000).jitterNs(3_000_000).loss(0.25),
            InputSpec.latest("pose", "radar"));
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() throws IOException {
        assertThat(lines("""
            {"name": "p q", "from": "ghost", "to": [], "x": 1},
            {"name": "a", "from": "drone", "to": ["radar", "radar", {"asset": "moon"}, 7], "delay": 5},
            {"name": "b", "from": "drone", "to": ["radar", "tower"], "delivery": "latest", "loss": 0.5},
            {"name": "b", "from": "drone", "to": ["radar"]},
            {"name": "c", "from": "drone", "to": ["radar"], "delivery": "retroactive", "gate": "end"},
            {"name": "d", "from": "drone", "to": ["radar"], "loss": 1.5, "jitter": "-1ms", "maxBytes": -1},
            {"name": "e", "from": "drone", "to": ["radar"], "delivery": "soon", "gate": "middle"},
            {"name": "f", "from": "drone", "to": ["radar"], "delay": "9223372036854775807ns", "jitter": "1ns"},
            {"name": "g", "from": "drone", "to": "radar"},
            {"name": "h", "from": "drone", "to": [{"asset": "radar", "delivery": "latest"}], "delay": "1ms"}"""))
            .containsExactlyInAnyOrder(
                "channels[0].x = 1: is no field of Takt; known here are name, from, to, maxBytes, delivery, gate,"
                    + " delay, jitter, loss, type, unit, via",
                "channels[0].name = \"p q\": is not a name; a name has 1 to 100 letters, digits, '.', '_' or '-' and"
                    + " starts with a letter or digit",
                "channels[0].from = \"ghost\": is no asset of this file; there are drone, radar, tower",
                "channels[0].to = []: names no receiver; write a list of assets, such as [\"radar\"]",
                "channels[1].delay = 5: is not a time; write a text with a unit, such as \"10ms\"",
                "channels[1].to[1].asset = \"radar\": is a receiver of channels[1] already; name it once",
                "channels[1].to[2].asset = \"moon\": is no asset of this file; there are drone, radar, tower",
                "channels[1].to[3] = 7: is neither a name nor an object; write \"radar\"",
                "channels[2].delivery = \"latest\": is \"latest\", which has no delay, jitter or loss; make it"
                    + " \"gated\", or leave them out",
                "channels[3].name = \"b\": is the name of channels[2] as well, from the same asset; the channels of an"
                    + " asset have names of their own",
                "channels[4].gate = \"end\": goes with delivery \"gated\" only; leave it out",
                "channels[5].jitter = \"-1ms\": is negative; a time is never less than 0",
                "channels[5].loss = 1.5: is not a number from 0 to 1",
                "channels[5].maxBytes = -1: is not a size; write a number of bytes from 0 to 67108864",
                "channels[6].delivery = \"soon\": is none of gated, latest, retroactive",
                "channels[6].gate = \"middle\": is none of start, end",
                "channels[7].jitter = \"1ns\": is too long: delay and jitter together pass the largest time,"
                    + " 9223372036854775807ns",
                "channels[8].to = \"radar\": is not a list; write [\"radar\"]",
                "channels[9].to[0].delivery = \"latest\": is \"latest\", which has no delay, jitter or loss; make it"
                    + " \"gated\", or leave them out");
    }

    @Test
    void moreThanALogHasRoomForIsToldOnceForASender() throws IOException {
        final String channels = IntStream.range(0, 66).mapToObj(i -> "{\"name\": \"c" + i
            + "\", \"from\": \"drone\", \"to\": [\"radar\"]}").collect(Collectors.joining(","));
        assertThat(lines(channels)).containsExactly("channels[64].name = \"c64\": is one channel of 'drone' too many;"
            + " an asset sends 64 at most");
        final String names = IntStream.range(0, 258).mapToObj(i -> "\"r" + i + "\"").collect(Collectors.joining(","));
        final String assets = IntStream.range(0, 258)
            .mapToObj(i -> "{\"name\": \"r" + i + "\", \"step\": \"10ms\"}").collect(Collectors.joining(","));
        final Path file = folder.resolve("many.json");
        final String form = """
            {"coreStep": "10ms", "maxDelay": "40ms", "assets": [{"name": "drone", "step": "10ms"}, %s],
             "channels": [{"name": "p", "from": "drone", "delivery": "%s", "to": [%s]}]}""";
        final ProgramFinder programs = new ProgramFinder(null, "/usr/bin:/bin");
        Files.writeString(file, form.formatted(assets, "gated", names));
        assertThat(ConfigReader.read(file, programs).problems()).extracting(Problem::line).containsExactly(
            "channels[0].to[256].asset = \"r256\": is one receiver of 'drone' too many; its log has room for 256,"
            + " listeners included; latest values take none of that");
        Files.writeString(file, form.formatted(assets, "latest", names));
        assertThat(ConfigReader.read(file, programs).problems()).isEmpty();
    }

    @Test
    void gatesThatWaitForEachOtherAreToldWithTheCycleAndWhatHelps() throws IOException {
        final ConfigReader.Result result = read("""
            {"name": "pose", "from": "drone", "to": ["radar"], "gate": "end"},
            {"name": "order", "from": "radar", "to": ["drone"], "gate": "end", "delay": "1ms"}""");
        assertThat(result.isUsable(false)).isFalse();
        assertThat(result.isUsable(true)).as("by force").isTrue();
        assertThat(result.problems()).extracting(Problem::line).containsExactly("channels: the gates would stop the"
            + " simulation for good: the core at 40ms waits for 'drone'; 'drone' at 0s waits for channel 'order' of"
            + " 'radar', which stands at 0s and would have to be at 4ms; 'radar' at 0s waits for channel 'pose' of"
            + " 'drone', which stands at 0s and would have to be at 10ms; set the delay of channel 'order' from 'radar'"
            + " to 'drone' to 10ms (it is 1ms)");
    }

    @Test
    void gatesWithEnoughDelayAndGatesAtTheStartAreAllRight() throws IOException {
        assertThat(lines("""
            {"name": "pose", "from": "drone", "to": ["radar"], "gate": "end", "delay": "10ms"},
            {"name": "order", "from": "radar", "to": ["drone"], "gate": "end", "delay": "5ms"},
            {"name": "a", "from": "drone", "to": ["radar"]},
            {"name": "a", "from": "radar", "to": ["drone"]}""")).isEmpty();
    }

    @Test
    void aChannelHasTypeAndUnitAndAReceiverMayWantAnother() throws IOException {
        final MessagePlan plan = plan("""
            {"name": "speed", "from": "drone", "type": "double", "unit": "m/s",
             "to": ["radar", {"asset": "tower", "unit": "km/h"}]}""");
        final ValueSpec speed = new ValueSpec("double", Units.parse("m/s"), null);
        assertThat(plan.outputs("drone", List.of())).extracting(OutputSpec::values).containsExactly(speed);
        assertThat(plan.inputs("radar", List.of())).extracting(InputSpec::values).containsExactly(speed);
        assertThat(plan.inputs("tower", List.of()).get(0).values().conversion().apply(10)).isEqualTo(36);
    }

    @Test
    void aReceiverThatDeclaresAChannelByItselfIsToldOfItsUnit() throws IOException {
        final MessagePlan plan = plan("""
            {"name": "speed", "from": "drone", "unit": "m/s", "to": ["radar"]}""");
        assertThat(plan.inputs("tower", List.of(InputSpec.latest("speed", "drone"))).get(0).values().unit().name())
            .isEqualTo("m/s");
    }

    @Test
    void unitsThatDoNotFitAreRefused() throws IOException {
        assertThat(lines("""
            {"name": "a", "from": "drone", "unit": "metres", "to": ["radar", {"asset": "tower", "unit": "m"}]},
            {"name": "b", "from": "drone", "unit": "m", "to": [{"asset": "radar", "unit": "s"}]},
            {"name": "c", "from": "drone", "to": [{"asset": "radar", "unit": "s"}]},
            {"name": "d", "from": "drone", "type": "text", "unit": "m", "to": ["radar"]},
            {"name": "e", "from": "drone", "type": "longs", "unit": "m", "to": [{"asset": "radar", "unit": "mm"}]},
            {"name": "f", "from": "drone", "type": "float", "to": ["radar"]},
            {"name": "g", "from": "drone", "unit": 3, "to": ["radar"]},
            {"name": "h", "from": "drone", "unit": "", "to": [{"asset": "radar", "unit": "m"}]},
            {"name": "i", "from": "drone", "type": "text", "to": [{"asset": "radar", "unit": "m"}]}"""))
            .containsExactly(
                "channels[0].unit = \"metres\": is no unit; " + Units.FORM,
                "channels[1].to[0].unit = \"s\": is no unit for this channel: 'm' cannot be converted into 's': the one"
                    + " is a unit of m, the other of s; write a unit of m",
                "channels[2].to[0].unit = \"s\": has nothing to be converted from; write the unit of the channel as"
                    + " well",
                "channels[3].unit = \"m\": goes with numbers only, and the type is \"text\"; leave it out",
                "channels[4].to[0].unit = \"mm\": is another one than that of the channel, \"m\", whose whole numbers"
                    + " cannot be converted; make its type \"double\"",
                "channels[5].type = \"float\": is none of json, text, double, doubles, long, longs, bytes",
                "channels[6].unit = 3: is not a text; write a unit, such as \"m/s\", or \"1\" for numbers without a"
                    + " dimension",
                "channels[7].unit = \"\": is empty; write a unit, such as \"m/s\", or \"1\" for numbers without a"
                    + " dimension",
                "channels[8].to[0].unit = \"m\": goes with numbers only, and the type is \"text\"; leave it out");
    }

    @Test
    void aCarrierGetsEachMessageInItsStepAndSendsItToEachReceiver() throws IOException {
        final ValueSpec speed = new ValueSpec("double", Units.parse("m/s"), null);
        final MessagePlan plan = plan("""
            {"name": "v", "from": "drone", "type": "double", "unit": "m/s", "maxBytes": 8, "via": "tower",
             "delay": "10ms", "loss": 0.5,
             "to": [{"asset": "radar", "unit": "km/h"}, {"asset": "drone", "gate": "end", "loss": 0}]},
            {"name": "w", "from": "drone",
             "to": ["tower", {"asset": "drone", "via": "radar", "delivery": "latest"}]}""");
        assertThat(plan.outputs().get("tower")).containsExactly(
            new OutputSpec("drone.radar.v", 8, speed), new OutputSpec("drone.drone.v", 8, speed));
        assertThat(plan.inputs().get("tower")).containsExactly(
            InputSpec.of("v", "drone", Delivery.GATED_UNTIL_END).values(speed), InputSpec.gated("w", "drone"));
        final InputSpec radio = InputSpec.gated("drone.radar.v", "tower").delayNs(10_000_000).loss(0.5)
            .values(new ValueSpec("double", speed.unit(), Units.parse("km/h")));
        assertThat(plan.inputs().get("radar")).containsExactly(radio,
            InputSpec.of("w", "drone", Delivery.GATED_UNTIL_END));
        assertThat(plan.inputs().get("drone")).containsExactly(
            InputSpec.of("drone.drone.v", "tower", Delivery.GATED_UNTIL_END).delayNs(10_000_000).values(speed),
            InputSpec.latest("drone.drone.w", "radar"));
        assertThat(plan.told(radio)).isEqualTo(InputSpec.gated("v", "drone").delayNs(10_000_000).loss(0.5)
            .values(radio.values()));
    }

    /** Gates at the end of steps on both halves of the way, back to the sender. */
    @Test
    void bothHalvesOfTheWayAreJudged() throws IOException {
        final String channel = "{\"name\": \"v\", \"from\": \"drone\", \"via\": \"tower\", \"gate\": \"end\","
            + " \"to\": [\"drone\"], \"delay\": \"%s\"}";
        assertThat(lines(channel.formatted("5ms"))).singleElement().asString().contains("the gates would stop the"
            + " simulation for good").contains("'drone' at 5ms waits for channel 'drone.drone.v' of 'tower'")
            .endsWith("set the delay of channel 'drone.drone.v' from 'tower' to 'drone' to 10ms (it is 5ms)");
        assertThat(lines(channel.formatted("10ms"))).isEmpty();
    }

    @Test
    void aCarrierThatCannotBeOneIsTold() throws IOException {
        final String c = "c".repeat(90);
        assertThat(lines("""
            {"name": "a", "from": "drone", "to": ["radar"], "via": "moon"},
            {"name": "b", "from": "drone", "to": ["radar"], "via": "drone"},
            {"name": "c", "from": "drone", "to": ["radar", {"asset": "tower", "via": "radar"}]},
            {"name": "%s", "from": "drone", "to": ["radar"], "via": "tower"},
            {"name": "drone.radar.d", "from": "tower", "to": ["radar"]},
            {"name": "d", "from": "drone", "to": ["radar"], "via": "tower"},
            {"name": "e", "from": "drone", "to": ["radar"], "via": 7}""".formatted(c))).containsExactlyInAnyOrder(
                "channels[0].via = \"moon\": is no asset of this file; there are drone, radar, tower",
                "channels[1].via = \"drone\": is the sender of this channel itself; name another asset, or leave it"
                    + " out",
                "channels[2].to[1].via = \"radar\": is a receiver of this channel itself; name another asset, or leave"
                    + " it out",
                "channels[3].to[0].asset = \"radar\": makes the name 'drone.radar." + c + "' of what 'tower' sends to"
                    + " it, and a name has at most 100 characters; give asset or channel a shorter one",
                "channels[5].to[0].asset = \"radar\": makes channel 'drone.radar.d' of 'tower', which channels[4] is as"
                    + " well; give one of them another name",
                "channels[6].via = 7: is not a name; a name has 1 to 100 letters, digits, '.', '_' or '-' and starts"
                    + " with a letter or digit");
    }
}
