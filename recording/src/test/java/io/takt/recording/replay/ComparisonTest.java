package io.takt.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.plan.HubPlan.Restart;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.RecordWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of three assets with two channels each, which send in any order within their steps and are delivered each
 * other's messages with jitter; and the same runs, tampered with. The reported difference is the first one that a
 * search through all finds.
 */
class ComparisonTest {
    private static final int RUNS = 300;
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final long[] STEPS = {10, 15, 4};
    private static final List<String> CHANNELS = List.of("x", "y");
    private static final long END = 60;
    private static final long MOST_JITTER = 20;

    @TempDir
    private Path folder;

    /** Something that an asset does in its step to a time; of a message that was sent, the delivery time is -1. */
    private record Deed(int asset, String channel, String sender, long number, long stampNs, String text,
        long deliveryNs, long stepEndNs) {
        boolean isSent() {
            return deliveryNs < 0;
        }

        long timeNs() {
            return isSent() ? stampNs : deliveryNs;
        }

        Deed with(final long at, final String bytes) {
            return new Deed(asset, channel, sender, number, at, bytes, deliveryNs, stepEndNs);
        }
    }

    private static List<InputSpec> inputs(final int asset) {
        return NAMES.stream().filter(name -> !name.equals(NAMES.get(asset)))
            .flatMap(name -> CHANNELS.stream().map(channel -> InputSpec.gated(channel, name))).toList();
    }

    private static AssetEntry entry(final int asset) {
        return AssetEntry.of(NAMES.get(asset), Steps.fixedNs(STEPS[asset]), 0, 100 + asset,
            CHANNELS.stream().map(OutputSpec::named).toList(), inputs(asset));
    }

    private static List<Deed> run(final Random random) {
        final List<Deed> deeds = new ArrayList<>();
        for (int asset = 0; asset < NAMES.size(); asset++) {
            long number = 0;
            for (long fromNs = 0; fromNs + STEPS[asset] <= END; fromNs += STEPS[asset]) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    deeds.add(new Deed(asset, CHANNELS.get(random.nextInt(2)), NAMES.get(asset), number++,
                        fromNs + 1 + random.nextLong(STEPS[asset]), "text" + random.nextInt(3), -1,
                        fromNs + STEPS[asset]));
                }
            }
        }
        for (final Deed sent : List.copyOf(deeds)) {
            for (int asset = 0; asset < NAMES.size(); asset++) {
                final long atNs = sent.stampNs + random.nextLong(MOST_JITTER);
                final long stepEndNs = (atNs + STEPS[asset] - 1) / STEPS[asset] * STEPS[asset] + STEPS[asset];
                if (asset != sent.asset && stepEndNs <= END) {
                    deeds.add(new Deed(asset, sent.channel, sent.sender, sent.number, -1, "", atNs, stepEndNs));
                }
            }
        }
        return deeds;
    }

    /** Other bytes, other stamps, other channels, messages too few and too many; up to four, anywhere. */
    private static List<Deed> tamper(final List<Deed> deeds, final Random random) {
        final List<Deed> tampered = new ArrayList<>(deeds);
        for (int slips = random.nextInt(5); slips > 0; slips--) {
            final int at = random.nextInt(tampered.size());
            final Deed deed = tampered.get(at);
            final long fromNs = deed.stepEndNs - STEPS[deed.asset];
            if (random.nextInt(3) == 0) {
                tampered.remove(at);
            } else if (!deed.isSent()) {
                tampered.set(at, new Deed(deed.asset, deed.channel, deed.sender,
                    deed.number + 1_000 * random.nextInt(2), -1, "", Math.max(0, deed.deliveryNs - random.nextInt(2)),
                    deed.stepEndNs));
            } else if (random.nextBoolean()) {
                tampered.set(at, deed.with(deed.stampNs, "other"));
            } else if (random.nextBoolean()) {
                tampered.set(at, deed.with(fromNs + 1 + random.nextLong(STEPS[deed.asset]), deed.text));
            } else {
                tampered.add(new Deed(deed.asset, deed.channel, deed.sender, 1_000 + slips,
                    fromNs + 1 + random.nextLong(STEPS[deed.asset]), "more", -1, deed.stepEndNs));
            }
        }
        return tampered;
    }

    /** The events of only one run, the earliest first; at one time sent messages first, then by asset and by number. */
    private static Deed firstOfAll(final List<Deed> was, final List<Deed> is) {
        final Set<Deed> only = new HashSet<>(was);
        only.removeAll(new HashSet<>(is));
        final Set<Deed> other = new HashSet<>(is);
        other.removeAll(new HashSet<>(was));
        only.addAll(other);
        return only.stream().min(Comparator.comparingLong(Deed::timeNs).thenComparing(deed -> !deed.isSent())
            .thenComparing(Deed::asset).thenComparing(deed -> deed.isSent() ? "" : deed.sender)
            .thenComparing(Deed::number)).orElse(null);
    }

    private interface Teller {
        void tell(Deed deed);
    }

    /** Step by step: deliveries, then sent messages by number, then the end of the step. */
    private static List<Deed> step(final List<Deed> deeds, final int asset, final long stepEndNs) {
        return deeds.stream().filter(deed -> deed.asset == asset && deed.stepEndNs == stepEndNs)
            .sorted(Comparator.comparing(Deed::isSent).thenComparing(deed -> deed.isSent() ? 0 : deed.deliveryNs)
                .thenComparing(Deed::number)).toList();
    }

    private Survey record(final Path where, final List<Deed> deeds) throws IOException {
        final Recordings run = new Recordings(where);
        final RecordWriter records = run.records();
        for (int asset = 0; asset < NAMES.size(); asset++) {
            records.onAsset(asset, entry(asset));
            records.onFrontier(asset, 0);
        }
        for (long timeNs = 1; timeNs <= END; timeNs++) {
            for (int asset = 0; asset < NAMES.size(); asset++) {
                if (timeNs % STEPS[asset] == 0) {
                    for (final Deed deed : step(deeds, asset, timeNs)) {
                        if (deed.isSent()) {
                            final UnsafeBuffer bytes = bytes(deed);
                            records.onSent(asset, CHANNELS.indexOf(deed.channel), deed.stampNs, deed.number, bytes, 0,
                                bytes.capacity());
                        } else {
                            records.onDelivered(asset, input(deed), deed.deliveryNs, deed.number, deed.stepEndNs);
                        }
                    }
                    records.onFrontier(asset, timeNs);
                }
            }
            records.flush();
        }
        return run.endsAt(END);
    }

    private static UnsafeBuffer bytes(final Deed deed) {
        return new UnsafeBuffer(deed.text.getBytes(StandardCharsets.US_ASCII));
    }

    private static int input(final Deed deed) {
        return inputs(deed.asset).indexOf(InputSpec.gated(deed.channel, deed.sender));
    }

    private static ReplayPlan plan(final Survey survey) {
        final List<PlannedAsset> assets = new ArrayList<>();
        for (int asset = 0; asset < NAMES.size(); asset++) {
            assets.add(new PlannedAsset(NAMES.get(asset), Steps.fixedNs(STEPS[asset]), 0, true, OnLost.HALT,
                WaitStrategy.ADAPTIVE, OnHubLost.EXIT, Restart.USUAL, List.of("run")));
        }
        return ReplayPlan.of(survey, new HubConfig(Path.of("/nowhere"), "hub", 1, 0, END, 0, WaitStrategy.YIELD, 1,
            assets, new MessagePlan(1, Map.of(), Map.of(), false), null), List.of());
    }

    /** Hears assets in any order, each some steps at once, and frontiers that are older than the messages. */
    private static void replay(final Comparison comparison, final List<Deed> deeds, final Random random) {
        final long[] heardNs = new long[NAMES.size()];
        for (int asset = 0; asset < NAMES.size(); asset++) {
            comparison.onAsset(asset, entry(asset));
        }
        boolean isMore = true;
        while (isMore) {
            final int asset = random.nextInt(NAMES.size());
            final long frontierNs = heardNs[asset];
            for (int steps = random.nextInt(4); steps > 0 && heardNs[asset] + STEPS[asset] <= END; steps--) {
                heardNs[asset] += STEPS[asset];
                for (final Deed deed : step(deeds, asset, heardNs[asset])) {
                    if (deed.isSent()) {
                        final UnsafeBuffer bytes = bytes(deed);
                        comparison.onSent(asset, CHANNELS.indexOf(deed.channel), deed.stampNs, deed.number, bytes, 0,
                            bytes.capacity());
                    } else {
                        comparison.onDelivered(asset, input(deed), deed.deliveryNs, deed.number, deed.stepEndNs);
                    }
                }
            }
            comparison.onFrontier(asset, random.nextBoolean() ? frontierNs : heardNs[asset]);
            comparison.onPause();
            isMore = false;
            for (int each = 0; each < NAMES.size(); each++) {
                isMore |= heardNs[each] + STEPS[each] <= END;
            }
        }
        for (int asset = 0; asset < NAMES.size(); asset++) {
            comparison.onFrontier(asset, heardNs[asset]);
        }
        comparison.onPause();
        comparison.end(List.of());
    }

    @Test
    void theReportedDifferenceIsTheFirstInSimulationTime() throws IOException {
        int differing = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            final Random random = new Random(seed);
            final List<Deed> was = run(random);
            final List<Deed> is = tamper(was, random);
            final Deed first = firstOfAll(was, is);
            final Survey survey = record(folder.resolve("run" + seed), was);
            final List<String> lines = new ArrayList<>();
            for (int times = 0; times < 2; times++) {
                final List<Difference> told = new ArrayList<>();
                final Comparison comparison = new Comparison(survey, plan(survey), told::add, cause -> {
                    throw new AssertionError(cause);
                });
                replay(comparison, is, random);
                final Difference earliest = comparison.earliest();
                if (first == null) {
                    assertThat(earliest).isNull();
                } else {
                    assertThat(earliest.asset()).as("run %d", seed).isEqualTo(NAMES.get(first.asset));
                    assertThat(earliest.timeNs()).as("run %d", seed).isEqualTo(first.timeNs());
                    assertThat(earliest.isSent()).as("run %d", seed).isEqualTo(first.isSent());
                    assertThat(earliest.line()).as("run %d", seed).contains((first.isSent() ? "" : "message ")
                        + first.number + (first.isSent() ? "" : " of '" + first.sender + "'"));
                    assertThat(told).as("told as it goes, run %d", seed).containsExactly(earliest);
                    lines.add(earliest.line());
                    differing++;
                }
            }
            assertThat(new HashSet<>(lines)).as("however it is heard").hasSizeLessThan(2);
        }
        assertThat(differing).isGreaterThan(RUNS);
    }
}
