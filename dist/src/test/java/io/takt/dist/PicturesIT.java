package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.status.HoldReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the pictures of the README: the live page in light and dark, on a screen and on a phone, and
 * {@code takt watch}, all of the same run, in which one asset is stopped. {@code docs/README.md} has the command.
 */
@Tag("long")
@EnabledIfSystemProperty(named = "takt.pictures", matches = ".+")
class PicturesIT extends HubTest {
    private static final Pattern PAGE = Pattern.compile("the live page is at (http://\\S+/)");
    /** So long everything goes well, so that the history has something to show. */
    private static final long HEALTHY_NS = 40_000_000_000L;
    private static final long STOPPED_NS = 12_000_000_000L;

    @TempDir
    private Path profile;

    private static String asset(final String name, final String step) {
        return "{\"name\": \"" + name + "\", \"step\": \"" + step
            + "\", \"launch\": [\"takt\", \"metronome\"]}";
    }

    @Test
    void pageAndTerminal() throws Exception {
        final Path pictures = TaktProcess.HOME.resolve(System.getProperty("takt.pictures"));
        final Path file = Files.writeString(folder.resolve("field.json"), """
            {"hub": "field", "coreStep": "10ms", "maxDelay": "50ms", "metrics": {"port": 0},
            "pace": {"mode": "realtime", "speed": 1}, "assets": [%s]}
            """.formatted(String.join(", ", asset("flight", "5ms"), asset("camera", "20ms"),
            asset("radar", "10ms"), asset("radio", "10ms"),
            asset("plant", "10ms"), asset("wind", "25ms"))));
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file.toString());
            Browser browser = Browser.start(profile, "--hide-scrollbars"); BrowserTab tab = browser.tab()) {
            run.awaitErr("the live page is at");
            final Matcher page = PAGE.matcher(run.err());
            assertThat(page.find()).isTrue();
            tab.size(1280, 750, 1, false);
            tab.open(page.group(1));
            run.awaitStatus(base, "field", status -> status.wallNs() > HEALTHY_NS);
            TaktProcess.signal(run.launched("radar"), "STOP");
            run.awaitStatus(base, "field", status -> status.blockerReason() == HoldReason.SILENT
                && status.blockedForNs() > STOPPED_NS);
            final TaktProcess watch = TaktProcess.start(folder, base, List.of("script", "-qec",
                "stty rows 40 columns 90; takt watch --once", "/dev/null")).awaitEnd();
            assertThat(watch.out()).contains("\u001b[31mheld back by radar");
            Files.writeString(pictures.resolve("watch.svg"), TerminalPicture.svg(watch.out().lines().toList()));
            for (final String colours : List.of("light", "dark")) {
                tab.colours(colours);
                tab.size(1280, 750, 1, false);
                tab.picture(pictures.resolve("page-" + colours + ".png"));
                tab.size(390, 844, 2, true);
                tab.picture(pictures.resolve("page-phone-" + colours + ".png"));
            }
        }
    }
}
