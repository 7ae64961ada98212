package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.HubPlan.OnLost;
import io.takt.shm.control.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is asked of a hub in whatever order, the clocks keep the bounds and no request goes unanswered. */
class HubMachineSafetyTest {
    private static final String[] NAMES = {"planned", "droppable", "x", "y", "z"};

    private final List<Long> resets = new ArrayList<>();
    /** Those that are not answered yet. */
    private final List<Join> joins = new ArrayList<>();

    private record Join(int connection, String asset, long id) {
    }

    @Test
    void theBoundsHoldAtEveryStepOfEveryHistory() {
        int moved = 0;
        int ended = 0;
        int held = 0;
        for (int seed = 0; seed < 200; seed++) {
            final Random random = new Random(seed);
            final HubLab lab = lab(random);
            resets.clear();
            joins.clear();
            for (final String name : NAMES) {
                join(lab, name, random);
            }
            List.copyOf(lab.assets.values()).forEach(LabAsset::ready);
            long highest = 0;
            for (int turn = 0; turn < 400; turn++) {
                turn(lab, random);
                takeAnswers(lab);
                held += joins.size();
                highest = Math.max(highest, lab.coreNs());
                lab.assertSafe();
                assertConsistent(lab);
            }
            moved += highest > 50 ? 1 : 0;
            ended += lab.state().isEnd() ? 1 : 0;
        }
        assertThat(moved).as("histories in which something happened").isGreaterThan(60);
        assertThat(held).as("joins that wait for a reset").isPositive();
        assertThat(ended).as("histories that came to an end").isBetween(20, 180);
    }

    private static HubLab lab(final Random random) {
        final long step = 1 + random.nextInt(10);
        final Plan plan = Plan.of(step, step + 10 + random.nextInt(20));
        if (random.nextBoolean()) {
            plan.asset("planned", 1 + random.nextInt(10));
        }
        if (random.nextBoolean()) {
            plan.asset("droppable", 1 + random.nextInt(10), random.nextBoolean(), OnLost.DROP);
        }
        if (random.nextInt(3) == 0) {
            plan.force();
        }
        if (random.nextInt(3) == 0) {
            plan.pace(1 + random.nextInt(3), random.nextInt(3) * 5L);
        }
        if (random.nextInt(4) == 0) {
            plan.until(50 + random.nextInt(500));
        }
        return plan.open();
    }

    private void turn(final HubLab lab, final Random random) {
        lab.nowNs += random.nextInt(4);
        final int kind = random.nextInt(100);
        if (kind < 40) {
            lab.machine.doWork();
        } else if (kind < 75) {
            anyAsset(lab, random).forEach(LabAsset::step);
        } else if (kind < 80) {
            join(lab, NAMES[random.nextInt(NAMES.length)], random);
        } else if (kind < 87) {
            anyAsset(lab, random).forEach(LabAsset::ready);
        } else if (kind < 96) {
            anyAsset(lab, random).stream().filter(asset -> asset.resetting).forEach(LabAsset::resetDone);
        } else {
            lifecycle(lab, random);
        }
    }

    private void join(final HubLab lab, final String name, final Random random) {
        final int connection = 1 + random.nextInt(3);
        final long step = random.nextInt(12) - (random.nextInt(10) == 0 ? 5 : 0);
        joins.add(new Join(connection, name, lab.beginJoin(connection, name, random.nextInt(3) == 0 ? 0 : step)));
        takeAnswers(lab);
        assertThat(joins).as("a join waits for a reset at most").matches(
            waiting -> waiting.isEmpty() || lab.state() == HubState.RESETTING);
    }

    private void takeAnswers(final HubLab lab) {
        for (final Join join : List.copyOf(joins)) {
            final List<Reply> replies = lab.replies(join.connection, join.id);
            assertThat(replies).hasSizeLessThan(2);
            if (!replies.isEmpty()) {
                joins.remove(join);
                if (replies.get(0).ok()) {
                    lab.assets.put(join.asset, lab.new LabAsset(join.connection, replies.get(0).joined()));
                }
            }
        }
    }

    private void lifecycle(final HubLab lab, final Random random) {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> lab.pause();
            case 3, 4, 5 -> lab.resume();
            case 6, 7, 8 -> resets.add(lab.reset(90));
            case 9, 10 -> anyAsset(lab, random).forEach(LabAsset::leave);
            default -> {
                if (random.nextInt(4) == 0) {
                    final int connection = 1 + random.nextInt(3);
                    joins.removeIf(join -> join.connection == connection);
                    lab.close(connection);
                } else if (random.nextInt(4) == 0) {
                    lab.stop();
                }
            }
        }
    }

    private static List<LabAsset> anyAsset(final HubLab lab, final Random random) {
        final List<LabAsset> assets = new ArrayList<>(lab.assets.values());
        return assets.isEmpty() ? assets : List.of(assets.get(random.nextInt(assets.size())));
    }

    private void assertConsistent(final HubLab lab) {
        final HubStatus status = lab.machine.status();
        if (!lab.state().isEnd()) {
            assertThat(status.assets()).extracting(HubStatus.AssetStatus::name)
                .containsExactlyInAnyOrderElementsOf(lab.assets.keySet());
            assertThat(lab.allocated()).as("counters").isEqualTo(HubLab.CORE_COUNTERS + 3 * lab.assets.size());
            for (final HubStatus.AssetStatus asset : status.assets()) {
                assertThat(asset.timeNs()).isEqualTo(lab.assets.get(asset.name()).timeNs());
                assertThat(asset.state()).isEqualTo(lab.assets.get(asset.name()).state());
            }
        }
        for (int i = 0; i < resets.size(); i++) {
            final boolean pending = lab.state() == HubState.RESETTING && lab.replies(90, resets.get(i)).isEmpty();
            assertThat(lab.replies(90, resets.get(i))).hasSize(pending ? 0 : 1);
        }
    }
}
