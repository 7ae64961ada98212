package io.takt.conform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Compiles the reflecting asset in C, with the library as it is or with a fault in one of its files. */
final class CPrograms {
    private static final Path LIBRARY = Path.of("../bindings/c").toAbsolutePath().normalize();

    private final Path folder;

    CPrograms(final Path folder) {
        this.folder = folder;
    }

    static boolean canCompile() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "cc")));
    }

    /** The library as it is. */
    Path reflect() throws Exception {
        final List<Path> objects = new ArrayList<>();
        for (final Path source : sources()) {
            objects.add(object(source, folder.resolve(source.getFileName() + ".o")));
        }
        return link("reflect", objects);
    }

    private static List<Path> sources() throws IOException {
        final List<Path> sources = new ArrayList<>();
        try (Stream<Path> files = Files.list(LIBRARY.resolve("src"))) {
            files.filter(file -> file.toString().endsWith(".c")).sorted().forEach(sources::add);
        }
        sources.add(LIBRARY.resolve("examples/reflect.c"));
        return sources;
    }

    /** The file of the library into which a fault is put. */
    static Path source(final Mutant mutant) {
        return LIBRARY.resolve("src").resolve(mutant.file());
    }

    /** The library with a fault; {@link #reflect} comes before. */
    Path reflect(final Mutant mutant) throws Exception {
        final Path source = source(mutant);
        final String text = Files.readString(source);
        assertThat(mutant.timesIn(text)).as("times that '%s' stands in %s, for the fault '%s'", mutant.oldText(),
            source, mutant.name()).isEqualTo(1);
        final Path faulty = Files.writeString(folder.resolve("faulty-" + mutant.file()),
            text.replace(mutant.oldText(), mutant.newText()));
        final List<Path> objects = new ArrayList<>();
        for (final Path each : sources()) {
            objects.add(each.equals(source) ? object(faulty, folder.resolve("faulty.o"))
                : folder.resolve(each.getFileName() + ".o"));
        }
        return link("faulty", objects);
    }

    /** A program of docs/examples, without the library. */
    Path example(final String name) throws Exception {
        run(List.of("cc", "-std=c99", "-O1", "-o", folder.resolve(name).toString(),
            LIBRARY.resolve("../../docs/examples").resolve(name + ".c").toString()));
        return folder.resolve(name);
    }

    private Path object(final Path source, final Path object) throws Exception {
        run(List.of("cc", "-std=c11", "-O1", "-w", "-I" + LIBRARY.resolve("include"), "-I" + LIBRARY.resolve("src"),
            "-c", "-o", object.toString(), source.toString()));
        return object;
    }

    private Path link(final String name, final List<Path> objects) throws Exception {
        final List<String> command = new ArrayList<>(List.of("cc", "-o", folder.resolve(name).toString()));
        objects.forEach(object -> command.add(object.toString()));
        run(command);
        return folder.resolve(name);
    }

    private void run(final List<String> command) throws Exception {
        final Path output = folder.resolve("cc.txt");
        final int code = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start()
            .waitFor();
        assertThat(code).as(Files.readString(output)).isZero();
    }
}
