package io.takt.steward.asset;

import io.takt.asset.SimTime;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import java.util.List;

/** That the links by which an asset receives give it all that its world needs. */
final class LinkChecks {
    private final String asset;
    private final List<InputSpec> inputs;

    LinkChecks(final String asset, final List<InputSpec> inputs) {
        this.asset = asset;
        this.inputs = inputs;
    }

    private List<InputSpec> of(final String channel) {
        return inputs.stream().filter(each -> each.channel().equals(channel)).toList();
    }

    /** A world without some of the messages is another one in each run. */
    void requireAllMessages(final String channel) {
        for (final InputSpec each : of(channel)) {
            if (each.delivery() == Delivery.LATEST) {
                throw new IllegalArgumentException("asset '" + asset + "' receives only the latest values of channel '"
                    + channel + "' from '" + each.sender() + "', so its world would not be the same in every run; make"
                    + " it retroactive");
            }
        }
    }

    /** What comes later than its time is final. */
    void requireInTime(final String channel) {
        for (final InputSpec each : of(channel)) {
            if (each.delivery() != Delivery.GATED_UNTIL_END) {
                throw new IllegalArgumentException("asset '" + asset + "' has a part of a world, whose past is final"
                    + " when its clock has passed; so channel '" + channel + "' from '" + each.sender()
                    + "' must be gated, with \"gate\": \"end\"");
            }
        }
    }

    /** Events cross it. Says whether the asset receives it. */
    boolean requireBorder(final String channel, final long delayNs) {
        requireInTime(channel);
        for (final InputSpec each : of(channel)) {
            if (each.delayNs() != delayNs || each.jitterNs() > 0 || each.loss() > 0) {
                throw new IllegalArgumentException("asset '" + asset + "' receives channel '" + channel + "' from '"
                    + each.sender() + "', over which a world's events cross: its delay must be "
                    + SimTime.format(delayNs) + ", as in the borders of the world, without jitter and loss");
            }
            requireOther(each);
        }
        return !of(channel).isEmpty();
    }

    /** Parts announce on it what will cross. Says whether the asset receives it. */
    boolean requireAnnouncing(final String channel) {
        for (final InputSpec each : of(channel)) {
            if (each.delivery() != Delivery.RETROACTIVE) {
                throw new IllegalArgumentException("asset '" + asset + "' receives channel '" + channel + "' from '"
                    + each.sender() + "', on which parts of a world announce events: it must be retroactive");
            }
            requireOther(each);
        }
        return !of(channel).isEmpty();
    }

    private void requireOther(final InputSpec each) {
        if (each.sender().equals(asset)) {
            throw new IllegalArgumentException("asset '" + asset + "' sends channel '" + each.channel() + "' to itself;"
                + " what a part of a world sends goes to the others only");
        }
    }
}
