package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.name.Names;
import io.takt.hub.core.plan.HubPlan.JudgedChild;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.rule.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The place of a hub in a tree, as its file says it. */
class TreeReaderTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    @Test
    void readsEveryFieldOfAParentsFile() throws IOException {
        file("site-a.key", "");
        file("site-a.json", "{'hub': 'a', 'coreStep': '5ms', 'maxDelay': '20ms', 'parent': {'address':"
            + " '10.0.0.1:7400', 'name': 'site-a', 'report': 'slowest', 'keyFile': 'a.key'}}");
        final HubConfig config = config("'listen': '0.0.0.0:7400', 'assets': [{'name': 'x', 'step': '10ms'}],"
            + " 'federates': [{'name': 'site-a', 'config': 'site-a.json', 'required': false, 'onLost': 'drop',"
            + " 'keyFile': 'site-a.key', 'launch': ['sh', '-c', 'exit'], 'lostAfter': '3s'},"
            + " {'name': 'site-b', 'step': '2ms', 'onLost': 'restart', 'restart': {'limit': 2}},"
            + " {'name': 'site-c', 'step': '4ms'}]");
        final PlannedAsset a = new PlannedAsset("site-a", Steps.fixedNs(5 * MS), 0, false, OnLost.DROP,
            WaitStrategy.ADAPTIVE, OnHubLost.ATTACH, Restart.USUAL, List.of("sh", "-c", "exit"));
        final PlannedAsset b = new PlannedAsset("site-b", Steps.fixedNs(2 * MS), 0, true, OnLost.RESTART,
            WaitStrategy.ADAPTIVE, OnHubLost.ATTACH, new Restart(2, 1000 * MS, false), List.of());
        final PlannedAsset c = new PlannedAsset("site-c", Steps.fixedNs(4 * MS), 0, true, OnLost.HALT,
            WaitStrategy.ADAPTIVE, OnHubLost.ATTACH, Restart.USUAL, List.of());
        assertThat(config.tree()).isEqualTo(new TreePlan(null, List.of(
            new FederatePlan(a, new JudgedChild(Report.SLOWEST, 20 * MS), folder.resolve("site-a.json"),
                folder.resolve("site-a.key"), 3_000 * MS),
            new FederatePlan(b, null, null, null, 10_000 * MS),
            new FederatePlan(c, null, null, null, Long.MAX_VALUE)), new Address("0.0.0.0", 7400), null));
        assertThat(config.assets()).hasSize(1);
        assertThat(config.planned()).extracting(PlannedAsset::name)
            .containsExactly("x", "site-a", "site-b", "site-c");
        assertThat(config.plan("cnc", 1, false, false).assets()).isEqualTo(config.planned());
        assertThat(config.plan("cnc", 1, false, false).judged())
            .containsOnly(Map.entry("site-a", new JudgedChild(Report.SLOWEST, 20 * MS)));
    }

    @Test
    void readsEveryFieldOfAChildsFile() throws IOException {
        assertThat(config("'parent': {'hub': 'root'}").tree().parent())
            .isEqualTo(new ParentPlan("root", null, "lab", Report.CORE, null, Long.MAX_VALUE, true));
        file("k", "");
        assertThat(config("'seed': 0, 'parent': {'address': '[::1]:7400', 'name': 'n', 'report': 'slowest',"
            + " 'keyFile': 'k', 'lostAfter': '1min'}").tree().parent()).isEqualTo(new ParentPlan(null,
                new Address("::1", 7400), "n", Report.SLOWEST, folder.resolve("k"), 60_000 * MS, false));
        assertThat(config("'seed': 0").tree()).isEqualTo(TreePlan.NONE);
    }

    @Test
    void mistakesOfAChildAreReportedAllAtOnce() throws IOException {
        assertThat(lines("'parent': {}"))
            .containsExactly("parent.hub: is missing; write the name of a hub on this host, or address for one that"
                + " listens");
        assertThat(lines("'parent': {'hub': 'lab'}"))
            .containsExactly("parent.hub = \"lab\": is the name of this hub itself; a tree has no cycles");
        assertThat(lines("'parent': {'hub': 'r', 'address': '10.0.0.1:7400', 'report': 'fast', 'keyFile': 'k',"
            + " 'x': 1, 'lostAfter': 5}")).containsExactlyInAnyOrder(
                "parent.x = 1: is no field of Takt; known here are hub, address, name, report, keyFile, lostAfter",
                "parent.address = \"10.0.0.1:7400\": does not go with hub; leave out hub for a parent that is reached"
                    + " over a network, or address for one on this host",
                "parent.report = \"fast\": is none of core, slowest",
                "parent.keyFile = \"k\": goes with address only; on one host the permissions of the hub's folder"
                    + " protect it; leave it out",
                "parent.keyFile = \"k\": is not there (looked for " + folder.resolve("k") + ")",
                "parent.lostAfter = 5: is not a time; write a text with a unit, such as \"10ms\"");
        for (final String wrong : List.of("7400", "host:0", "host:65536", "host:x", "::1:7400", "a b:1", "h/x:1")) {
            assertThat(lines("'parent': {'address': '" + wrong + "'}")).as(wrong).containsExactly("parent.address = \""
                + wrong + "\": is no address; write a host and a port, such as \"10.0.0.1:7400\"");
        }
        assertThat(lines("'parent': {'address': 7400}")).containsExactly("parent.address = 7400: is not a text; write"
            + " a host and a port, such as \"10.0.0.1:7400\"");
    }

    @Test
    void certificatesStandForKeysOverANetwork() throws IOException {
        for (final String each : List.of("own.pem", "key.pem", "ca.pem")) {
            file(each, "");
        }
        final String files = "'certificates': {'own': 'own.pem', 'privateKey': 'key.pem', 'trusted': 'ca.pem'}";
        final TreePlan child = config(files + ", 'parent': {'address': '10.0.0.1:7400'}").tree();
        assertThat(child.certificates()).isEqualTo(new CertificatePlan(folder.resolve("own.pem"),
            folder.resolve("key.pem"), folder.resolve("ca.pem")));
        assertThat(lines(files + ", 'listen': '0.0.0.0:7400', 'federates': [{'name': 'a', 'step': '10ms'}]"))
            .isEmpty();
        assertThat(lines(files)).singleElement().asString().startsWith("certificates = ").endsWith("are for links over"
            + " a network; write listen, or an address in parent, or leave them out");
        assertThat(lines(files + ", 'parent': {'hub': 'root'}")).hasSize(1);
        assertThat(lines(files + ", 'parent': 'root'")).containsExactly("parent = \"root\": is not an object; write"
            + " {\"hub\": \"lab\"} for a hub on this host, or {\"address\": \"10.0.0.1:7400\"} for one that listens");
        assertThat(lines("'certificates': {'own': 'x.pem', 'trusted': 'ca.pem', 'key': 1},"
            + " 'parent': {'address': '10.0.0.1:7400'}")).containsExactlyInAnyOrder(
                "certificates.key = 1: is no field of Takt; known here are own, privateKey, trusted",
                "certificates.own = \"x.pem\": is not there (looked for " + folder.resolve("x.pem") + ")",
                "certificates.privateKey: is missing; write the path of a PEM file");
    }

    @Test
    void withoutAKeyOnlyThisHostIsAllowed() throws IOException {
        for (final String loopback : List.of("127.0.0.1:1", "localhost:7400", "[::1]:65535", "127.9.8.7:1")) {
            assertThat(lines("'parent': {'address': '" + loopback + "'}")).as(loopback).isEmpty();
            assertThat(lines("'listen': '" + loopback + "', 'federates': [{'name': 'a', 'step': '10ms'}]"))
                .as(loopback).isEmpty();
        }
        assertThat(lines("'parent': {'address': '127.example.org:1'}")).containsExactly(
            "parent.address = \"127.example.org:1\": is not of this host, so the link needs a key; write keyFile, as"
                + " 'takt key' makes it");
        assertThat(lines("'listen': '0.0.0.0:7400', 'federates': [{'name': 'a', 'step': '10ms'}]")).containsExactly(
            "listen = \"0.0.0.0:7400\": is open to other hosts, and no child hub has a key; write keyFile for those"
                + " that come over a network, or listen at 127.0.0.1");
        assertThat(lines("'listen': '127.0.0.1:7400'")).containsExactly(
            "listen = \"127.0.0.1:7400\": is for child hubs, and federates names none; name them, or leave it out");
    }

    @Test
    void mistakesOfAParentAreReportedAllAtOnce() throws IOException {
        file("b.json", "{'hub': 'b', 'coreStep': '10ms', 'maxDelay': '20ms'}");
        file("c.json", "{'hub': 'c', 'coreStep': '10ms', 'maxDelay': '20ms', 'parent': {'hub': 'other'}}");
        file("d.json", "{'hub': 'd', 'coreStep': '10ms', 'maxDelay': '20ms', 'seed': 7, 'parent': {'hub': 'lab'}}");
        file("e.json", "{'hub': 'e', 'coreStep': '10', 'maxDelay': '20ms', 'parent': {'hub': 'lab'}}");
        file("f.json", "{'hub': 'f', 'coreStep': '30ms', 'maxDelay': '40ms', 'parent': {'hub': 'lab'}}");
        assertThat(lines("'assets': [{'name': 'a', 'step': '10ms'}], 'federates': [{'name': 'a', 'step': '10ms'},"
            + " {'name': 'b', 'config': 'b.json'}, {'name': 'c', 'config': 'c.json'},"
            + " {'name': 'x', 'config': 'd.json', 'step': '10ms'}, {'name': 'e', 'config': 'e.json'},"
            + " {'name': 'g', 'config': 'gone.json'}, {'name': 'h'}, {'step': '10ms', 'interval': '3ms'},"
            + " {'name': 'k', 'step': '10ms', 'keyFile': 'k', 'launch': ['./gone'], 'restart': {}}]"))
            .containsExactlyInAnyOrder(
                "federates[0].name = \"a\": is the name of assets[0] as well; names are unique",
                "federates[1].config = \"b.json\": has no parent; write \"parent\": {\"hub\": \"lab\"} there",
                "federates[2].config = \"c.json\": has another parent, hub 'other'; write \"hub\": \"lab\" in parent"
                    + " there",
                "federates[3].config = \"d.json\": is of a hub that calls itself 'd' in its parent; write that as name"
                    + " here, or \"name\": \"x\" in parent there",
                "federates[3].step = \"10ms\": does not go with config, whose coreStep counts; leave one of them out",
                "federates[4].config = \"e.json\": is no configuration with a name, a coreStep and a parent that can be"
                    + " read; run 'takt check -c " + folder.resolve("e.json") + "'",
                "federates[5].config = \"gone.json\": is not there (looked for " + folder.resolve("gone.json") + ")",
                "federates[6].step: is missing; write the coreStep of the child hub, or its file as config",
                "federates[7].interval = \"3ms\": is no field of Takt; known here are name, config, step, required,"
                    + " onLost, restart, keyFile, launch, lostAfter",
                "federates[7].name: is missing; " + Names.rule(),
                "federates[8].keyFile = \"k\": goes with listen only; write where this hub listens, or leave it out for"
                    + " a child on this host",
                "federates[8].keyFile = \"k\": is not there (looked for " + folder.resolve("k") + ")",
                "federates[8].launch[0] = \"./gone\": is not there (looked for " + folder.resolve("gone") + ")",
                "federates[8].restart = {}: goes with onLost \"restart\" only; leave it out");
        assertThat(lines("'federates': [{'name': 'd', 'config': 'd.json'}]")).containsExactly(
            "federates[0].config = \"d.json\": has seed 7, and this hub 0; a tree is one scenario: leave out seed"
                + " there");
        assertThat(lines("'federates': [{'name': 'f', 'config': 'f.json'}]")).containsExactly(
            "federates[0].config = \"f.json\": is beyond maxDelay (20ms), so the simulation would stop for good; make"
                + " it smaller, or maxDelay larger");
    }

    @Test
    void aChildCountsByItsStepWhereLivenessIsJudged() throws IOException {
        assertThat(lines("'assets': [{'name': 'a', 'step': '10ms'}], 'federates': [{'name': 'f', 'step': '13ms'}]"))
            .containsExactly("federates[0].step = \"13ms\": asset 'f' would stop the simulation for good; with coreStep"
                + " 10ms it needs a maxDelay of at least 22ms, not 20ms");
        file("f.json", "{'hub': 'f', 'coreStep': '13ms', 'maxDelay': '40ms', 'parent': {'hub': 'lab'}}");
        final ConfigReader.Result read = read("'federates': [{'name': 'f', 'config': 'f.json'}]");
        assertThat(read.config().liveness().fixes()).extracting(
            fix -> VerdictText.fix(fix, read.config().liveness(), read.config()))
            .contains("set maxDelay to 22ms (it is 20ms)",
                "set federates[0].config: coreStep to 12.5ms (it is 13ms)");
    }

    private void file(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name), text.replace('\'', '"'));
    }

    private ConfigReader.Result read(final String fields) throws IOException {
        file("lab.json", "{'hub': 'lab', 'coreStep': '10ms', 'maxDelay': '20ms', " + fields + "}");
        return ConfigReader.read(folder.resolve("lab.json"), new ProgramFinder(null, "/usr/bin:/bin"));
    }

    @Test
    void channelsNameAssetsBelowAsFarAsTheirFilesAreKnown() throws IOException {
        file("s.json", "{'hub': 's', 'coreStep': '10ms', 'maxDelay': '20ms', 'parent': {'hub': 'lab'}, 'assets':"
            + " [{'name': 'drone', 'step': '10ms'}], 'federates': [{'name': 'g', 'step': '10ms'}]}");
        final String tree = "'assets': [{'name': 'a', 'step': '10ms'}], 'federates': [{'name': 's',"
            + " 'config': 's.json'}, {'name': 't', 'step': '10ms'}], 'channels': [";
        final HubConfig config = config(tree + "{'name': 'x', 'from': 's/drone', 'to': ['a', 't/any']}]");
        assertThat(config.messages().outputs().keySet()).containsExactly("s/drone");
        assertThat(config.messages().inputs().keySet()).containsExactly("a", "t/any");
        assertThat(config.messages().sendersBelow("s")).containsExactly("s/drone");
        assertThat(config.messages().sendersFor("t")).containsExactly("s/drone");
        assertThat(lines(tree + "{'name': 'x', 'from': 's/g/deep', 'to': ['a']}]")).isEmpty();
        assertThat(lines(tree + "{'name': 'x', 'from': 's/drown', 'to': ['a']}]")).containsExactly(
            "channels[0].from = \"s/drown\": is no asset in the file of child hub 's', or in those that it names");
        assertThat(lines(tree + "{'name': 'x', 'from': 'u/drone', 'to': ['a']}]")).containsExactly(
            "channels[0].from = \"u/drone\": is below no child hub of this file; there are s, t");
        assertThat(lines(tree + "{'name': 'x', 'from': 's', 'to': ['a']}]")).containsExactly(
            "channels[0].from = \"s\": is a child hub; name an asset there, such as \"s/radar\"");
        assertThat(lines(tree + "{'name': 'x', 'from': '../up', 'to': ['a']}]")).singleElement().asString()
            .startsWith("channels[0].from = \"../up\": is no path of an asset below");
        assertThat(lines(tree + "{'name': 'x', 'from': 't/p', 'to': ['a', 't/q']}]")).singleElement().asString()
            .contains("is below child hub 't', as its sender is; write the channel in the file of that hub");
    }

    private HubConfig config(final String fields) throws IOException {
        assertThat(lines(fields)).isEmpty();
        return read(fields).config();
    }

    private List<String> lines(final String fields) throws IOException {
        return read(fields).problems().stream().map(Problem::line).toList();
    }
}
