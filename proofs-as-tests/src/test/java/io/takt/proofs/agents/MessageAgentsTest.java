package io.takt.proofs.agents;

import io.takt.proofs.agents.Scenario.Kind;
import net.jqwik.api.Example;

class MessageAgentsTest {
    @Example
    void go() {
        final Kind kind = Kind.valueOf(System.getProperty("kind", "FREE"));
        final long from = Long.getLong("from", 0);
        final long count = Long.getLong("count", 50);
        int full = 0;
        int holds = 0;
        int resets = 0;
        int deaths = 0;
        long steps = 0;
        final java.util.Map<String, Integer> failures = new java.util.TreeMap<>();
        final long begun = System.nanoTime();
        for (long seed = from; seed < from + count; seed++) {
            final Scenario scenario = Scenario.of(seed, kind);
            try (MessagePlay play = new MessagePlay(Choices.of(seed), scenario)) {
                try {
                    play.play();
                } catch (final AssertionError | RuntimeException e) {
                    final String message = e.getMessage() + "";
                    failures.merge(message.split("\n")[0].replaceAll("\\[.*", "").replaceAll("[0-9]+", "N"), 1, Integer::sum);
                    if (failures.size() <= Integer.getInteger("show", 1) && failures.values().stream().mapToInt(x -> x).sum() <= 1) {
                        System.out.println("seed " + seed + " " + scenario);
                        System.out.println(e.getMessage());
                        if (!(e instanceof AssertionError)) {
                            e.printStackTrace(System.out);
                        }
                    } else if (failures.values().stream().mapToInt(x -> x).sum() <= 6) {
                        System.out.println("seed " + seed + ": " + message.split("\n")[0]);
                    }
                }
                full += play.world().hub().messages().fullLogs();
                holds += play.world().hub().messages().holds();
                resets += play.resets();
                deaths += play.deaths();
                steps += play.world().steps();
            }
        }
        System.out.println(kind + ": full " + full + " holds " + holds + " resets " + resets + " deaths " + deaths
            + " steps " + steps + " in " + (System.nanoTime() - begun) / 1_000_000 + " ms");
        failures.forEach((what, n) -> System.out.println(n + " x " + what));
    }

    public static void main(final String[] args) {
        new MessageAgentsTest().go();
    }
}
