package io.takt.conform;

import io.takt.asset.message.Delivery;
import java.util.ArrayList;
import java.util.List;

/** The configuration of a trial's hub, and the declarations that the program is asked for. Times in nanoseconds. */
final class Scene {
    static final long MS = 1_000_000L;

    /** A channel of the asset's. */
    record Out(String channel, int maxBytes) {
    }

    /** A link to the asset. */
    record In(String channel, String sender, Delivery delivery, long delayNs, long jitterNs, double loss) {
    }

    final List<Out> outputs = new ArrayList<>();
    final List<In> inputs = new ArrayList<>();
    long stepNs = 5 * MS;
    long intervalNs;
    long maxDelayNs = 40 * MS;
    long coreStepNs = MS;
    long startNs;
    /** More than a double holds. */
    long seed = -7046029254386353131L;
    int capacity = 65536;
    boolean attaches;
    boolean isChecked;
    boolean hasUnknown;
    boolean isInPieces;
    boolean declaresStep;
    boolean leavesInterval;
    boolean isTraced;
    boolean isLatestWanted;
    boolean usesOtherWay;

    Scene step(final long ns) {
        stepNs = ns;
        maxDelayNs = Math.max(maxDelayNs, 8 * ns);
        return this;
    }

    Scene interval(final long ns) {
        intervalNs = ns;
        return this;
    }

    Scene start(final long ns) {
        startNs = ns;
        return this;
    }

    Scene maxDelay(final long ns) {
        maxDelayNs = ns;
        return this;
    }

    Scene capacity(final int bytes) {
        capacity = bytes;
        return this;
    }

    Scene attaches() {
        attaches = true;
        return this;
    }

    Scene checked() {
        isChecked = true;
        return this;
    }

    Scene traced() {
        isTraced = true;
        return this;
    }

    /** A receiver wants the latest value of {@code echo}. */
    Scene latestWanted() {
        isLatestWanted = true;
        return this;
    }

    /** The program uses its runtime's other way. */
    Scene otherWay() {
        usesOtherWay = true;
        return this;
    }

    Scene unknown() {
        hasUnknown = true;
        return this;
    }

    Scene inPieces() {
        isInPieces = true;
        return this;
    }

    Scene declaresStep() {
        declaresStep = true;
        return this;
    }

    Scene out(final String channel, final int maxBytes) {
        outputs.add(new Out(channel, maxBytes));
        return this;
    }

    Scene in(final String channel, final String sender, final Delivery delivery, final long delayNs) {
        return in(channel, sender, delivery, delayNs, 0, 0);
    }

    Scene in(final String channel, final String sender, final Delivery delivery, final long delayNs,
        final long jitterNs, final double loss) {
        inputs.add(new In(channel, sender, delivery, delayNs, jitterNs, loss));
        return this;
    }

    /** With the channels that a reflecting asset has in any case. */
    Scene reflecting() {
        return out("echo", capacity / 8).out("bulk", capacity / 8).in("order", "kit", Delivery.GATED, 0);
    }

    /** The declaration that a reflecting asset finds in its environment. */
    String declaration() {
        final StringBuilder words = new StringBuilder(usesOtherWay ? "other" : "");
        if (declaresStep) {
            words.append(" step=").append(stepNs).append(" interval=").append(intervalNs);
        }
        for (final Out output : outputs) {
            words.append(" output=").append(output.channel).append(',').append(output.maxBytes);
        }
        for (final In input : inputs) {
            words.append(" input=").append(input.channel).append(',').append(input.sender).append(',')
                .append(input.delivery).append(',').append(input.delayNs).append(',').append(input.jitterNs)
                .append(',').append(input.loss);
        }
        return words.toString().strip();
    }
}
