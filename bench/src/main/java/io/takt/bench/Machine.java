package io.takt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where figures were measured; without that they mean little.
 *
 * @param processors that this process may use.
 * @param processor  its model; empty where nothing says so.
 * @param system     the operating system.
 * @param java       the JVM.
 */
record Machine(int processors, String processor, String system, String java) {
    static Machine here() throws IOException {
        final Path info = Path.of("/proc/cpuinfo");
        final String model = !Files.isReadable(info) ? "" : Files.readAllLines(info).stream()
            .filter(line -> line.startsWith("model name")).findFirst()
            .map(line -> line.substring(line.indexOf(':') + 1).trim()).orElse("");
        return new Machine(Runtime.getRuntime().availableProcessors(), model,
            System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch"),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    String text() {
        return "on " + processors + (processors == 1 ? " processor" : " processors")
            + (processor.isEmpty() ? "" : " (" + processor + ")") + ", " + system + ", " + java;
    }
}
