package io.takt.hub.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.ProgramFinder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A check of a program and its launch have the same result, as far as a check looks. */
@EnabledOnOs(OS.LINUX)
class SameJudgementTest {
    private static final ProgramFinder FINDER = new ProgramFinder(null, System.getenv("PATH"));

    @TempDir
    private Path folder;

    private Path file(final String name, final byte[] content, final String permissions) throws IOException {
        return Files.setPosixFilePermissions(Files.write(folder.resolve(name), content),
            PosixFilePermissions.fromString(permissions));
    }

    private List<String> problems(final String launch) throws IOException {
        final Path config = Files.writeString(folder.resolve("c.json"), "{\"coreStep\": \"1ms\", \"maxDelay\": \"2ms\","
            + " \"assets\": [{\"name\": \"a\", \"step\": \"1ms\", \"launch\": " + launch + "}]}");
        return ConfigReader.read(config, FINDER).problems().stream().map(each -> each.line()).toList();
    }

    /** Whether the kernel starts it, and a script's interpreter finds what it is to run: by the habit of shells. */
    private boolean isRun(final String program) throws Exception {
        final List<String> command = new ArrayList<>(List.of("setsid", "-w", program));
        final Process process = new ProcessBuilder(command).directory(folder.toFile())
            .redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile()).start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() != 126 && process.exitValue() != 127;
    }

    /** In the texts, ¶ is a line feed and ^ a carriage return. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "#!/bin/sh¶exit 0 | ",
        "#! /bin/sh -e¶exit 0 | ",
        "#!/bin/sh | ",
        "exit 0¶ | ",
        "#!¶exit 0 | ",
        "#!/usr/bin/env sh¶exit 0 | ",
        "#!/usr/bin/env -S sh -e¶exit 0 | ",
        "#!./inner¶ | ",
        "#!/no/such/shell¶exit 0 | is a script for '/no/such/shell', which is not there",
        "#!sh¶exit 0 | is a script for 'sh', which is not there",
        "#!/etc¶exit 0 | is a script for '/etc', which is no program",
        "#!/etc/passwd¶exit 0 | is a script for '/etc/passwd', which is no program",
        "#!/bin/sh^¶exit 0^¶ | '/bin/sh', which is not there with the carriage return at the end",
        "#!/usr/bin/env sh^¶exit 0^¶ | 'sh', which is not on the PATH with the carriage return at the end",
        "#!/usr/bin/env nothere¶exit 0 | is a script for 'nothere', which is not on the PATH",
    })
    void ofScripts(final String text, final String problem) throws Exception {
        file("inner", "#!/bin/sh\nexit 0\n".getBytes(StandardCharsets.US_ASCII), "rwx------");
        file("program", text.replace('\u00b6', '\n').replace('^', '\r').getBytes(StandardCharsets.US_ASCII),
            "rwx------");
        final List<String> lines = problems("[\"./program\"]");
        assertThat(isRun("./program")).as(Files.readString(folder.resolve("out"))).isEqualTo(problem == null);
        if (problem == null) {
            assertThat(lines).isEmpty();
        } else {
            assertThat(lines).singleElement().asString().startsWith("assets[0].launch[0] = \"./program\": ")
                .contains(problem);
        }
    }

    @Test
    void ofFiles() throws Exception {
        file("plain", "#!/bin/sh\n".getBytes(StandardCharsets.US_ASCII), "rw-------");
        Files.createDirectory(folder.resolve("dir"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));
        file("longest", ("#!/" + "x".repeat(300) + "\nexit 0\n").getBytes(StandardCharsets.US_ASCII), "rwx------");
        assertThat(problems("[\"./plain\"]")).singleElement().asString().contains("is not executable");
        assertThat(problems("[\"./dir\"]")).singleElement().asString().contains("is a folder");
        assertThat(problems("[\"./dangling\"]")).singleElement().asString().contains("is not there");
        assertThat(problems("[\"./plain/x\"]")).singleElement().asString().contains("is not there");
        assertThat(problems("[\"./longest\"]")).as("no interpreter that the kernel knows").isEmpty();
        for (final String name : List.of("./plain", "./dir", "./dangling", "./plain/x")) {
            assertThat(isRun(name)).as(name).isFalse();
        }
        assertThat(isRun("./longest")).isTrue();
    }

    @Test
    void ofArguments() throws IOException {
        assertThat(problems("[\"sh\", \"a\\u0000b\"]")).singleElement().asString()
            .startsWith("assets[0].launch[1] = \"a?b\": has the character \\u0000 in it");
        assertThat(problems("[\"s\\u0000h\"]")).singleElement().asString().contains("has the character \\u0000 in it");
        assertThat(problems("[\"./s\\u0000h\"]")).singleElement().asString()
            .contains("has the character \\u0000 in it");
        assertThat(problems("[\"sh\", \"\\ud800\"]")).singleElement().asString().contains("has half a character in it");
        assertThat(problems("[\"sh\", \"\\ud83d\\ude00\", \"" + "x".repeat(131_071) + "\"]")).isEmpty();
        assertThat(problems("[\"sh\", \"" + "x".repeat(131_072) + "\"]")).singleElement().asString()
            .endsWith("has 131072 bytes; an argument may have 131071");
    }

    @Test
    void ofNames() throws IOException {
        for (final String field : List.of("\"hub\": \"a\\u0000\"", "\"hub\": \"" + "h".repeat(100) + "\"")) {
            final Path config = Files.writeString(folder.resolve("c.json"),
                "{\"coreStep\": \"1ms\", \"maxDelay\": \"2ms\", " + field + "}");
            assertThat(ConfigReader.read(config, FINDER).problems()).singleElement()
                .satisfies(each -> assertThat(each.path()).isEqualTo("hub"));
        }
    }
}
