package io.takt.wrapper.fmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of FMUs: bad ones, and those that mean harm. */
class FmuTest {
    private static final FmuLog QUIET = new FmuLog(line -> { }, false);
    private static final String MODEL = "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\">"
        + "<CoSimulation modelIdentifier=\"m\"/></fmiModelDescription>";

    @TempDir
    private Path folder;

    private Path file(final String description, final String... entries) throws IOException {
        final Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("modelDescription.xml", description.getBytes(StandardCharsets.UTF_8));
        for (final String each : entries) {
            all.put(each, new byte[1_000]);
        }
        return Fmus.zip(folder.resolve("m.fmu"), all);
    }

    private void assertRefused(final Path file, final String message) {
        assertThatThrownBy(() -> Fmu.open(file, QUIET).close()).isInstanceOf(WrapperException.class)
            .hasMessageContaining(message).hasMessageNotContaining("\n").hasMessageContaining(file.toString());
    }

    @Test
    void aFileThatIsNoFmuIsTold() throws IOException {
        assertRefused(folder.resolve("none.fmu"), "there is no file ");
        assertRefused(Files.writeString(folder.resolve("text.fmu"), "hello"), "is no FMU: it is no ZIP file (");
        assertRefused(Fmus.zip(folder.resolve("m.fmu"), Map.of("a", new byte[1])), "it has no modelDescription.xml");
        assertRefused(file(MODEL, "binaries/win64/m.dll", "binaries/darwin64/m.dylib"), "has no binary for this machine"
            + ", binaries/linux64/m.so; it has folders for darwin64, win64");
        assertRefused(file(MODEL), "m.so; it has none at all");
        assertRefused(file(MODEL, "binaries/linux64/m.so"), "m.so: invalid ELF header");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "<a> | modelDescription.xml, line 1, begins with <a>, and not with <fmiModelDescription>",
        "<fmiModelDescription | modelDescription.xml, line 1, is no XML: ",
        "<fmiModelDescription fmiVersion=\"1.0\"/> | it is of FMI 1.0; FMI 2.0 and 3.0 can be opened",
        "<fmiModelDescription fmiVersion=\"2.0\"/> | has no attribute 'guid' where it belongs",
        "<fmiModelDescription fmiVersion=\"3.0\" guid=\"g\"/> | has no attribute 'instantiationToken' where it belongs",
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]><a>&b;</a> | has a document type",
        "MODEL<CoSimulation modelIdentifier=\"../m\"/> | has the modelIdentifier '../m', which is no identifier of C",
        "MODEL<ModelExchange modelIdentifier=\"m\"/> | has no co-simulation, but only ModelExchange",
        "MODEL<ModelVariables><ScalarVariable name=\"a\" valueReference=\"-1\"><Real/></ScalarVariable>"
            + "</ModelVariables> | has the valueReference '-1', which is no number of 32 bits",
        "MODEL<ModelVariables><ScalarVariable name=\"a\" valueReference=\"1\"><Odd/></ScalarVariable></ModelVariables>"
            + " | has variable 'a' of unknown type Odd",
        "MODEL<TypeDefinitions><SimpleType name=\"a\"><Enumeration><Item name=\"b\" value=\"c\"/></Enumeration>"
            + "</SimpleType></TypeDefinitions> | has an Item of value 'c', which is no whole number"})
    void aWrongDescriptionIsToldInOneLine(final String text, final String message) throws IOException {
        final String model = "<fmiModelDescription fmiVersion=\"2.0\" guid=\"g\">";
        assertRefused(file(text.startsWith("MODEL") ? text.replace("MODEL", model) + "</fmiModelDescription>" : text),
            message);
    }

    @ParameterizedTest
    @CsvSource({"../takt-out.txt", "resources/../../takt-out.txt", "/tmp/takt-out.txt", "sources/../../takt-out.txt"})
    void anEntryThatLeadsOutIsRefused(final String entry) throws IOException {
        final Path out = folder.resolveSibling("takt-out.txt");
        Files.deleteIfExists(out);
        assertRefused(file(MODEL, "binaries/linux64/m.so", entry), "is not unpacked: its entry '" + entry
            + "' leads out of its folder");
        assertThat(out).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"resources/a/b, b' cannot be unpacked: ", "resources/a\0b, a?b' cannot be unpacked: "})
    void anEntryThatCannotBeUnpackedIsNamed(final String entry, final String message) throws IOException {
        assertRefused(file(MODEL, "binaries/linux64/m.so", "resources/a", entry), message);
    }

    @Test
    void moreThanIsAllowedIsNotUnpacked() throws IOException {
        final Path file = file(MODEL, "resources/a", "resources/b");
        try (FmuArchive archive = new FmuArchive(file, "FMU", 1_500)) {
            assertThatThrownBy(() -> archive.unpack("resources/", folder.resolve("unpacked")))
                .isInstanceOf(WrapperException.class)
                .hasMessage(file + " is not unpacked: with entry 'resources/b' it has more than 1500 bytes");
        }
        try (FmuArchive archive = new FmuArchive(file, "FMU", 100)) {
            assertThatThrownBy(archive::description).isInstanceOf(WrapperException.class)
                .hasMessageContaining("with entry 'modelDescription.xml' it has more than 100 bytes");
        }
    }

    /** The JVM would die of it. */
    @Test
    void aBinaryThatIsCutOffIsTold() throws Exception {
        final byte[] whole = Files.readAllBytes(Fmus.compiled("linear2"));
        for (final int length : new int[] {whole.length / 4, 100}) {
            final Map<String, byte[]> entries = Map.of("modelDescription.xml",
                Fmus.description("linear2").getBytes(StandardCharsets.UTF_8), "binaries/linux64/linear2.so",
                Arrays.copyOf(whole, length));
            assertRefused(Fmus.zip(folder.resolve("m.fmu"), entries), "it is cut off after " + length + " bytes");
        }
    }

    /** Bytes that are packed as they are could be wrong without a sign. */
    @ParameterizedTest
    @CsvSource({"resources/a", "modelDescription.xml"})
    void anEntryThatIsDamagedIsTold(final String entry) throws IOException {
        final Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("modelDescription.xml", MODEL.replace("\"m\"", "\"marked\"").getBytes(StandardCharsets.UTF_8));
        all.put("resources/a", "marked".getBytes(StandardCharsets.UTF_8));
        all.put("binaries/linux64/marked.so", new byte[1]);
        final Path file = folder.resolve("m.fmu");
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (final Map.Entry<String, byte[]> each : all.entrySet()) {
                final CRC32 crc = new CRC32();
                crc.update(each.getValue());
                final ZipEntry stored = new ZipEntry(each.getKey());
                stored.setMethod(ZipEntry.STORED);
                stored.setSize(each.getValue().length);
                stored.setCrc(crc.getValue());
                zip.putNextEntry(stored);
                zip.write(each.getValue());
            }
        }
        final String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        final int at = bytes.indexOf("marked", bytes.indexOf(entry));
        Files.writeString(file, bytes.substring(0, at) + "M" + bytes.substring(at + 1), StandardCharsets.ISO_8859_1);
        assertRefused(file, "is damaged: its entry '" + entry + "' has not the checksum that the file gives for it");
    }

    /** A folder whose process lives is left alone, as is one of another program. */
    @Test
    void theFolderOfADeadProcessIsDeletedByTheNextOne() throws Exception {
        final Path unknown = Files.createTempDirectory("takt-fmu-");
        try (FmuFolder first = new FmuFolder()) {
            final Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp", System.getProperty("java.class.path"), Crash.class.getName()).start();
            final Path dead = Path.of(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertThat(other.waitFor()).isEqualTo(7);
            assertThat(dead.resolve("binaries")).exists();
            try (FmuFolder second = new FmuFolder()) {
                assertThat(dead).doesNotExist();
                assertThat(second.path()).exists();
            }
            assertThat(first.path()).exists();
            assertThat(unknown).exists();
        } finally {
            Files.delete(unknown);
        }
    }

    /** Another process, which leaves its folder behind. */
    static final class Crash {
        private Crash() {
        }

        public static void main(final String[] args) throws IOException {
            final FmuFolder folder = new FmuFolder();
            Files.createDirectory(folder.path().resolve("binaries"));
            System.out.print(folder.path());
            System.out.flush();
            Runtime.getRuntime().halt(7);
        }
    }

    @Test
    void aBinaryOfAnotherModelIsTold() throws Exception {
        final Path linear = Fmus.make(folder, "linear2",
            Fmus.description("linear2").replace("guid=\"linear\"", "guid=\"x\""), Map.of());
        assertRefused(linear, "fmi2Instantiate made no instance; the FMU says: this binary is of another guid");
        final Path ball = Fmus.make(folder, "ball3",
            Fmus.description("ball3").replace("Token=\"ball\"", "Token=\"x\""), Map.of());
        assertRefused(ball, "fmi3InstantiateCoSimulation made no instance; the FMU says: this binary is of another");
    }

    @Test
    void aBinaryWithoutAFunctionIsTold() throws Exception {
        final String description = Fmus.description("linear2").replace("fmiVersion=\"2.0\"", "fmiVersion=\"3.0\"")
            .replace("guid", "instantiationToken").replaceAll("(?s)<ModelVariables>.*</ModelVariables>", "");
        final Map<String, byte[]> entries = Map.of("modelDescription.xml",
            description.getBytes(StandardCharsets.UTF_8), "binaries/x86_64-linux/linear2.so",
            Files.readAllBytes(Fmus.compiled("linear2")));
        assertRefused(Fmus.zip(folder.resolve("m.fmu"), entries), "the binary lacks a function: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "z=1 | has no variable 'z'; its inputs are none, its outputs h, height, der(h), bounces, its parameters g, e,",
        "time=1 | variable 'time' of ", "e=1 2 | variable 'e' has 1 values, and '1 2' has 2",
        "e=x | variable 'e' cannot be set: 'x' is no number",
        "again=1.5 | variable 'again' cannot be set: '1.5' is no"})
    void aWrongStartValueIsTold(final String start, final String message) throws Exception {
        try (Stage stage = new Stage(Fmus.make(folder, "ball3")).set(start)) {
            assertThatThrownBy(stage::open).isInstanceOf(WrapperException.class).hasMessageContaining(message);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x0=-0.1 | variable 'x0' cannot be set: -0.1 is not from 0 to 100",
        "x0=100.5 | variable 'x0' cannot be set: 100.5 is not from 0 to 100",
        "mode=3 | variable 'mode' cannot be set: 3 is not from 1 to 2",
        "fault=12 | variable 'fault' cannot be set: 12 is more than 11"})
    void aStartValueThatTheModelDoesNotBearIsTold(final String start, final String message) throws Exception {
        try (Stage stage = new Stage(Fmus.make(folder, "linear2")).set(start)) {
            assertThatThrownBy(stage::open).isInstanceOf(WrapperException.class).hasMessage(message);
        }
        try (Stage stage = new Stage(Fmus.make(folder, "linear2")).set("x0=100", "fault=11")) {
            stage.open();
        }
    }

    @Test
    void aChannelThatFitsNoVariableIsTold() throws Exception {
        final Path ball = Fmus.make(folder, "ball3");
        assertChannelRefused(new Stage(ball).sends("x"), "channel 'x' is no variable of " + ball + "; its inputs are"
            + " none, its outputs h, height, der(h), bounces; --out x=VARIABLE names another one");
        assertChannelRefused(new Stage(ball).receives("h"), "channel 'h' cannot set variable 'h' of " + ball
            + ", which is no input and no parameter; its inputs are none");
        assertChannelRefused(new Stage(ball).receives("g", "e").in("g=e"), "channels 'g' and 'e' both set variable 'e'"
            + " of " + ball + "; one of them must name another by --in");
        assertChannelRefused(new Stage(ball).sends("h").out("v=h"),
            "--out names channel 'v', which is none of asset 'plant'; there is h");
        assertChannelRefused(new Stage(ball).sends("h").as("h=long"),
            "channel 'h' has the type long, and a value of variable 'h', of Float64, may go as json, double, doubles");
        assertChannelRefused(new Stage(ball).sends("a").out("a=h", "a=bounces"), "the variables of channel 'a' are not"
            + " of one type: 'h' is Float64, 'bounces' is Int32");
        final Path types = Fmus.make(folder, "types3");
        assertChannelRefused(new Stage(types).sends("tick_out"),
            "variable 'tick_out' is a Clock, which no channel can carry");
        assertChannelRefused(new Stage(types).sends("vector_out").as("vector_out=double"), "channel 'vector_out' has"
            + " the type double, and 2 values of variable 'vector_out', of Float64, may go as json, doubles");
    }

    private static void assertChannelRefused(final Stage stage, final String message) throws IOException {
        try (stage) {
            assertThatThrownBy(stage::open).isInstanceOf(WrapperException.class).hasMessage(message);
        }
    }

    @Test
    void theDescriptionIsPrinted() throws Exception {
        assertThat(printed("ball3", false)).contains("model          ball\n", "FMI            3.0\n",
            "binaries       x86_64-linux\n", "hasEventMode",
            "h         Float64   output        continuous  = 1 [m] Height\n",
            "kickAt    Float64   parameter     fixed       = 1e9\n");
    }

    @Test
    void theDescriptionIsPrintedAsJson() throws Exception {
        final JsonNode ball = new ObjectMapper().readTree(printed("ball3", true));
        assertThat(ball.get("fmiVersion").textValue()).isEqualTo("3.0");
        assertThat(ball.get("binaries").toString()).isEqualTo("[\"x86_64-linux\"]");
        assertThat(ball.at("/coSimulation/hasEventMode").textValue()).isEqualTo("true");
        assertThat(ball.get("variables").findValuesAsText("name")).startsWith("time", "h", "height", "der(h)");
        assertThat(ball.at("/variables/1").toString()).isEqualTo("{\"name\":\"h\",\"type\":\"Float64\",\"causality\":"
            + "\"output\",\"variability\":\"continuous\",\"start\":\"1\",\"unit\":\"m\",\"description\":\"Height\","
            + "\"dimensions\":[]}");
        assertThat(printed("types3", true)).contains("\"dimensions\":[\"n\"]", "\"dimensions\":[2,2]");
    }

    private String printed(final String model, final boolean asJson) throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        Info.print(Fmus.make(folder, model), asJson, new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void severalInstancesShareABinary() throws Exception {
        final ChannelOptions none = new ChannelOptions(ChannelMap.of("--in", List.of()), ChannelMap.of("--out",
            List.of()), ChannelTypes.of(List.of()), false, true);
        final Fmu first = Fmu.open(Fmus.make(folder, "linear2"), QUIET);
        final Fmu second = first.another("second", QUIET);
        final Path unpacked = first.binary().folder();
        final ValueMemory[] memories = new ValueMemory[2];
        for (int i = 0; i < 2; i++) {
            final Fmu each = i == 0 ? first : second;
            StartValues.of(List.of("x0=" + i, "k=0")).prepare(each).set(each.instance());
            each.instance().enterInitializationMode(0);
            each.instance().exitInitializationMode();
            memories[i] = new ValueMemory(VariableType.FLOAT64, new int[] {each.variable("x").reference()}, 1);
        }
        first.instance().get(memories[0]);
        second.instance().get(memories[1]);
        assertThat(memories[0].values().getDouble(0)).isZero();
        assertThat(memories[1].values().getDouble(0)).isEqualTo(1);
        new FmuAsset(first, none, StartValues.of(List.of()), null).close();
        assertThat(unpacked).exists();
        second.instance().step(0, 1);
        second.instance().get(memories[1]);
        assertThat(memories[1].values().getDouble(0)).isEqualTo(1);
        second.close();
        assertThat(unpacked).doesNotExist();
    }

    @Test
    void anFmuThatCanHaveOneInstanceHasNoOther() throws Exception {
        final Path file = Fmus.make(folder, "linear2", Fmus.description("linear2").replace("modelIdentifier=",
            "canBeInstantiatedOnlyOncePerProcess=\"true\" modelIdentifier="), Map.of());
        try (Fmu fmu = Fmu.open(file, QUIET)) {
            assertThatThrownBy(() -> fmu.another("b", QUIET)).isInstanceOf(WrapperException.class)
                .hasMessage(file + " can have one instance in a process, so 'b' needs a process of its own");
        }
    }

    @Test
    void wordsOfOneAssetTakeThePlaceOfThoseForAll() {
        final AssetWords words = new AssetWords(List.of("a", "b"));
        final List<String> given = List.of("k=1", "b:k=2", "b:m=3", "c:k=4", "n=5");
        assertThat(words.of("a", given)).containsExactly("k=1", "c:k=4", "n=5");
        assertThat(words.of("b", given)).containsExactly("c:k=4", "n=5", "k=2", "m=3");
        assertThat(new AssetWords(List.of("b")).of("b", given)).isEqualTo(given);
    }

    /** Its folder would fill the disk, run by run. */
    @Test
    void nothingStaysBehind() throws Exception {
        final Fmu fmu = Fmu.open(Fmus.make(folder, "ball3"), QUIET);
        final Path unpacked = fmu.binary().folder();
        assertThat(unpacked.resolve("binaries/x86_64-linux/ball3.so")).exists();
        fmu.close();
        assertThat(unpacked).doesNotExist();
    }
}
