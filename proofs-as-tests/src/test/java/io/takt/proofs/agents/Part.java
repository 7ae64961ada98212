package io.takt.proofs.agents;

import io.takt.asset.HubState;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.proofs.agents.Expectation.Due;
import io.takt.proofs.agents.Scenario.Channel;
import io.takt.proofs.agents.Scenario.Sent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/** The messages that an asset of a scenario sends, and those that it is handed in one life, against the expected. */
final class Part {
    private static final int LONGEST_LIFE = 8;

    private final Process process;
    private final World world;
    private final Scenario scenario;
    private Expectation expectation;
    private int changesKnown;
    private final String asset;
    private final Map<String, InputSpec> inputs = new LinkedHashMap<>();
    private final List<String> handed = new ArrayList<>();
    private final Set<Due> told = new HashSet<>();
    private Channels channels;
    private long startNs;
    private long timeNs;
    private long leavesAtNs;
    /** Whether all that was sent before is for it, too: it was there when the run began. */
    private boolean isThereFromDawn;

    Part(final Process process, final String asset) {
        this.process = process;
        this.world = process.world();
        this.scenario = world.scenario();
        this.asset = asset;
        this.expectation = new Expectation(scenario, Lives.of(scenario), asset, 0);
        scenario.inputs(asset).forEach(input -> inputs.put(input.channel(), input));
    }

    void connect(final Channels own) {
        channels = own;
        inputs.keySet().forEach(channel -> own.subscribe(channel, this::onMessage));
    }

    private void onMessage(final Message message) {
        final String text = message.channel() + "#" + message.sequence() + "@" + message.stampNs() + ">"
            + message.deliveryNs() + ":" + message.buffer().getStringWithoutLengthAscii(message.index(),
                message.length());
        world.hands(asset, text);
        final InputSpec link = inputs.get(message.channel());
        if (link.delivery().isGated()) {
            handed.add(text);
        } else if (link.delivery() == Delivery.RETROACTIVE) {
            final Due due = found(expectation().retroactive(), text);
            world.require(told.add(due), asset + " gets " + text + " once more");
            world.require(timeNs - due.message().deliveryNs() <= scenario.plan().maxDelayNs(),
                asset + " gets " + text + " at " + timeNs + ", more than D_max late");
        } else {
            found(expectation().latest(), text);
        }
    }

    private Due found(final List<Due> dues, final String text) {
        final Due found = dues.stream().filter(due -> due.toString().equals(text)).findFirst().orElse(null);
        world.require(found != null, asset + " gets " + text + ", which no asset has sent");
        return found;
    }

    /** The asset begins, with the dawn of time or in another's place. */
    void start(final long fromNs) {
        startNs = fromNs;
        timeNs = fromNs;
        changesKnown = -1;
        handed.clear();
        told.clear();
        leavesAtNs = scenario.leavesAtNs().getOrDefault(asset, -1L);
        isThereFromDawn = fromNs == 0;
        if (scenario.kind() == Scenario.Kind.JOINS) {
            takesPart();
        }
        if (fromNs == 0) {
            send(-1, 0);
        }
    }

    /** It stays for good, or for some steps; and gets everything if it has come before the run began. */
    private void takesPart() {
        final boolean isRequired = scenario.plan().planned(asset).required();
        final long stepNs = scenario.plan().planned(asset).steps().greatestNs();
        leavesAtNs = isRequired || world.choices().below(3) == 0 ? -1
            : startNs + (1 + world.choices().below(LONGEST_LIFE)) * stepNs;
        isThereFromDawn &= isRequired || world.hub().machine().state() == HubState.WAITING;
        world.lives().begins(asset, startNs);
    }

    /** By the assets that are known to take part: a sender is known before its messages are there. */
    private Expectation expectation() {
        if (changesKnown != world.lives().changes()) {
            changesKnown = world.lives().changes();
            expectation = new Expectation(scenario, world.lives(), asset, startNs);
        }
        return expectation;
    }

    /**
     * Whether a message is to be handed over in any case. An asset that joins a run that has begun has its place before
     * T_c goes on from its start; no step has ended beyond that by then. Whether it gets older messages is by chance.
     */
    private boolean isDue(final Due due) {
        return scenario.kind() != Scenario.Kind.JOINS || isThereFromDawn || due.doneNs() > startNs;
    }

    /** A step has been given; throws when it was not handed what it is to be. */
    void step(final long fromNs, final long toNs) {
        final List<Due> expected = new ArrayList<>(expectation().inStep(toNs));
        expected.removeIf(due -> !isDue(due) && !handed.contains(due.toString()));
        world.require(handed.toString().equals(expected.toString()),
            asset + " gets " + handed + " in the step to " + toNs + ", and was to get " + expected);
        handed.clear();
        if (startNs == 0 || scenario.kind() == Scenario.Kind.JOINS) {
            for (final Due due : expectation().retroactive()) {
                final boolean isMissing = isDue(due) && !told.contains(due);
                world.require(!isMissing || due.message().deliveryNs() > fromNs - scenario.plan().maxDelayNs(),
                    asset + " has stepped to " + fromNs + " without " + due);
            }
        }
        if (!leavesAt(fromNs)) {
            send(fromNs, toNs);
        } else if (scenario.kind() == Scenario.Kind.JOINS) {
            world.lives().ends(asset, fromNs);
        }
        timeNs = toNs;
    }

    private void send(final long fromNs, final long toNs) {
        final long sleeps = process.sleeps();
        for (final Channel channel : scenario.outputs(asset)) {
            promise(channel, fromNs);
        }
        for (final Sent sent : scenario.sent(asset, toNs)) {
            final byte[] bytes = sent.text().getBytes(StandardCharsets.US_ASCII);
            channels.output(sent.channel().name()).send(new UnsafeBuffer(bytes), 0, bytes.length, sent.stampNs());
        }
        for (final Channel channel : scenario.outputs(asset)) {
            if (channel.promisesWithMessages()) {
                promise(channel, toNs);
            }
        }
        world.hasSleptForRoom(process.sleeps() - sleeps);
    }

    private void promise(final Channel channel, final long afterNs) {
        if (channel.periodNs() > 0) {
            channels.output(channel.name()).promiseNoSendBefore(Scenario.next(channel, afterNs));
        }
    }

    /** Whether it leaves in the step that begins then, which sends nothing. */
    boolean leavesAt(final long fromNs) {
        return fromNs == leavesAtNs;
    }
}
