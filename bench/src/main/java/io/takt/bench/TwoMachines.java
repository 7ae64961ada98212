package io.takt.bench;

import io.takt.asset.TaktException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Two network namespaces with a wire between them, which are as good as two machines for all that uses a network. They
 * are gone when this is closed, or with the bench. Where the bench may not make any, both are this machine.
 */
final class TwoMachines implements AutoCloseable {
    private static final String IP = "ip";
    private static final String NETWORK = "10.231.77.";
    private static final long WITHIN_NS = 10 * WallTime.SECOND;

    private final Bench bench;
    private final List<String> names;
    private boolean areMade;

    private TwoMachines(final Bench bench) {
        this.bench = bench;
        final String common = "tb" + ProcessHandle.current().pid();
        this.names = List.of(common + "a", common + "b");
    }

    /** Makes them if it can. */
    static TwoMachines open(final Bench bench) throws IOException, InterruptedException {
        final TwoMachines machines = new TwoMachines(bench);
        bench.workplace().atEnd(machines::close);
        if (Commands.exists(IP)) {
            machines.make();
        }
        return machines;
    }

    private void make() throws IOException, InterruptedException {
        try {
            // From now on there may be one.
            areMade = true;
            for (final String each : names) {
                ip("netns", "add", each);
            }
            ip("link", "add", "wire", "netns", names.get(0), "type", "veth", "peer", "name", "wire", "netns",
                names.get(1));
            for (int machine = 0; machine < names.size(); machine++) {
                final String name = names.get(machine);
                ip("-n", name, "address", "add", NETWORK + (machine + 1) + "/24", "dev", "wire");
                ip("-n", name, "link", "set", "lo", "up");
                ip("-n", name, "link", "set", "wire", "up");
            }
        } catch (final TaktException e) {
            close();
        }
    }

    private void ip(final String... args) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(IP));
        command.addAll(List.of(args));
        final Program program = bench.workplace().start(IP, command, Map.of());
        program.awaitOutput(WITHIN_NS);
        bench.workplace().end(List.of(program));
    }

    /** Beginning of the command lines of what is to run on one of them, 0 or 1. */
    List<String> prefix(final int machine) {
        return areMade ? List.of(IP, "netns", "exec", names.get(machine)) : List.of();
    }

    /** Where one of them is found by both. */
    String address(final int machine) {
        return areMade ? NETWORK + (machine + 1) : "127.0.0.1";
    }

    /** A remark on the results; null for none. */
    String note() {
        return areMade ? null : "over loopback: network namespaces cannot be made here ('ip netns', as root)";
    }

    @Override
    public synchronized void close() {
        if (areMade) {
            areMade = false;
            names.forEach(TwoMachines::remove);
        }
    }

    /** Without the workplace, which may have ended. */
    private static void remove(final String name) {
        try {
            new ProcessBuilder(IP, "netns", "delete", name).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor(WITHIN_NS, TimeUnit.NANOSECONDS);
        } catch (final IOException e) {
            // It was not made.
            return;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
