package io.takt.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** "Machines" of a test: network namespaces of this host, each with a cable of its own to the first one. */
final class Machines implements AutoCloseable {
    /** Address of the first machine on the cable of the machine with that number. */
    private static final String NEAR = "10.77.%d.1";
    private static final String FAR = "10.77.%d.2";
    private static final long TIMEOUT_S = 20;

    private final List<Process> holders = new ArrayList<>();
    private final boolean isRoot;

    private Machines(final boolean isRoot) {
        this.isRoot = isRoot;
    }

    /** Null where this system allows none. */
    static Machines make(final int others) throws IOException, InterruptedException {
        final Machines machines = new Machines("root".equals(System.getProperty("user.name")));
        for (int i = 0; i <= others; i++) {
            if (!machines.add(i)) {
                machines.close();
                return null;
            }
        }
        return machines;
    }

    private boolean add(final int number) throws IOException, InterruptedException {
        final List<String> hold = new ArrayList<>(List.of("unshare", "--net"));
        if (number > 0) {
            hold.addAll(0, enter(0, List.of()));
        } else if (!isRoot) {
            hold.addAll(List.of("--user", "--map-root-user"));
        }
        hold.addAll(List.of("sleep", "infinity"));
        try {
            holders.add(new ProcessBuilder(hold).redirectErrorStream(true).redirectOutput(
                ProcessBuilder.Redirect.DISCARD).start());
        } catch (final IOException e) {
            // There is no such program.
            return false;
        }
        return awaitHolder(number) && does(number, "ip", "link", "set", "lo", "up") && (number == 0 || wire(number));
    }

    /** Until the program that holds the namespace is there. */
    private boolean awaitHolder(final int number) throws IOException {
        final Process holder = holders.get(number);
        final Path command = Path.of("/proc", Long.toString(holder.pid()), "comm");
        while (holder.isAlive() && Files.exists(command)) {
            if ("sleep".equals(Files.readString(command).trim())) {
                return true;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return false;
    }

    private boolean wire(final int number) throws IOException, InterruptedException {
        return does(0, "ip", "link", "add", "m" + number, "type", "veth", "peer", "name", "eth0", "netns",
            Long.toString(holders.get(number).pid()))
            && does(0, "ip", "address", "add", String.format(NEAR, number) + "/24", "dev", "m" + number)
            && does(0, "ip", "link", "set", "m" + number, "up")
            && does(number, "ip", "address", "add", String.format(FAR, number) + "/24", "dev", "eth0")
            && plug(number);
    }

    /** Where the first machine is for another one. */
    static String first(final int number) {
        return String.format(NEAR, number);
    }

    /** The command that runs a command on a machine. */
    List<String> enter(final int number, final List<String> command) {
        final List<String> entered = new ArrayList<>(List.of("nsenter", "--net"));
        if (!isRoot) {
            entered.addAll(List.of("--user", "--preserve-credentials"));
        }
        entered.addAll(List.of("--target", Long.toString(holders.get(number).pid())));
        entered.addAll(command);
        return entered;
    }

    private boolean does(final int number, final String... command) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(enter(number, List.of(command))).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        return process.waitFor(TIMEOUT_S, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    /** The machine's end of its cable is out. */
    boolean unplug(final int number) throws IOException, InterruptedException {
        return does(number, "ip", "link", "set", "eth0", "down");
    }

    boolean plug(final int number) throws IOException, InterruptedException {
        return does(number, "ip", "link", "set", "eth0", "up");
    }

    @Override
    public void close() {
        holders.forEach(Process::destroyForcibly);
        holders.forEach(each -> each.onExit().join());
    }
}
