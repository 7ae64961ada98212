package io.takt.proofs.agents;

import io.takt.asset.JoinedAsset;
import io.takt.asset.Steps;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.proofs.agents.EventScenario.Turn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An asset of an event scenario in one life. It decides by itself, from what it is handed, and each of its turns is
 * compared with what the scenario says. In some lives it asks to be woken, in others it takes every turn that there is,
 * and looks by itself whether it has anything to do; for what is sent that makes no difference.
 */
final class EventPart {
    private final World world;
    private final Scenario scenario;
    private final EventScenario events;
    private final String asset;
    private final Steps steps;
    private final List<String> handed = new ArrayList<>();
    private final Set<String> gated;
    private Channels channels;
    private JoinedAsset self;
    private boolean asks;
    private int turn;

    EventPart(final World world, final String asset) {
        this.world = world;
        this.scenario = world.scenario();
        this.events = world.events();
        this.asset = asset;
        this.steps = scenario.plan().planned(asset).steps();
        this.gated = scenario.inputs(asset).stream().filter(link -> link.delivery().isGated())
            .map(InputSpec::channel).collect(Collectors.toSet());
    }

    void connect(final JoinedAsset joined) {
        self = joined;
        channels = joined.channels();
        scenario.inputs(asset).stream().map(InputSpec::channel)
            .forEach(channel -> channels.subscribe(channel, this::onMessage));
    }

    private void onMessage(final Message message) {
        final String text = Delivered.told(message.channel(), message.sequence(), message.stampNs(),
            message.deliveryNs(), message.buffer().getStringWithoutLengthAscii(message.index(), message.length()));
        world.hands(asset, text);
        if (gated.contains(message.channel())) {
            handed.add(text);
        }
    }

    /** The asset begins, with the dawn of time or in the place of one that had done all turns before. */
    void start(final long timeNs) {
        handed.clear();
        turn = 0;
        asks = world.choices().below(3) > 0;
        if (timeNs == 0) {
            take(-1);
        } else {
            final List<Turn> all = events.turns(asset);
            while (turn < all.size() && all.get(turn).fromNs() < timeNs) {
                turn++;
            }
            ask();
        }
    }

    /** A step has been given. */
    void step(final long fromNs, final long toNs) {
        final boolean isVarying = !steps.isFixed() && !steps.isWhole();
        final long wantedNs = last().nextNs();
        if (isVarying && handed.isEmpty() && fromNs < wantedNs) {
            world.require(!asks, asset + " gets a turn at " + fromNs + ", and wants one at " + wantedNs);
            // It looks by itself; so it must not pass what it waits for.
            final long gridNs = steps.granularityNs();
            final long endNs = wantedNs > toNs ? toNs : fromNs + (wantedNs - fromNs + gridNs - 1) / gridNs * gridNs;
            self.stepTo(Math.min(toNs, endNs));
            return;
        }
        take(fromNs);
        final long gridNs = steps.granularityNs();
        if (isVarying && world.choices().below(4) == 0) {
            self.stepTo(fromNs + gridNs);
        } else if (isVarying && !asks && last().nextNs() < toNs) {
            self.stepTo(Math.max(fromNs + gridNs, (last().nextNs() + gridNs - 1) / gridNs * gridNs));
        }
    }

    private Turn last() {
        return events.turns(asset).get(turn - 1);
    }

    private void take(final long fromNs) {
        final List<Turn> all = events.turns(asset);
        world.require(turn < all.size(), asset + " gets a turn at " + fromNs + ", and all are over");
        final Turn expected = all.get(turn);
        final Turn before = turn == 0 ? null : all.get(turn - 1);
        final Turn mine =
            EventScenario.decide(scenario, asset, fromNs, List.copyOf(handed), before, expected.digest());
        world.require(mine.equals(expected), asset + " has the turn " + mine + ", and was to have " + expected);
        handed.clear();
        turn++;
        for (final EventScenario.Sent sent : mine.sent()) {
            final byte[] bytes = sent.text().getBytes(StandardCharsets.US_ASCII);
            final boolean isUsual = fromNs >= 0 && sent.stampNs() == fromNs + steps.granularityNs() && !steps.isWhole();
            if (isUsual) {
                channels.output(sent.channel()).send(new UnsafeBuffer(bytes), 0, bytes.length);
            } else {
                channels.output(sent.channel()).send(new UnsafeBuffer(bytes), 0, bytes.length, sent.stampNs());
            }
        }
        ask();
    }

    private void ask() {
        if (steps.isWhole()) {
            self.chooseStep(last().chosenNs());
        } else if (!steps.isFixed() && asks) {
            self.wakeAt(last().nextNs());
        }
    }
}
