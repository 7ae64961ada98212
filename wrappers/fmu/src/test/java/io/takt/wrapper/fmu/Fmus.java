package io.takt.wrapper.fmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The FMUs in src/test/c, compiled when they are needed. */
final class Fmus {
    private static final Path SOURCES = Path.of("src/test/c");
    private static final Path COMPILED = Path.of("target/fmus");
    private static final Set<String> READY = new HashSet<>();

    private Fmus() {
    }

    static String description(final String model) throws IOException {
        return Files.readString(SOURCES.resolve(model + ".xml"));
    }

    /** The FMU of a model in a folder. */
    static Path make(final Path folder, final String model) throws Exception {
        return make(folder, model, description(model), Map.of());
    }

    /** The same with another description, and with more files. */
    static Path make(final Path folder, final String model, final String description, final Map<String, String> more)
        throws Exception {
        final String platform = model.endsWith("3") ? "x86_64-linux" : "linux64";
        final Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("modelDescription.xml", description.getBytes(StandardCharsets.UTF_8));
        entries.put("binaries/" + platform + "/" + model + ".so", Files.readAllBytes(compiled(model)));
        more.forEach((name, text) -> entries.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return zip(folder.resolve(model + ".fmu"), entries);
    }

    static Path zip(final Path file, final Map<String, byte[]> entries) throws IOException {
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (final Map.Entry<String, byte[]> each : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue());
            }
        }
        return file;
    }

    static synchronized Path compiled(final String model) throws Exception {
        if (READY.contains(model)) {
            return COMPILED.resolve(model + ".so");
        }
        final boolean hasCompiler = Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "cc")));
        assumeThat(hasCompiler && System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"))
            .as("left out: needs Linux on x86-64 with a C compiler (Debian: gcc)").isTrue();
        final Path library = COMPILED.resolve(model + ".so");
        Files.createDirectories(COMPILED);
        final Process cc = new ProcessBuilder(List.of("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared",
            "-fPIC", "-o", library.toString(), SOURCES.resolve(model + ".c").toString(), "-lm")).inheritIO().start();
        assertThat(cc.waitFor()).isZero();
        READY.add(model);
        return library;
    }
}
