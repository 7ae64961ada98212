package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files as senders and receivers, under {@code takt play} and {@code takt log}. */
class SeriesIT extends HubTest {
    private static final String DRIVE = """
        time_s,pedal,note
        0,0,start
        0.5,0.8,
        2,-1e-3,"brake, hard"
        """;

    private void system(final String played, final String logged) throws Exception {
        Files.writeString(folder.resolve("drive.json"), """
            {"hub": "drive", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "200ms", "assets": [
              {"name": "driver", "step": "10ms", "launch": ["takt", "play", "%s", "--as", "pedal=double"]},
              {"name": "log", "step": "50ms", "launch": ["takt", "log", "--out", "%s", "--as", "pedal=double"]}],
             "channels": [{"name": "pedal", "from": "driver", "to": ["log"]},
               {"name": "note", "from": "driver", "to": ["log"]}]}""".formatted(played, logged));
    }

    private TaktProcess run() throws Exception {
        return TaktProcess.run(folder, base, "run", "-c", "drive.json", "--until", "3s", "--json");
    }

    @Test
    void aLogOfWhatWasPlayedCanBePlayed() throws Exception {
        Files.writeString(folder.resolve("drive.csv"), DRIVE);
        system("drive.csv", "log.csv");
        final TaktProcess first = run();
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("log.csv"))).containsExactly("time_s,pedal,note", "0,0.0,start",
            "0.5,0.8,", "2,-0.001,\"brake, hard\"");
        system("log.csv", "again.csv");
        final TaktProcess second = run();
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(folder.resolve("again.csv")).hasSameTextualContentAs(folder.resolve("log.csv"));
        assertThat(second.json().get("assets").get(1).get("digest"))
            .isEqualTo(first.json().get("assets").get(1).get("digest"));
    }

    @Test
    @Tag("long")
    void numbersAreConvertedOnTheWayAndMetresIntoSecondsRefused() throws Exception {
        Files.writeString(folder.resolve("drive.csv"), "time_s,speed [km/h]\n0,36\n1,-18\n");
        final String config = """
            {"hub": "drive", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "200ms", "assets": [
              {"name": "driver", "step": "10ms", "launch": ["takt", "play", "drive.csv"]},
              {"name": "log", "step": "50ms", "launch": ["takt", "log", "--out", "log.csv"]},
              {"name": "dash", "step": "50ms", "launch": ["takt", "log", "--out", "dash.csv"]}],
             "channels": [{"name": "speed", "from": "driver", "type": "double", "unit": "m/s",
               "to": ["log", {"asset": "dash", "unit": "km/h"}]}]}""";
        Files.writeString(folder.resolve("drive.json"), config);
        final TaktProcess run = run();
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(folder.resolve("log.csv")).hasContent("time_s,speed [m/s]\n0,10.0\n1,-5.0\n");
        assertThat(folder.resolve("dash.csv")).hasContent("time_s,speed [km/h]\n0,36.0\n1,-18.0\n");
        Files.writeString(folder.resolve("drive.json"), config.replace("km/h", "s"));
        final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", "drive.json");
        assertThat(check.exitCode()).isEqualTo(2);
        assertThat(check.err()).contains("channels[0].to[1].unit = \"s\": is no unit for this channel: 'm/s' cannot be"
            + " converted into 's'");
    }

    @Test
    @Tag("long")
    void aWrongFileIsToldInOneLineAndOneThatIsThereIsNotWrittenOver() throws Exception {
        Files.writeString(folder.resolve("drive.csv"), DRIVE + "1,0,late\n");
        system("drive.csv", "log.csv");
        final TaktProcess back = run();
        assertThat(back.exitCode()).as(back.err()).isEqualTo(2);
        assertThat(back.err()).isEqualTo("drive.json: assets[0].launch: " + folder.resolve("drive.csv") + ", line 5,"
            + " column 'time_s': the time goes back, from 2s to 1s; sort the rows by their times\n");
        system("drive.cvs\", \"--all", "log.csv");
        assertThat(TaktProcess.run(folder, base, "check", "-c", "drive.json").err()).isEqualTo("drive.json:"
            + " assets[0].launch: Unknown option: '--all'; see 'takt play --help'\n");
        system("drive.cvs", "log.csv");
        final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", "drive.json", "--json");
        assertThat(check.exitCode()).isEqualTo(2);
        assertThat(check.json().get("errors").get(0).textValue())
            .isEqualTo("assets[0].launch: there is no file " + folder.resolve("drive.cvs"));
        Files.createDirectory(folder.resolve("drive.cvs"));
        assertThat(TaktProcess.run(folder, base, "check", "-c", "drive.json").err())
            .isEqualTo("drive.json: assets[0].launch: " + folder.resolve("drive.cvs") + " is a folder\n");
        Files.writeString(folder.resolve("log.csv"), "mine");
        final TaktProcess log = TaktProcess.run(folder, base, "log", "--name", "log", "--out", "log.csv");
        assertThat(log.exitCode()).isEqualTo(1);
        assertThat(log.err()).isEqualTo("takt: log.csv is there already; --force writes over it\n");
        assertThat(folder.resolve("log.csv")).hasContent("mine");
    }
}
