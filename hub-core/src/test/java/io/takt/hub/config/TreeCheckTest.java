package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree of hubs, judged by the files that its root names. */
class TreeCheckTest {
    @TempDir
    private Path folder;

    private void file(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name), text.replace('\'', '"'));
    }

    private TreeCheck.Result check() {
        final Path root = folder.resolve("root.json");
        final ProgramFinder programs = new ProgramFinder(null, "/usr/bin:/bin");
        final ConfigReader.Result read = ConfigReader.read(root, programs);
        assertThat(read.problems()).isEmpty();
        return TreeCheck.of(root, read.config(), programs);
    }

    private void tree(final String report, final String maxDelayOfSite, final String more) throws IOException {
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '20ms', 'federates': [{'name': 'site',"
            + " 'config': 'site.json'}]}");
        file("site.json", "{'hub': 'site', 'coreStep': '10ms', 'maxDelay': '" + maxDelayOfSite + "', 'parent': {'hub':"
            + " 'root', 'report': '" + report + "'}, 'assets': [{'name': 'x', 'step': '7ms'}]" + more + "}");
    }

    @Test
    void theBoundsAddUpUnlessTheSlowestIsReported() throws IOException {
        tree("core", "20ms", "");
        assertThat(check().boundNs()).isEqualTo(40_000_000);
        assertThat(check().isWell()).isTrue();
        assertThat(check().hubs()).isEqualTo(2);
        tree("slowest", "20ms", "");
        assertThat(check().boundNs()).isEqualTo(20_000_000);
        assertThat(check().verdict().live()).isTrue();
    }

    @Test
    void aHubWithoutAFileCountsAsAnAssetAndIsSaidNotToBeJudged() throws IOException {
        tree("core", "20ms", ", 'federates': [{'name': 'far', 'step': '10ms'}]");
        assertThat(check().hubs()).isEqualTo(2);
        assertThat(check().unread()).containsExactly("far");
        tree("core", "20ms", "");
        assertThat(check().unread()).isEmpty();
    }

    /** Each hub by itself is live: 7 ms asks for 16 ms, and 10 ms for 10 ms. */
    @Test
    void aTreeThatStopsThoughEachHubIsLiveIsFoundWithTheSmallestFix() throws IOException {
        tree("slowest", "20ms", "");
        file("root.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '15ms', 'federates': [{'name': 'site',"
            + " 'config': 'site.json'}]}");
        final TreeCheck.Result stopped = check();
        assertThat(stopped.children().get(0).problems()).isEmpty();
        assertThat(stopped.isLive()).isFalse();
        assertThat(stopped.isWell()).isFalse();
        assertThat(stopped.stop()).isEqualTo("the tree stops for good at 20ms: root stands at 20ms then and waits for"
            + " site/x, which is 6ms behind and waits for it");
        assertThat(stopped.fixes()).extracting(TreeCheck.Fix::text).containsExactly(
            "set maxDelay of root (root.json) to 16ms (it is 15ms)");
    }

    /** Steps of 15, 10 and 30 ms from 0: the drone is never more than 15 ms behind; one that starts at 10 ms is. */
    @Test
    void aTreeThatIsLiveOnlyIfAllStartTogetherIsSaidToBe() throws IOException {
        late("", "");
        assertThat(check().isKnownLive()).isTrue();
        assertThat(check().warnings()).as("all start together").isEmpty();
        final String warning = "maxDelay of root (root.json) is 30ms: that is enough if all below start together; if"
            + " some start later, which are not required or whose onLost is not halt, the tree may stop for good. 40ms"
            + " is always enough";
        late(", 'required': false", "");
        assertThat(check().isWell()).isTrue();
        assertThat(check().warnings()).containsExactly(warning);
        late("", ", 'onLost': 'restart'");
        assertThat(check().warnings()).containsExactly(warning);
    }

    private void late(final String ofDrone, final String ofSite) throws IOException {
        file("root.json", "{'hub': 'root', 'coreStep': '15ms', 'maxDelay': '30ms', 'federates': [{'name': 'site',"
            + " 'config': 'site.json'" + ofSite + "}]}");
        file("site.json", "{'hub': 'site', 'coreStep': '10ms', 'maxDelay': '60ms', 'parent': {'hub': 'root',"
            + " 'report': 'slowest'}, 'assets': [{'name': 'drone', 'step': '30ms'" + ofDrone + "}]}");
    }

    /** The rules alone never stop it, since the root hears of cores only; the gate waits for an asset behind them. */
    private void slowAndQuick(final String rootMaxDelay, final String more) throws IOException {
        file("root.json", "{'hub': 'root', 'coreStep': '5ms', 'maxDelay': '" + rootMaxDelay + "', 'federates':"
            + " [{'name': 'slow', 'config': 'slow.json'}, {'name': 'quick', 'config': 'quick.json'}], 'channels':"
            + " [{'name': 'pose', 'from': 'slow/i', 'to': ['quick/j'], 'gate': 'start'}]}");
        file("slow.json", "{'hub': 'slow', 'coreStep': '10ms', 'maxDelay': '120ms', 'parent': {'hub': 'root'},"
            + " 'assets': [{'name': 'i', 'step': '100ms'}]}");
        file("quick.json", "{'hub': 'quick', 'coreStep': '5ms', 'maxDelay': '5ms', 'parent': {'hub': 'root'},"
            + " 'assets': [{'name': 'j', 'step': '5ms'}]" + more + "}");
    }

    @Test
    void gatesAcrossHubsThatStopATreeAreFoundWithTheSmallestFixes() throws IOException {
        slowAndQuick("15ms", "");
        final TreeCheck.Result stopped = check();
        assertThat(stopped.verdict().live()).isTrue();
        assertThat(stopped.isLive()).isFalse();
        assertThat(stopped.isWell()).isFalse();
        assertThat(stopped.stopsAtNs()).isEqualTo(25_000_000);
        assertThat(stopped.stop()).isEqualTo("the tree stops for good at 25ms: the core of root at 25ms waits for the"
            + " core of quick; the core of quick at 10ms waits for 'quick/j'; 'quick/j' at 5ms waits for channel 'pose'"
            + " of 'slow/i', which stands at 0s; 'slow/i' at 0s waits for the core of slow; the core of slow at 20ms"
            + " waits for the core of root");
        assertThat(stopped.fixes()).extracting(TreeCheck.Fix::text).containsExactly(
            "set maxDelay of root (root.json) to 90ms (it is 15ms)",
            "set the delay of channel 'pose' from 'slow/i' to 'quick/j' (root.json) to 75ms (it is 0s)");
        slowAndQuick("90ms", "");
        assertThat(check().isKnownLive()).isTrue();
    }

    @Test
    void gatesInTheFileOfAChildAreJudgedInTheTree() throws IOException {
        slowAndQuick("90ms", ", 'channels': [{'name': 'x', 'from': 'j', 'to': ['j'], 'gate': 'end', 'delay':"
            + " '5ms'}]");
        assertThat(check().isKnownLive()).isTrue();
        slowAndQuick("90ms", ", 'channels': [{'name': 'x', 'from': 'j', 'to': ['j'], 'gate': 'end', 'delay':"
            + " '1ms'}]");
        final TreeCheck.Result stopped = check();
        assertThat(stopped.stop()).contains("'quick/j' at 0s waits for channel 'x' of 'quick/j'");
        assertThat(stopped.fixes()).extracting(TreeCheck.Fix::text).containsExactly(
            "set the delay of channel 'x' from 'quick/j' to 'quick/j' (quick.json) to 5ms (it is 1ms)");
    }

    @Test
    void gatesOfAssetsInFilesThatAreNotNamedAreNotJudged() throws IOException {
        slowAndQuick("15ms", "");
        file("root.json", "{'hub': 'root', 'coreStep': '5ms', 'maxDelay': '15ms', 'federates': [{'name': 'slow',"
            + " 'step': '10ms'}, {'name': 'quick', 'config': 'quick.json'}], 'channels': [{'name': 'pose',"
            + " 'from': 'slow/i', 'to': ['quick/j'], 'gate': 'start'}]}");
        assertThat(check().isKnownLive()).isTrue();
        assertThat(check().unread()).containsExactly("slow");
    }

    @Test
    void whatIsWrongBelowIsToldWithItsFile() throws IOException {
        tree("core", "11ms", ", 'x': 1");
        final TreeCheck.Result wrong = check();
        assertThat(wrong.children()).hasSize(1);
        assertThat(wrong.children().get(0).file()).isEqualTo(folder.resolve("site.json"));
        assertThat(wrong.children().get(0).problems()).extracting(Problem::path).containsExactly("x");
        assertThat(wrong.verdict()).as("not all can be judged").isNull();
        assertThat(wrong.isWell()).isFalse();
        tree("core", "11ms", "");
        final TreeCheck.Result stopped = check();
        assertThat(stopped.children().get(0).problems()).extracting(Problem::liveness).containsExactly(true);
        assertThat(stopped.verdict().stoppedIn()).containsExactly("root", "site");
        assertThat(stopped.fixes()).extracting(TreeCheck.Fix::text).containsExactly(
            "set maxDelay of site (site.json) to 16ms (it is 11ms)");
    }

    @Test
    void aFileThatNamesOneAboveItIsACycle() throws IOException {
        tree("core", "20ms", ", 'federates': [{'name': 'root', 'config': 'again.json'}]");
        Files.createSymbolicLink(folder.resolve("again.json"), folder.resolve("back.json"));
        file("back.json", "{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '20ms', 'parent': {'hub': 'site'},"
            + " 'federates': [{'name': 'site', 'config': 'site2.json'}]}");
        file("site2.json", "{'hub': 'site', 'coreStep': '10ms', 'maxDelay': '20ms', 'parent': {'hub': 'root'},"
            + " 'federates': [{'name': 'root', 'config': 'back.json'}]}");
        final TreeCheck.Result cycle = check();
        assertThat(cycle.children()).last().satisfies(last -> assertThat(last.problems()).extracting(Problem::line)
            .containsExactly("is the file of a hub above it as well; a tree has no cycles"));
        assertThat(cycle.isWell()).isFalse();
    }
}
