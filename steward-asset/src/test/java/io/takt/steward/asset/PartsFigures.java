package io.takt.steward.asset;

import io.takt.steward.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Prints what working ahead gains, in a model of wall time: each part has a processor of its own, an event costs 1,
 * whether it happens for the first time or is redone, and a step costs a tenth more. The parts are the shipped code.
 */
@EnabledIfSystemProperty(named = "takt.figures", matches = "true")
class PartsFigures {
    private static final int PARTS = 4;
    private static final long LONG_NS = 230_400;
    private static final double MEAN_NS = 49;
    private static final double STEP = 0.1;
    private static final double LOOK = 0.01;

    /** Clocks and logs as of a wall time. */
    private record Published(double wall, long timeNs, int messages) {
    }

    private static final class Model {
        private final PartsTrial trial;
        private final boolean worksAhead;
        private final List<List<Published>> published = new ArrayList<>();
        private final double[] wall = new double[PARTS];
        private long most;

        Model(final int islands, final long every, final long delayNs, final long maxDelayNs, final boolean worksAhead,
            final boolean isAnnounced) throws Exception {
            this.worksAhead = worksAhead;
            trial = new PartsTrial(new Islands(islands, every), PARTS, delayNs, delayNs, maxDelayNs, isAnnounced,
                LONG_NS / islands);
            for (final PartsTrial.Node node : trial.nodes) {
                node.start(null);
                published.add(new ArrayList<>(List.of(new Published(0, 0, node.log.size()))));
            }
        }

        private Published publishedBy(final int part, final double atWall) {
            final List<Published> all = published.get(part);
            int last = all.size() - 1;
            while (all.get(last).wall > atWall) {
                last--;
            }
            return all.get(last);
        }

        private static double cost(final PartsTrial.Node node) {
            final Statistics statistics = node.world.statistics();
            return statistics.executed() + statistics.redone();
        }

        /** Returns the wall time at which the last part came to the end. */
        double run() throws Exception {
            for (int next = next(); next >= 0; next = next()) {
                act(trial.nodes.get(next));
            }
            double end = 0;
            for (final double each : wall) {
                end = Math.max(end, each);
            }
            return end;
        }

        /** The part that is the least far in wall time, of those that are not at the end. */
        private int next() {
            int next = -1;
            for (int i = 0; i < PARTS; i++) {
                if (trial.nodes.get(i).timeNs < trial.endNs && (next < 0 || wall[i] < wall[next])) {
                    next = i;
                }
            }
            return next;
        }

        private void act(final PartsTrial.Node node) throws Exception {
            final double now = wall[node.number];
            long slowestNs = Long.MAX_VALUE;
            double news = Double.MAX_VALUE;
            for (final PartsTrial.Node other : trial.nodes) {
                final Published known = publishedBy(other.number, now);
                slowestNs = Math.min(slowestNs, known.timeNs);
                if (other != node) {
                    node.look(other, known.timeNs, known.messages);
                }
                final List<Published> all = published.get(other.number);
                for (int i = all.size() - 1; i >= 0 && all.get(i).wall > now; i--) {
                    news = Math.min(news, all.get(i).wall);
                }
            }
            trial.coreIs(slowestNs + trial.maxDelayNs);
            final double before = cost(node);
            if (node.mayStep()) {
                node.step(Integer.MAX_VALUE);
                wall[node.number] = now + STEP + cost(node) - before;
                published.get(node.number).add(new Published(wall[node.number], node.timeNs, node.log.size()));
            } else if (worksAhead && node.world.workAhead(1)) {
                wall[node.number] = now + cost(node) - before;
            } else {
                final double busy = now + cost(node) - before;
                wall[node.number] = busy > now ? busy : news == Double.MAX_VALUE ? now + LOOK : news;
            }
            most = Math.max(most, node.world.statistics().versions());
        }

        double redone() {
            double redone = 0;
            double all = 0;
            for (final PartsTrial.Node node : trial.nodes) {
                redone += cost(node) - node.history.size();
                all += node.history.size();
            }
            return redone / all;
        }
    }

    @Test
    void print() throws Exception {
        System.out.println("| islands in a part | events in δ | of them cross | D_max | gates only | ahead | redone |"
            + " ahead, announced | redone | versions kept |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (final long[] each : new long[][] {{64, 3}, {64, 10}, {64, 30}, {64, 300}, {4, 50}, {4, 150}, {4, 600}}) {
            for (final long every : new long[] {50, 3}) {
                for (final int window : new int[] {2, 4, 16}) {
                    print((int) each[0], each[1], every, window);
                }
            }
        }
    }

    private static void print(final int islands, final long delayNs, final long every, final int window)
        throws Exception {
        final Model gates = new Model(islands, every, delayNs, window * delayNs, false, false);
        final double gatesWall = gates.run();
        final double whole = gates.trial.nodes.stream().mapToInt(node -> node.history.size()).sum();
        final Model silent = new Model(islands, every, delayNs, window * delayNs, true, false);
        final double silentWall = silent.run();
        final Model told = new Model(islands, every, delayNs, window * delayNs, true, true);
        final double toldWall = told.run();
        System.out.printf(Locale.ROOT, "| %d | %.1f | %.1f %% | %d δ | %.2f | %.2f | %.2f | %.2f | %.2f | %d |%n",
            islands / PARTS, islands / PARTS * delayNs / MEAN_NS, 75.0 / every, window, whole / gatesWall,
            whole / silentWall, silent.redone(), whole / toldWall, told.redone(), told.most);
    }
}
