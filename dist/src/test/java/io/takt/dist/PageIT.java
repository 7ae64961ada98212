package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.PageWay;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The live page in a real browser, one for all tests: of a real hub, and of one that a test makes up. */
@Tag("long")
class PageIT extends HubTest {
    private static final Pattern PAGE = Pattern.compile("the live page is at (http://127\\.0\\.0\\.1:\\d+/)(#\\S+)");
    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    /** The sentence that a user sees. */
    private static final String SENTENCE = "document.getElementById('sentence').textContent";
    private static final String STATE = "document.getElementById('state').textContent";
    private static final String ADVICE = "document.getElementById('advice').textContent";
    private static final List<String> HOSTILE = List.of("<img src=x onerror=\"document.title='pwned'\">",
        "'\"></p><script>document.title='pwned'</script>", "\u0000\u0007\u001b[31m\r\n\u202e\u2028", "&lt;b&gt;${x}",
        "__proto__", "javascript:document.title='pwned'//");

    @TempDir
    private static Path profile;
    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws Exception {
        assumeThat(Browser.isThere()).as("left out: chromium is not on the PATH (Debian: apt install chromium)")
            .isTrue();
        browser = Browser.start(profile, "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP 10.0.0.9 127.0.0.1");
    }

    @AfterAll
    static void endBrowser() {
        if (browser != null) {
            browser.close();
            IoUtil.delete(profile.toFile(), true);
        }
    }

    private TaktProcess run(final int port) throws IOException {
        final Path file = Files.writeString(folder.resolve("seen.json"), """
            {"hub": "seen", "coreStep": "10ms", "maxDelay": "50ms", "metrics": {"port": %d, "control": true},
            "pace": {"mode": "realtime", "speed": 1}, "assets": [
            {"name": "radar", "step": "10ms", "launch": ["takt", "metronome"]},
            {"name": "drone", "step": "5ms", "launch": ["takt", "metronome"]}]}
            """.formatted(port));
        return TaktProcess.start(folder, base, "run", "-c", file.toString());
    }

    /** Waits for the line with the page's address and the token behind it. */
    private static Matcher printed(final TaktProcess run) throws IOException {
        run.awaitErr("the live page is at");
        final Matcher page = PAGE.matcher(run.err());
        assertThat(page.find()).as(run.err()).isTrue();
        return page;
    }

    private static void assertNoTrouble(final BrowserTab tab, final String page) {
        assertThat(tab.troubles()).isEmpty();
        assertThat(tab.requests()).isNotEmpty().allMatch(address -> address.startsWith(page));
    }

    @Test
    void aStoppedAssetOrdersAndAHubThatIsKilledAndComesBack() throws Exception {
        final int port = Ports.free();
        try (BrowserTab tab = browser.tab()) {
            try (TaktProcess run = run(port)) {
                final Matcher page = printed(run);
                run.awaitRunning(base, "seen");
                tab.open(page.group(1));
                tab.await(STATE + " === 'RUNNING'");
                assertThat(tab.isShown("control")).as("no buttons for a page without the token").isFalse();

                final ProcessHandle radar = run.launched("radar");
                TaktProcess.signal(radar, "STOP");
                final long stoppedNs = System.nanoTime();
                tab.await(SENTENCE + ".startsWith('held back by radar for ') && " + SENTENCE
                    + ".includes('silent, its process " + radar.pid() + " is stopped') && " + ADVICE
                    + " === 'kill -CONT " + radar.pid() + " lets its process go on'");
                System.out.printf("from SIGSTOP to the name and the reason on the page: %d ms%n",
                    (System.nanoTime() - stoppedNs) / 1_000_000);
                assertNoTrouble(tab, page.group(1));
                TaktProcess.signal(radar, "CONT");
                tab.await("!" + SENTENCE + ".includes('radar')");

                orders(tab, page, run);
                tab.value("window.isTheSame = true");
                run.process().destroyForcibly();
                tab.await(STATE + " === 'away'");
                assertThat(tab.text("sentence")).contains("this page goes on by itself");
            }
            try (TaktProcess again = run(port)) {
                again.awaitRunning(base, "seen");
                tab.await(STATE + " === 'RUNNING'");
                assertThat(tab.text("events")).contains("the hub is away");
                assertThat(TaktProcess.run(folder, base, "stop", "--hub", "seen").exitCode()).isZero();
                again.awaitEnd();
                endIsTold(tab);
            }
            try (TaktProcess more = run(port)) {
                more.awaitRunning(base, "seen");
                tab.await(STATE + " === 'RUNNING'");
                assertThat(tab.value("window.isTheSame").asBoolean()).as("it has not been loaded again").isTrue();
                final Matcher page = printed(more);
                tab.open(page.group(1) + page.group(2));
                tab.await(STATE + " === 'RUNNING' && document.getElementById('control').checkVisibility()");
                tab.tabTo("[data-order=stop]");
                tab.key("Enter");
                tab.tabTo("#yes");
                tab.key("Enter");
                more.awaitEnd();
                tab.await(SENTENCE + ".startsWith('hub seen has ended')");
                assertThat(tab.isShown("control")).isFalse();
            }
        }
    }

    /** Nothing answers at its address any more; it is not away, for it has said that and how it ends. */
    private static void endIsTold(final BrowserTab tab) throws Exception {
        tab.await(SENTENCE + ".startsWith('hub seen has ended')");
        tab.value("window.errors = 0; const watched = new EventSource('events'); watched.onerror = () => errors++");
        tab.await("errors > 0");
        assertThat(tab.text("sentence"))
            .matches("hub seen has ended on .+ at \\d\\d:\\d\\d:\\d\\d, at \\d+\\.\\d+ s of its time: .+");
        assertThat(tab.text("state")).isEqualTo("STOPPED");
        assertThat(tab.text("chain")).isEqualTo("This page goes on by itself when hub seen is started again.");
        assertThat(tab.text("events")).contains("the hub is STOPPED");
        tab.value("watched.close()");
    }

    /** Its connections stay open and it says nothing, so the page itself has to notice. */
    @Test
    void aHubThatIsStoppedIsNotShownAsHealthy() throws Exception {
        try (TaktProcess run = run(Ports.free()); BrowserTab tab = browser.tab()) {
            final Matcher page = printed(run);
            run.awaitRunning(base, "seen");
            tab.open(page.group(1));
            tab.await(STATE + " === 'RUNNING' && document.getElementById('count').textContent === '2 assets'");
            final long pid = tab.value("+document.getElementById('clock').textContent.match(/process (\\d+)/)[1]")
                .longValue();
            final ProcessHandle hub = ProcessHandle.of(pid).orElseThrow();
            TaktProcess.signal(hub, "STOP");
            try {
                tab.await(STATE + " === 'no answer' && /^the hub has not answered for \\d+\\.\\d+ s; its process "
                    + pid + " may be stopped$/.test(" + SENTENCE + ") && " + ADVICE + " === 'kill -CONT " + pid
                    + " lets its process go on, if it is stopped'");
            } finally {
                TaktProcess.signal(hub, "CONT");
            }
            tab.await(STATE + " === 'RUNNING' && !" + SENTENCE + ".includes('not answered')");
            assertNoTrouble(tab, page.group(1));
        }
    }

    /** The page keeps what it has seen, and the next hub says that it goes on where the killed one was. */
    @Test
    void aHubThatTakesOverIsAnEventBehindThoseOfTheKilledOne() throws Exception {
        final Path file = Files.writeString(folder.resolve("heir.json"), """
            {"hub": "heir", "coreStep": "10ms", "maxDelay": "40ms", "metrics": {"port": %d}, "assets": [
            {"name": "a", "step": "10ms", "onHubLost": "attach"}]}
            """.formatted(Ports.free()));
        final long pid = ProcessHandle.current().pid();
        try (BrowserTab tab = browser.tab()) {
            try (TaktProcess hub = TaktProcess.start(folder, base, "hub", "-c", file.toString());
                RawAsset asset = new RawAsset(base, "heir", "a", pid)) {
                tab.open(page(hub));
                assertThat(asset.join(null)).isNull();
                tab.await("document.getElementById('events').textContent.includes('a has joined')");
                tab.await("document.querySelector('#plot-speed canvas') !== null");
                hub.process().destroyForcibly();
                tab.await(STATE + " === 'away'");
                try (TaktProcess heir = TaktProcess.start(folder, base, "hub", "-c", file.toString())) {
                    heir.awaitErr("takes over from a killed hub");
                    tab.await("document.getElementById('events').textContent.includes('this hub goes on where a killed"
                        + " one left off')");
                    assertThat(tab.text("events")).contains("a has joined", "the hub is away");
                    tab.await(STATE + " === 'WAITING' && " + SENTENCE + ".startsWith('waiting for a; a: its process "
                        + pid + " is ')");
                    assertThat(asset.attach()).isNull();
                    tab.await("document.getElementById('events').textContent.includes('a has joined again')");
                    assertThat(tab.value("document.querySelectorAll('#events li').length").intValue()).isLessThan(12);
                }
            }
        }
    }

    private TaktProcess linked(final String name, final String fields) throws IOException {
        final Path file = Files.writeString(folder.resolve(name + ".json"), "{\"hub\": \"" + name
            + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"50ms\", \"metrics\": {\"port\": 0}, " + fields + "}");
        return TaktProcess.start(folder, base, "hub", "-c", file.toString());
    }

    private static String linkOf(final String name) {
        return "[...document.querySelectorAll('#tree a')].find(each => each.textContent === '" + name + "')?.href";
    }

    @Test
    void pagesOfHubsThatAreJoinedByAddressLeadToEachOther() throws Exception {
        final int port = Ports.free();
        try (TaktProcess root = linked("root", "\"listen\": \"127.0.0.1:" + port
                + "\", \"federates\": [{\"name\": \"site\", \"step\": \"10ms\"}]");
            TaktProcess site = linked("site", "\"parent\": {\"address\": \"127.0.0.1:" + port + "\"}");
            BrowserTab tab = browser.tab()) {
            final String rootPage = page(root);
            final String sitePage = page(site);
            tab.open(sitePage);
            tab.await(linkOf("127.0.0.1:" + port) + " === '" + rootPage + "'");
            tab.open(rootPage);
            tab.await(linkOf("site") + " === '" + sitePage + "'");
            assertNoTrouble(tab, "http://127.0.0.1:");
        }
    }

    /** A hub below another one, over a link where its page has an address. */
    private static HubNode.Child child(final String name, final String address, final HubNode.Child... below) {
        return new HubNode.Child(name, address == null ? null
            : new HubNode.Link(true, 0, null, new PageWay(address, null)),
            new HubNode(name, 0, HubState.RUNNING, 0, 1, 1, null, List.of(below), 0));
    }

    private static String noteOf(final String name) {
        return "[...document.querySelectorAll('#tree li')].filter(each => each.firstChild.textContent === '" + name
            + "').map(each => each.firstChild.nodeName + each.querySelector('.soft').textContent)[0]";
    }

    /** The loopback of a machine means another one at the next, and that of a hub need not be the reader's. */
    @Test
    void linksOfATreeLeadOnlyWhereTheReaderCanGo() throws Exception {
        final String noLink = "STRONG (no link: its page is known on its own host alone)";
        try (ShownHub hub = new ShownHub(folder, () -> List.of("a"), null); BrowserTab tab = browser.tab()) {
            final Path targets = Files.createDirectories(hub.directory().targets());
            for (final String neighbour : List.of("below", "leaf", "lab")) {
                Files.writeString(targets.resolve(neighbour + ".json"), "[{\"targets\": [\"127.0.0.1:7\"],"
                    + " \"labels\": {\"hub\": \"" + neighbour + "\"}}]");
            }
            hub.children(child("below", null, child("deep", "127.0.0.1:8")),
                child("far", "10.0.0.1:9", child("leaf", null), child("looped", "127.0.0.1:10")),
                child("odd", "evil.example/?x=:80"));
            tab.open(hub.page());
            tab.await(linkOf("below") + " === 'http://127.0.0.1:7/' && " + linkOf("deep")
                + " === 'http://127.0.0.1:8/' && " + linkOf("far") + " === 'http://10.0.0.1:9/'");
            assertThat(tab.value(noteOf("leaf")).textValue()).as("a hub of the same name on another host")
                .isEqualTo("STRONG");
            assertThat(tab.value(noteOf("looped")).textValue()).isEqualTo(noLink);
            assertThat(tab.value(noteOf("odd")).textValue()).isEqualTo("STRONG");

            tab.value("document.querySelector('#tree a').focus()");
            hub.children(child("below", "127.0.0.1:11"), child("far", "10.0.0.1:9"));
            tab.await(linkOf("below") + " === 'http://127.0.0.1:11/'");
            assertThat(tab.value("document.activeElement.href").textValue()).isEqualTo("http://127.0.0.1:11/");

            tab.open(hub.page().replace("127.0.0.1", "10.0.0.9"));
            tab.await(linkOf("far") + " === 'http://10.0.0.1:9/'");
            assertThat(tab.value(noteOf("below")).textValue()).isEqualTo(noLink);
        }
    }

    private static String page(final TaktProcess hub) throws IOException {
        hub.awaitErr("the live page is at http://");
        final Matcher page = Pattern.compile("the live page is at (http://\\S+/)").matcher(hub.err());
        assertThat(page.find()).isTrue();
        return page.group(1);
    }

    /** By keyboard alone. */
    private void orders(final BrowserTab tab, final Matcher page, final TaktProcess run) throws Exception {
        tab.open(page.group(1) + page.group(2));
        tab.await("document.getElementById('control').checkVisibility()");
        assertThat(tab.value("location.href").textValue()).as("the token is not left in the address")
            .isEqualTo(page.group(1));
        tab.tabTo("[data-order=pause]");
        tab.key("Enter");
        run.awaitStatus(base, "seen", status -> status.state() == HubState.PAUSED);
        tab.await(STATE + " === 'PAUSED'");
        tab.key("Enter");
        assertThat(tab.value("document.activeElement.getAttribute('aria-disabled')").textValue())
            .as("a pause while it is paused is no order, and keeps the focus").isEqualTo("true");
        tab.tabTo("[data-order=resume]");
        tab.key("Enter");
        tab.await(STATE + " === 'RUNNING'");

        tab.tabTo("[data-order=reset]");
        tab.key("Enter");
        tab.await("document.getElementById('asking').open && document.activeElement.id === 'no'");
        tab.key("Enter");
        tab.await("!document.getElementById('asking').open");
        assertThat(run.awaitStatus(base, "seen", status -> true).totals().resets()).as("asked and not done").isZero();
        tab.tabTo("[data-order=reset]");
        tab.key("Enter");
        tab.tabTo("#yes");
        tab.key("Enter");
        run.awaitStatus(base, "seen", status -> status.totals().resets() == 1);
        tab.await("document.getElementById('events').textContent.includes('all clocks are back at 0')");
        tab.await(STATE + " === 'PAUSED' || " + STATE + " === 'RUNNING'");
    }

    @Test
    void hostileNamesAndReasonsAreText() throws Exception {
        try (ShownHub hub = new ShownHub(folder, () -> HOSTILE, HOSTILE.get(0)); BrowserTab tab = browser.tab()) {
            tab.open(hub.page());
            tab.await(SENTENCE + ".includes(" + "'<img src=x onerror=')");
            tab.await("document.querySelectorAll('.u-legend').length > 0");
            tab.tabTo("#lanes");
            for (final String name : HOSTILE) {
                tab.key("ArrowDown");
                tab.await("document.getElementById('detail-title').textContent.length > 0");
            }
            tab.await("document.querySelectorAll('#channels tr').length === 2");
            assertThat(tab.value("document.querySelectorAll('img, body script, b').length").intValue()).isZero();
            assertThat(tab.value("document.title").textValue()).isEqualTo("lab: RUNNING");
            assertThat(tab.text("channels")).contains(HOSTILE.get(0), HOSTILE.get(1));
            assertNoTrouble(tab, hub.page());
        }
    }

    @Test
    void readableOnAPhoneInTheDarkAndByScreenReaders() throws Exception {
        final List<String> names = IntStream.range(0, 12)
            .mapToObj(i -> "asset-with-a-rather-long-name-" + i).toList();
        try (ShownHub hub = new ShownHub(folder, () -> names, null); BrowserTab tab = browser.tab()) {
            tab.size(360, 740, 2, true);
            hub.children(child("below", "127.0.0.1:8"), child("far", null));
            tab.open(hub.page() + "#" + ShownHub.TOKEN);
            tab.await("document.getElementById('control').checkVisibility()");
            tab.await(SENTENCE + ".includes('asset-with')");
            tab.tabTo("#lanes");
            tab.key("End");
            tab.await("!document.getElementById('detail').hidden && document.querySelectorAll('#waits li').length > 0");
            final String light = tab.value("getComputedStyle(document.body).backgroundColor").textValue();
            assertNothingSerious(tab);
            assertThat(tab.value("document.documentElement.scrollWidth").intValue()).isLessThanOrEqualTo(360);

            tab.colours("dark");
            assertThat(tab.value("getComputedStyle(document.body).backgroundColor").textValue()).isNotEqualTo(light);
            assertNothingSerious(tab);
            tab.size(1280, 900, 1, false);
            assertNothingSerious(tab);
            assertThat(tab.value("document.documentElement.scrollWidth").intValue()).isLessThanOrEqualTo(1280);
            assertThat(tab.value("document.getElementById(document.getElementById('lanes')"
                + ".getAttribute('aria-activedescendant')).ariaPosInSet").textValue()).isEqualTo("12");
            tab.await("document.getElementById('plot-blame').ariaLabel.includes('now most: asset-with')");
            tab.tabTo("[data-order=stop]");
            tab.key("Enter");
            tab.await("document.getElementById('asking').open");
            assertNothingSerious(tab);
            tab.value("document.getElementById('no').click()");

            hub.state(HubState.FAILED, "asset radar was lost");
            tab.await(STATE + " === 'FAILED' && " + SENTENCE + ".endsWith(': asset radar was lost')");
            assertNothingSerious(tab);
            assertNoTrouble(tab, hub.page());
        }
    }

    private static void assertNothingSerious(final BrowserTab tab) throws Exception {
        if (tab.value("typeof axe").textValue().equals("undefined")) {
            try (InputStream in = PageIT.class.getResourceAsStream(AXE)) {
                tab.value(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
            }
        }
        final JsonNode found = tab.value("axe.run().then(all => all.violations.map(each => each.impact + ': '"
            + " + each.help + ': ' + each.nodes.map(node => node.html).join(' ')))");
        assertThat(found).noneMatch(each -> each.textValue().matches("(?s)(serious|critical).*"));
    }

    @Test
    void nothingFromElsewhereRunsAndNoOtherNameIsAnswered() throws Exception {
        try (ShownHub hub = new ShownHub(folder, () -> List.of("a"), null); BrowserTab tab = browser.tab()) {
            tab.open(hub.page());
            tab.await(STATE + " === 'RUNNING'");
            tab.value("document.head.append(Object.assign(document.createElement('script'),"
                + " {textContent: 'document.title = \"pwned\"'}))");
            assertThat(tab.value("document.title").textValue()).isEqualTo("lab: RUNNING");
            assertThat(tab.value("fetch('http://evil.example:" + URI.create(hub.page()).getPort()
                + "/metrics').then(() => 'went', () => 'refused')").textValue()).isEqualTo("refused");
            assertThat(tab.troubles()).hasSizeGreaterThanOrEqualTo(2)
                .allMatch(line -> line.contains("Content Security Policy"));
            tab.open("http://evil.example:" + URI.create(hub.page()).getPort() + "/");
            assertThat(tab.value("document.body.innerText").textValue())
                .startsWith("this is not the host that was asked for; open http://127.0.0.1:");
        }
    }

    /** All of them in one process, which is stopped: the page names one of them, and any can be looked at. */
    @Test
    void aThousandAssetsOfARealHub() throws Exception {
        final String others = IntStream.range(1, 1000)
            .mapToObj(i -> ", {\"name\": \"f-%d\", \"step\": \"10ms\"}".formatted(i)).collect(Collectors.joining());
        final Path file = Files.writeString(folder.resolve("thousand.json"), """
            {"hub": "thousand", "coreStep": "10ms", "maxDelay": "40ms", "metrics": {"port": 0},
            "pace": {"mode": "realtime", "speed": 1}, "assets": [
            {"name": "f-0", "step": "10ms", "launch": ["takt", "metronome", "--count", "1000", "f"]}%s]}
            """.formatted(others));
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file.toString());
            BrowserTab tab = browser.tab()) {
            final String page = page(run);
            tab.open(page);
            tab.await(STATE + " === 'RUNNING' && document.getElementById('count').textContent === '1,000 assets'");
            final ProcessHandle process = run.launched("f-0");
            TaktProcess.signal(process, "STOP");
            try {
                tab.await("/^held back by f-\\d+ .* its process " + process.pid() + " is stopped/.test("
                    + SENTENCE + ")");
                tab.tabTo("#lanes");
                tab.key("ArrowDown");
                tab.await(SENTENCE + ".startsWith('held back by ' + document.getElementById('detail-title').textContent"
                    + " + ' ')");
                tab.key("End");
                tab.await("document.getElementById('active').ariaPosInSet === '1000'");
            } finally {
                TaktProcess.signal(process, "CONT");
            }
            tab.await("!" + SENTENCE + ".startsWith('held back')");
            assertNoTrouble(tab, page);
        }
    }

    /** Frames and bytes are printed; that they are some is all that is asserted. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aThousandAssets() throws Exception {
        final List<String> names = IntStream.range(0, 1000).mapToObj(i -> "asset-" + i).toList();
        try (ShownHub hub = new ShownHub(folder, () -> names, null); BrowserTab tab = browser.tab()) {
            tab.size(1280, 900, 1, false);
            tab.open(hub.page());
            tab.await("document.getElementById('count').textContent === '1,000 assets'");
            for (final String order : List.of("cast", "lag", "blame", "name")) {
                tab.value("{ const order = document.getElementById('order'); order.value = '" + order
                    + "'; order.dispatchEvent(new Event('change')); }");
                final double perS = tab.value("new Promise(done => { let n = 0, began = performance.now();"
                    + " const next = now => { n++; if (now - began < 3000) requestAnimationFrame(next);"
                    + " else done(1000 * n / (now - began)); }; requestAnimationFrame(next); })").doubleValue();
                System.out.printf("1,000 assets, order %s: %.0f frames/s%n", order, perS);
                assertThat(perS).isGreaterThan(5);
            }
            tab.tabTo("#lanes");
            tab.key("End");
            tab.await("document.getElementById('detail-title').textContent === 'asset-999'");
            assertNoTrouble(tab, hub.page());
        }
    }
}
