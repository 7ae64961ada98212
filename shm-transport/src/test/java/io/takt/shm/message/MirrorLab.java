package io.takt.shm.message;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.message.EndpointLab.Party;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Two hubs on one thread: a sender, a receiver beside it, and the same receiver behind a mirror. All of them do what is
 * drawn, die, and have successors.
 */
final class MirrorLab {
    static final String SENDER = "drone";
    static final String READER = "..";
    static final int LARGEST = 60_000;
    private static final int LONGEST = 50;
    private static final int CREDIT = 100_000;
    private static final List<OutputSpec> OUTPUTS = List.of(OutputSpec.named("pose"), OutputSpec.named("talk"),
        OutputSpec.named("other"));

    final EndpointLab home;
    final EndpointLab away;
    private final Random random;
    /** Whether bytes go from the source to the sink. */
    private final boolean isFar;
    private MirrorEncoder encoder;
    private MirrorDecoder decoder;
    private final ArrayDeque<byte[]> underWay = new ArrayDeque<>();
    final InputSpec[] inputs;
    private final long receiverStepNs;
    private final long senderStepNs;
    final MessageLog original;
    final MessageLog mirrored;
    private final int slot;
    private long marks;
    private MirrorSource source;
    private MirrorSink sink;
    private boolean hasBegun;
    Party sender;
    Receiver here;
    Receiver there;
    private boolean isInStep;
    private boolean isRedone;
    private int sent;
    /** Before which nothing is sent on the first channel. */
    private long promisedNs;

    /** Dies in the middle of something. */
    private static final class Dead extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A receiver, and all that it was ever handed in this run. */
    final class Receiver {
        final EndpointLab lab;
        final List<String> got = new ArrayList<>();
        Party party;

        Receiver(final EndpointLab lab) {
            this.lab = lab;
            party = lab.receiver("radar", receiverStepNs, inputs);
        }

        boolean canStep() {
            return party.canStep() && party.timeNs + receiverStepNs <= (sender == null ? Long.MAX_VALUE
                : sender.timeNs + EndpointLab.MAX_DELAY_NS);
        }

        void step() throws Exception {
            final long fromNs = party.timeNs;
            party.endpoint.handArrived();
            final boolean isByChance = hasRetroactive();
            party.step().forEach(line -> got.add((isByChance ? "" : fromNs + " ")
                + line.substring(0, Math.min(LONGEST, line.length())) + " " + line.length()));
            if (isByChance) {
                // The moment at which such a message is handed over is by chance; its place in the digest is not.
                Collections.sort(got);
            }
        }

        /** Another process goes on, if nothing was with this one alone. */
        void replace() {
            final MessageLog log = lab.log(SENDER);
            if (party.timeNs > 0 && log.slots().missedBeforeNs(log.slots().of("radar")) <= party.timeNs) {
                party = lab.join("radar", receiverStepNs, party.timeNs, List.of(), inputs);
            }
        }
    }

    MirrorLab(final Random random, final int capacity, final boolean isFar) {
        this.random = random;
        this.isFar = isFar;
        home = new EndpointLab(capacity);
        away = new EndpointLab(capacity);
        senderStepNs = 1 + random.nextInt(12);
        receiverStepNs = 1 + random.nextInt(12);
        inputs = new InputSpec[] {input("pose"), input("talk")};
        joinSender(0);
        here = new Receiver(home);
        original = home.log(SENDER);
        slot = original.slots().take(READER);
        mirrored = away.log(SENDER);
        LogChannels.add(mirrored, "talk", OutputSpec.USUAL_MAX_BYTES);
        LogChannels.add(mirrored, "pose", OutputSpec.USUAL_MAX_BYTES);
        mirrored.expect(0);
        there = new Receiver(away);
        home.inPass(() -> {
            mirror();
            there.party.endpoint.read();
        });
        link();
    }

    boolean hasRetroactive() {
        return Arrays.stream(inputs).anyMatch(input -> input.delivery() == Delivery.RETROACTIVE);
    }

    private InputSpec input(final String channel) {
        final Delivery delivery = new Delivery[] {Delivery.GATED, Delivery.GATED, Delivery.GATED_UNTIL_END,
            Delivery.RETROACTIVE}[random.nextInt(4)];
        return InputSpec.of(channel, SENDER, delivery).delayNs(random.nextInt(4) == 0 ? 0 : random.nextInt(40))
            .jitterNs(random.nextBoolean() ? 0 : random.nextInt(20)).loss(random.nextBoolean() ? 0 : 0.2);
    }

    private void joinSender(final long timeNs) {
        sender = home.join(SENDER, senderStepNs, timeNs, OUTPUTS);
        isInStep = false;
    }

    /** A link that goes on with the mirror, in another process. */
    private void link() {
        final List<MirrorChannel> channels =
            List.of(new MirrorChannel("pose", true, null), new MirrorChannel("talk", true, null));
        source = new MirrorSource(home.log(SENDER), slot, channels, ++marks, counterId -> { });
        sink = new MirrorSink(away.log(SENDER), channels, counterId -> { });
        hasBegun = false;
        encoder = new MirrorEncoder(CREDIT);
        underWay.clear();
    }

    /** The link does something, and may die of it. */
    boolean mirror() {
        final int dies = random.nextInt(30) == 0 ? random.nextInt(8) : Integer.MAX_VALUE;
        try {
            if (!hasBegun) {
                hasBegun = sink.begin(source.mark(), source.start(), source.resets());
                if (!hasBegun) {
                    sink.awaitRoom(0);
                    return false;
                }
                source.begin(sink.position(), sink.resets(), sink.isGone());
                decoder = null;
            }
            final boolean isAny = isFar ? far(dies) : source.poll(dying(dies), 1 + random.nextInt(20));
            if (dies < Integer.MAX_VALUE && random.nextBoolean()) {
                throw new Dead();
            }
            source.acknowledge(sink.position());
            if (isFar ? decoder != null && decoder.isBlocked() : source.isBlocked()) {
                sink.awaitRoom(0);
            }
            return isAny;
        } catch (final Dead e) {
            link();
            return true;
        }
    }

    /** Bytes are written, some of them come, and some of what came is acknowledged. */
    private boolean far(final int dies) {
        if (decoder == null) {
            decoder = new MirrorDecoder(dying(dies),
                new int[] {OutputSpec.USUAL_MAX_BYTES, OutputSpec.USUAL_MAX_BYTES}, 2 * CREDIT);
        }
        boolean isAny = source.poll(encoder, 1 + random.nextInt(20));
        final byte[] bytes = new byte[encoder.waiting()];
        for (int at = 0; at < bytes.length;) {
            final ByteBuffer piece = ByteBuffer.wrap(bytes, at, Math.min(bytes.length - at, 1 + random.nextInt(5_000)));
            encoder.take(piece);
            at = piece.position();
        }
        for (int from = 0; from < bytes.length;) {
            final int to = Math.min(bytes.length, from + 1 + random.nextInt(random.nextBoolean() ? 40 : 40_000));
            underWay.add(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
        isAny |= !underWay.isEmpty();
        for (int left = random.nextInt(12); left > 0 && !underWay.isEmpty(); left--) {
            final byte[] piece = underWay.remove();
            decoder.onBytes(new UnsafeBuffer(piece), 0, piece.length);
        }
        final long before = decoder.used();
        decoder.poll();
        encoder.acknowledge(decoder.used());
        return isAny || decoder.used() != before;
    }

    private MirrorListener dying(final int after) {
        if (after == Integer.MAX_VALUE) {
            return sink;
        }
        final int[] calls = new int[1];
        return (MirrorListener) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {MirrorListener.class}, (proxy, method, args) -> {
                if (calls[0]++ == after) {
                    throw new Dead();
                }
                try {
                    return method.invoke(sink, args);
                } catch (final InvocationTargetException e) {
                    throw e.getCause();
                }
            });
    }

    /** All that there is to be mirrored is. */
    void mirrorAll() {
        while (mirror() || source.isBlocked() || !hasBegun || decoder != null && decoder.isBlocked()) {
            there.party.endpoint.read();
        }
    }

    private void send() {
        for (int left = random.nextInt(4); left > 0; left--) {
            final int number = random.nextInt(3);
            final String channel = OUTPUTS.get(number).channel();
            final long endNs = isInStep ? sender.timeNs + senderStepNs : 0;
            final long stampNs = isInStep && random.nextBoolean()
                ? sender.timeNs + 1 + random.nextInt((int) senderStepNs) : endNs;
            if (number == 0 && stampNs < promisedNs) {
                continue;
            }
            if (random.nextInt(6) == 0) {
                final UnsafeBuffer large = new UnsafeBuffer(new byte[1 + random.nextInt(LARGEST)]);
                large.setMemory(0, large.capacity(), (byte) ('a' + sent++ % 26));
                sender.channels.output(channel).send(large, 0, large.capacity(), stampNs);
            } else {
                sender.send(channel, "m" + sent++, stampNs);
            }
        }
    }

    void dawn() {
        send();
        if (random.nextInt(4) == 0) {
            // It dies, and another sends the dawn; the first one's messages are void.
            final int before = sent;
            joinSender(0);
            sent = before;
            send();
        }
        sender.endpoint.endDawn();
    }

    /** The sender does a part of a step, or dies. */
    void actSender() throws Exception {
        if (sender == null) {
            return;
        }
        if (!isInStep) {
            final long slowestNs = Math.min(here.party.timeNs, there.party.timeNs);
            if (sender.timeNs + senderStepNs <= slowestNs + EndpointLab.MAX_DELAY_NS) {
                sender.begin();
                isInStep = true;
            }
            return;
        }
        send();
        if (random.nextInt(8) == 0 && !isRedone) {
            // Another process that does a step again does not promise first what the one before did not.
            promisedNs = Math.max(promisedNs, sender.timeNs + random.nextInt(60));
            sender.channels.output("pose").promiseNoSendBefore(promisedNs);
        }
        switch (random.nextInt(12)) {
            case 0 -> {
                isRedone = true;
                joinSender(sender.timeNs);
            }
            case 1 -> {
                isRedone = true;
                sender.endpoint.publish(sender.timeNs, sender.timeNs + senderStepNs);
                joinSender(sender.timeNs);
            }
            case 2 -> {
                sender.endpoint.publish(sender.timeNs, sender.timeNs + senderStepNs);
                joinSender(sender.timeNs + senderStepNs);
            }
            default -> {
                sender.commit();
                isInStep = false;
                isRedone = false;
            }
        }
    }

    /** One of the parties does something. */
    void act() throws Exception {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> actSender();
            case 3 -> mirror();
            case 4 -> act(here);
            case 5 -> act(there);
            case 6 -> {
                if (random.nextInt(20) == 0) {
                    (random.nextBoolean() ? here : there).replace();
                }
            }
            default -> {
                if (random.nextInt(40) == 0) {
                    link();
                }
            }
        }
    }

    private void act(final Receiver receiver) throws Exception {
        if (receiver.canStep()) {
            receiver.step();
        } else {
            receiver.party.endpoint.read();
        }
    }

    /** All are put back to their starts, in any order. */
    void reset() throws Exception {
        final List<Runnable> each = new ArrayList<>(List.of(
            () -> {
                if (isInStep) {
                    sender.commit();
                    isInStep = false;
                }
                sender.endpoint.beginReset();
                sender.timeNs = 0;
                promisedNs = 0;
                dawn();
            },
            () -> putBack(here), () -> putBack(there), this::mirror, this::mirror, this::mirror));
        Collections.shuffle(each, random);
        // A receiver that waits for room in the dawn of another passes over the run before.
        each.forEach(Runnable::run);
        original.allAreReset();
        for (long before = mirrored.resets(); mirrored.resets() == before && sink.resets() < original.resets();) {
            mirror();
        }
        mirrored.allAreReset();
        sender.endpoint.resume();
        here.party.endpoint.resume();
        there.party.endpoint.resume();
    }

    private static void putBack(final Receiver receiver) {
        receiver.party.endpoint.beginReset();
        receiver.party.endpoint.endDawn();
        receiver.party.timeNs = 0;
        receiver.got.clear();
        receiver.party.endpoint.read();
    }

    /** The sender leaves, perhaps in the middle of a step, of which a part may have been seen. */
    void leave() {
        original.senderHasGone(sender.timeNs);
        sender = null;
    }

    /** It comes back later than all are. */
    void comeBack() {
        mirrorAll();
        promisedNs = 0;
        original.forgetPredecessor();
        joinSender(Math.max(here.party.timeNs, there.party.timeNs));
        mirrorAll();
    }

    /** Both receivers go as far as they can, and to the same time. */
    void settle() throws Exception {
        if (sender != null && isInStep) {
            sender.commit();
            isInStep = false;
        }
        mirrorAll();
        final long untilNs = Math.max(here.party.timeNs, there.party.timeNs)
            + (sender == null ? EndpointLab.MAX_DELAY_NS : 0);
        for (final Receiver receiver : List.of(here, there)) {
            while (receiver.party.timeNs < untilNs && receiver.canStep()) {
                receiver.step();
            }
        }
    }
}
