package io.takt.proofs.explore;

import io.takt.proofs.rule.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** All systems of so many assets with small numbers. */
record Systems(int assets, long greatestStepNs, long greatestDelayNs) {
    Stream<Parameters> all() {
        return steps(1 + assets).flatMap(steps -> LongStream.rangeClosed(1, greatestDelayNs)
            .mapToObj(delayNs -> new Parameters(steps.get(0), delayNs, steps.subList(1, steps.size()))));
    }

    private Stream<List<Long>> steps(final int count) {
        if (count == 0) {
            return Stream.of(List.of());
        }
        return steps(count - 1).flatMap(before -> LongStream.rangeClosed(1, greatestStepNs).mapToObj(stepNs -> {
            final List<Long> longer = new ArrayList<>(before);
            longer.add(stepNs);
            return List.copyOf(longer);
        }));
    }
}
