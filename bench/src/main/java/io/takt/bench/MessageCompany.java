package io.takt.bench;

import io.takt.bench.LiveHub.Company;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The cost of a tap and of a recorder for a run: wall time of a message with them, against the same run without. */
final class MessageCompany implements Benchmark {
    private static final int BYTES = 64;
    private static final int BATCH = 10;

    @Override
    public String name() {
        return "message-company";
    }

    @Override
    public String title() {
        return "gated messages between two assets with a tap of everything, and recorded, against the same without";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        results.addAll(measure(bench, "a ball", MessageSetup.echo(BYTES, 1), 2));
        final MessageSetup flow = MessageSetup.flow(BATCH, BYTES, 1);
        results.addAll(measure(bench, BATCH + " a step", flow, (double) flow.assetSteps() * BATCH));
        return results;
    }

    private List<Result> measure(final Bench bench, final String what, final MessageSetup setup,
        final double messagesEach) throws IOException, InterruptedException {
        final Map<Company, Samples> costs = new EnumMap<>(Company.class);
        for (int round = 1; round <= bench.rounds(); round++) {
            for (final Company company : List.of(Company.NOTHING, Company.TAP, Company.RECORDER)) {
                bench.tell(this, round, what + ", " + word(company));
                try (LiveHub hub = LiveHub.start(bench, setup, company)) {
                    costs.computeIfAbsent(company, any -> new Samples())
                        .add(hub.warmCost().dividedBy(messagesEach).wallNs());
                }
            }
        }
        return List.of(compared(what, Company.TAP, costs), compared(what, Company.RECORDER, costs));
    }

    private static String word(final Company company) {
        return switch (company) {
            case NOTHING -> "alone";
            case TAP -> "tapped";
            case RECORDER -> "recorded";
            case PAGE -> "on a page";
        };
    }

    private Result compared(final String what, final Company company, final Map<Company, Samples> costs) {
        final Samples with = costs.get(company);
        final Samples alone = costs.get(Company.NOTHING);
        return Result.compared(this, what + ", " + word(company), Figure.of("Takt", "ns", with),
            Figure.of("alone", "ns", alone), Figure.ratio(word(company) + " / alone", with.dividedBy(alone)), null);
    }
}
