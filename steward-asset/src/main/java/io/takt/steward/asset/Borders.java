package io.takt.steward.asset;

import io.takt.asset.message.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * How a world is cut into parts, each in an asset of its own: which events cross a border, and what they become behind
 * it, a fixed time later.
 *
 * <pre>{@code
 * Borders.after(Duration.ofMillis(20))
 *     .crosses("border", Codec.longs(), event -> event.event() instanceof Leave it ? it.row() : null,
 *         row -> chambers.contains((int) row[0]) ? new Enter(row) : null)
 *     .announcedOn("ahead");
 * }</pre>
 *
 * <p>All parts, and the one asset that has the whole world, are made with the same borders; they differ only in what
 * they take. Then the events of all parts together are those of the whole world, wherever it is cut.
 *
 * <p>A channel on which events cross goes from each part to the others. It is gated with {@code gate: end}, and its
 * delay is that of the borders, without jitter and loss: so a part's step to T' begins when every sender has come to
 * T' - δ, and all that happens up to T' is known then. Steps of parts that send to each other are at most δ long.
 *
 * <p>Describes; each method that adds something returns this. Not for several threads.
 */
public final class Borders {
    private final long delayNs;
    private final List<Crossing<?>> crossings = new ArrayList<>();
    private String announcing;

    private Borders(final long delayNs) {
        this.delayNs = delayNs;
    }

    /**
     * Borders behind which an event is felt a time later.
     *
     * @param delay δ in simulation time, more than 0; where it is not a multiple of the tick, the next one counts.
     * @return which nothing crosses yet.
     */
    public static Borders after(final Duration delay) {
        return new Borders(World.positiveNs("the delay of the borders", delay));
    }

    /**
     * Events that cross borders. Both functions are made from their arguments alone: they are asked again whenever the
     * past changes.
     *
     * @param <M>     of the channel's values.
     * @param channel that the asset sends to other parts, and receives from them; the whole world has none.
     * @param codec   of its values, to and from bytes.
     * @param mapping makes a value of an event that crosses, null of any other. The reads of an event can be asked for
     *                until it returns.
     * @param arrival makes an event of a value, δ later, in the part to which that belongs; null in any other.
     * @return this.
     */
    public <M> Borders crosses(final String channel, final Codec<M> codec, final Function<EventRecord, M> mapping,
        final Function<M, Event> arrival) {
        crossings.add(new Crossing<>(Objects.requireNonNull(channel, "channel"), Objects.requireNonNull(codec, "codec"),
            Objects.requireNonNull(mapping, "mapping"), Objects.requireNonNull(arrival, "arrival")));
        return this;
    }

    /**
     * Has parts announce to each other what will cross as it seems now, and take it back when it turns out otherwise.
     * For parts that {@linkplain StewardAsset#drive work ahead}; their history is the same without.
     *
     * @param channel from each part to the others, {@code retroactive} without a delay; one message in each step.
     * @return this.
     */
    public Borders announcedOn(final String channel) {
        announcing = Objects.requireNonNull(channel, "channel");
        return this;
    }

    /**
     * The digest of a world that is cut.
     *
     * @param parts the digest of each part, all up to the same tick.
     * @return that of the whole world in one asset up to there.
     */
    public static Id digestOfAll(final List<Id> parts) {
        return parts.stream().reduce(Id.of(0, 0), World::sum);
    }

    long delayNs() {
        return delayNs;
    }

    List<Crossing<?>> crossings() {
        return crossings;
    }

    /** Null where nothing is announced. */
    String announcing() {
        return announcing;
    }
}
