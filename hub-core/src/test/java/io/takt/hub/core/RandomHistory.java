package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.shm.control.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A hub in a lab, and assets and commands that do at random what they may. */
final class RandomHistory {
    private static final String[] NAMES = {"planned", "droppable", "x", "y", "z"};

    final HubLab lab;
    final List<Long> resets = new ArrayList<>();
    /** Those that are not answered yet. */
    final List<Join> joins = new ArrayList<>();
    private final Random random;

    record Join(int connection, String asset, long id) {
    }

    /** Begins with a plan at random, and with assets that may be in it. */
    RandomHistory(final long seed) {
        random = new Random(seed);
        lab = lab(random);
        for (final String name : NAMES) {
            join(name);
        }
        List.copyOf(lab.assets.values()).forEach(LabAsset::ready);
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

    void turn() {
        lab.nowNs += random.nextInt(4);
        final int kind = random.nextInt(100);
        if (kind < 40) {
            lab.work();
        } else if (kind < 75) {
            anyAsset().forEach(LabAsset::step);
        } else if (kind < 80) {
            join(NAMES[random.nextInt(NAMES.length)]);
        } else if (kind < 87) {
            anyAsset().forEach(LabAsset::ready);
        } else if (kind < 96) {
            anyAsset().stream().filter(asset -> asset.resetting).forEach(LabAsset::resetDone);
        } else {
            lifecycle();
        }
    }

    private void join(final String name) {
        final int connection = 1 + random.nextInt(3);
        final long step = random.nextInt(12) - (random.nextInt(10) == 0 ? 5 : 0);
        joins.add(new Join(connection, name, lab.beginJoin(connection, name, random.nextInt(3) == 0 ? 0 : step)));
        takeAnswers();
        assertThat(joins).as("a join waits for a reset at most").matches(
            waiting -> waiting.isEmpty() || lab.state() == HubState.RESETTING);
    }

    void takeAnswers() {
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

    private void lifecycle() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> lab.pause();
            case 3, 4, 5 -> lab.resume();
            case 6, 7, 8 -> resets.add(lab.reset(90));
            case 9, 10 -> anyAsset().forEach(LabAsset::leave);
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

    private List<LabAsset> anyAsset() {
        final List<LabAsset> assets = new ArrayList<>(lab.assets.values());
        return assets.isEmpty() ? assets : List.of(assets.get(random.nextInt(assets.size())));
    }
}
