package io.takt.steward.asset;

import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;
import io.takt.asset.PolledAsset;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A physics whose past can be changed, as an asset: messages become events, at their delivery time, and events that are
 * final become messages.
 *
 * <pre>{@code
 * StewardAsset line = StewardAsset.of(physics).tick(Duration.ofMillis(1))
 *     .beginsWith(steward -> steward.insert(0, new Turn(1, 30)))
 *     .receives("kick", Codec.longs(), (kick, message) -> new Turn(kick[0], kick[1]))
 *     .sends("turned", Codec.longs(), event -> event.event() instanceof Turn turn ? turn.row() : null)
 *     .savedIn(Path.of("saved"), Duration.ofSeconds(10)).build();
 * try (HubConnection hub = Takt.connect()) {
 *     hub.join(AssetSpec.named("line"), line);
 *     hub.run();
 * }
 * }</pre>
 *
 * <p>The channels that it receives are to be {@code retroactive}: then it runs ahead without waiting for their
 * messages, and those that lie in its past when they come change it. Gated ones work, too. Latest values do not: some
 * are missed, by chance.
 *
 * <p><b>The commit horizon.</b> When the clock goes from T to T', history up to T' - D_max is final. Its events count
 * for {@link #digest()} and for the asset's digest, their messages are sent, and it is forgotten. Nothing can change
 * it, since a message that is handed over in a later step, or after this one, is delivered after T' - D_max:
 * <ul>
 * <li>A retroactive one was sent after T' - D_max, and is delivered no earlier. For a step to T' begins only when
 * each sender's frontier + D_max is T' or more, and all that was sent up to that frontier is handed over before.
 * <li>A gated one is handed over in the first step that begins at its delivery, or after, so that is later than
 * T' - ΔT_i; and ΔT_i is at most D_max in every system that is live (L2).
 * </ul>
 * The one exception is a sender that joins another hub of a tree while the run goes on: its first messages may be late,
 * and happen as early as they still can.
 *
 * <p><b>Messages that it sends</b> have the time of their event + D_max as their stamp, which always lies within the
 * step that makes the event final. So they, and all that a gated receiver makes of them, are the same in every run.
 *
 * <p><b>Events run on histories that are not whole yet</b>: on one that lacks a message that is still to come. They
 * must end on any of these, and must not fail.
 *
 * <p><b>A part of a world</b>, see {@link Borders}, knows all that happens up to T' when its clock goes there, so its
 * horizon is T' itself, without D_max. It receives gated channels with {@code gate: end} only. Called back it works as
 * its clock goes; {@link #drive} has it work ahead while it waits.
 *
 * <p><b>Polled assets.</b> A program with a loop of its own calls {@link #joined}, {@link #connect} and
 * {@link #start} with its {@link io.takt.asset.PolledAsset} before its first turn, {@link #step} for each
 * {@code STEP}, {@link #reset} and {@code start(0)} for a {@code RESET}, and {@link #stop} for the {@code STOP}. Each
 * T' must come by a step: {@link JoinedAsset#wakeAt} is not for it.
 *
 * <p>For the thread that drives the asset. Joins once.
 */
public final class StewardAsset implements Asset {
    private final Builder setup;
    private JoinedAsset self;
    private Channels channels;
    private final List<Sender<?>> senders = new ArrayList<>();
    private final List<Inputs<?>> inputs = new ArrayList<>();
    private World.Scale scale;
    private World world;
    /** Null where no copies are compared. */
    private Agreement agreement;
    /** Null where nothing is saved. */
    private Saves saves;
    /** Null where the world has no borders. */
    private BorderChannels borders;

    private StewardAsset(final Builder setup) {
        this.setup = setup;
    }

    /**
     * Begins to describe an asset.
     *
     * @param physics of its world.
     * @return to be completed; each tick is a nanosecond until it is told another length.
     */
    public static Builder of(final Physics physics) {
        return new Builder(Objects.requireNonNull(physics, "physics"));
    }

    /**
     * Tells what a message means to a physics.
     *
     * @param <M> of the messages' values.
     */
    @FunctionalInterface
    public interface Arrival<M> {
        /**
         * Makes an event of a message; from nothing else, so that a message always makes the same one.
         *
         * @param value   of the message.
         * @param message that carried it; valid during this call.
         * @return happens at the first tick that is not before the message's delivery; null for nothing.
         */
        Event eventOf(M value, Message message);
    }

    /**
     * The inputs that one copy of a world makes, of a user's hand, say.
     *
     * @param <M> of their values.
     */
    @FunctionalInterface
    public interface Source<M> {
        /**
         * Makes the inputs of a step.
         *
         * @param fromNs the asset's time, in nanoseconds of simulation time.
         * @param toNs   the step's end.
         * @param input  takes each input, which happens at the step's end plus the delay of the channel; where steps
         *               vary, at their earliest end.
         */
        void make(long fromNs, long toNs, Consumer<M> input);
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
        scale = new World.Scale(setup.tickNs, setup.borders == null ? asset.maxDelayNs() : 0);
        if (setup.folder != null) {
            saves = new Saves(setup.folder, setup.everyNs,
                new Identity(asset.name(), asset.seed(), setup.tickNs, asset.maxDelayNs()), setup.physics);
        }
    }

    @Override
    public void connect(final Channels its) {
        channels = its;
        if (setup.borders != null) {
            borders = new BorderChannels(self.name(), its, setup.borders, setup.tickNs, this::isInserted);
        }
        setup.receivers.forEach(each -> each.accept(this));
        setup.senders.forEach(each -> senders.add(each.apply(its)));
        setup.inputs.forEach(each -> inputs.add(each.apply(its)));
        if (setup.comparing != null) {
            agreement = new Agreement(self.name(), setup.strideNs, scale, its.output(setup.comparing));
            new LinkChecks(self.name(), its.inputs()).requireAllMessages(setup.comparing);
            its.subscribe(setup.comparing, agreement::hear);
        }
    }

    /** Begins at 0, or goes on where a process was lost whose place this one takes; that needs saved files. */
    @Override
    public void start(final long timeNs) throws IOException {
        // One that receives nothing has the same history in every run, whenever it joins.
        if (timeNs == 0 || channels.inputs().isEmpty() && (saves == null || !self.isSuccessor())) {
            if (saves != null) {
                saves.begin();
            }
            world = begin();
            isBegun(world);
        } else {
            Saves.requireToGoOn(setup.folder, self, timeNs);
            world = saves.resume(timeNs, scale, this::begin, this::isBegun);
        }
        if (timeNs > 0) {
            world.advance(timeNs, event -> { });
            world.forgetBefore(Long.MAX_VALUE);
        }
        if (timeNs > 0 && borders != null) {
            borders.part().sendFinal(letter -> { });
        } else if (borders != null) {
            // The dawn of time is when letters of the tick 0 are sent.
            world.advance(0, this::isFinal);
            borders.sendFinal();
        }
        if (agreement != null) {
            agreement.begin(world);
        }
    }

    private void isBegun(final World its) {
        if (borders != null) {
            borders.begin(its);
        }
    }

    private World begin() {
        return World.begin(setup.physics, scale, setup.beginning);
    }

    @Override
    public void step(final long fromNs, final long toNs) throws IOException {
        world.advance(toNs, this::isFinal);
        if (agreement != null) {
            agreement.endStep(toNs);
        }
        if (borders != null) {
            borders.endStep(fromNs, toNs);
        }
        for (final Inputs<?> each : inputs) {
            each.send(fromNs, toNs);
        }
        if (saves != null) {
            saves.commit(toNs, world);
        }
        world.forgetBefore(agreement == null ? Long.MAX_VALUE : agreement.neededFrom());
    }

    private void isFinal(final EventRecord event) {
        final long stampNs = world.stampOf(event.at().base());
        if (stampNs > 0) {
            channels.countInDigest(world.digest().low(), stampNs);
        }
        if (agreement != null) {
            agreement.isFinal(event);
        }
        for (final Sender<?> each : senders) {
            each.send(event, stampNs);
        }
    }

    /** The world is dropped; {@link #start} makes the next. */
    @Override
    public void reset() {
        world = null;
    }

    /** The saved files are deleted: they are of no use to another run. */
    @Override
    public void stop() throws IOException {
        if (saves != null) {
            saves.end();
        }
    }

    /** Leaves the files as a process does that is killed while it writes none of them. */
    void abandon() throws IOException {
        saves.close();
    }

    /**
     * The digest of all events behind the commit horizon, with what they wrote, in order. Two worlds that have come
     * equally far, and have equal ones, have had the same history, whenever their messages came, in how long steps
     * they went, and however often their processes were killed.
     *
     * @return as of the last step.
     */
    public Id digest() {
        return world.digest();
    }

    /**
     * The commit horizon.
     *
     * @return the last tick whose events are final; -1 before there is one.
     */
    public long committedTick() {
        return world.committed();
    }

    /**
     * The world as it seems to be now, with the messages that have come: to be shown, say. It may still change back to
     * the commit horizon, so a message that is made of it is not the same in every run.
     *
     * @return as of the end of the last step; to be closed, by any one thread.
     */
    public Snapshot present() {
        return world.steward().snapshot(world.steward().now());
    }

    Part part() {
        return borders.part();
    }

    /**
     * Works ahead of the clock, up to the core's time, on a part of a world: with what other parts have announced.
     * For a loop of its own, while it has no turn; {@link #drive} does it by itself.
     *
     * @param events about how many are done at most, 1 or more; then it is time to look for a turn.
     * @return whether there is more to do.
     */
    public boolean workAhead(final int events) {
        return borders != null && borders.part().work(world.tickBefore(self.coreTimeNs()), events);
    }

    /**
     * Takes the turns of a polled asset from its start to the end of the run; a part of a world works ahead meanwhile.
     *
     * @param asset that has just joined; to be driven by this call alone.
     * @throws Exception as of the methods of an asset that is called back, of {@link PolledAsset#await} and of mappings
     *                   and events.
     */
    public void drive(final PolledAsset asset) throws Exception {
        new Driving(this, asset).run();
    }

    /**
     * The cost of the world so far: how many of its events were redone, say.
     *
     * @return since this process has begun, or the last reset.
     */
    public Statistics statistics() {
        return world.steward().statistics();
    }

    private <M> void subscribe(final String channel, final Codec<M> codec, final Arrival<M> arrival) {
        final LinkChecks links = new LinkChecks(self.name(), channels.inputs());
        links.requireAllMessages(channel);
        if (borders != null) {
            links.requireInTime(channel);
        }
        channels.subscribe(channel, codec, (value, message) -> {
            final Event event = arrival.eventOf(value, message);
            if (event != null) {
                insert(message, event);
            }
        });
    }

    private void insert(final Message message, final Event event) {
        final long tick = world.tickOf(message.deliveryNs());
        final Id id = World.idOf(message);
        world.insert(tick, id, event);
        isInserted(tick, id, event);
    }

    private void isInserted(final long tick, final Id id, final Event event) {
        if (saves != null) {
            saves.inserted(tick, id, event);
        }
    }

    /** Describes an asset; each method returns this. Not for several threads. */
    public static final class Builder {
        private final Physics physics;
        private final List<Consumer<StewardAsset>> receivers = new ArrayList<>();
        private final List<Function<Channels, Sender<?>>> senders = new ArrayList<>();
        private final List<Function<Channels, Inputs<?>>> inputs = new ArrayList<>();
        private long tickNs = 1;
        private Consumer<Steward> beginning = steward -> { };
        private Path folder;
        private long everyNs;
        private String comparing;
        private long strideNs;
        private Borders borders;

        private Builder(final Physics physics) {
            this.physics = physics;
        }

        /**
         * How long the unit is in which the physics counts time. A message that is delivered between two ticks happens
         * at the second one.
         *
         * @param tick in simulation time, more than 0.
         * @return this.
         */
        public Builder tick(final Duration tick) {
            tickNs = World.positiveNs("the tick", tick);
            return this;
        }

        /**
         * How the world begins: inserts the events of the beginning, at the tick 0 or later.
         *
         * @param events called for each run, and where another process takes this one's place; always does the same.
         * @return this.
         */
        public Builder beginsWith(final Consumer<Steward> events) {
            beginning = Objects.requireNonNull(events, "events");
            return this;
        }

        /**
         * A channel whose messages change the world.
         *
         * @param <M>     of its values.
         * @param channel that the asset receives; of all its senders.
         * @param codec   reads the bytes.
         * @param arrival makes events of messages.
         * @return this.
         */
        public <M> Builder receives(final String channel, final Codec<M> codec, final Arrival<M> arrival) {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(codec, "codec");
            Objects.requireNonNull(arrival, "arrival");
            receivers.add(asset -> asset.subscribe(channel, codec, arrival));
            return this;
        }

        /**
         * A channel with messages of events that are final: in order, each stamped with the time of its event + D_max.
         *
         * @param <M>     of its values.
         * @param channel that the asset sends.
         * @param codec   writes the bytes.
         * @param mapping makes messages of events, with the cells that they read and wrote; null for no message. The
         *                reads of an event can be asked for until it returns.
         * @return this.
         */
        public <M> Builder sends(final String channel, final Codec<M> codec, final Function<EventRecord, M> mapping) {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(codec, "codec");
            Objects.requireNonNull(mapping, "mapping");
            senders.add(channels -> new Sender<>(channels.output(channel, codec), mapping));
            return this;
        }

        /**
         * How the world is cut into parts, of which this asset has one, or all.
         *
         * @param how the same in all parts, but for what they take.
         * @return this.
         */
        public Builder borders(final Borders how) {
            borders = Objects.requireNonNull(how, "how");
            return this;
        }

        /**
         * The inputs of this copy, where the world is replicated: the same one in several assets, each with inputs of
         * its own. A channel of inputs goes from each copy to all copies, itself included, and is retroactive; its
         * messages are also to be {@linkplain #receives received}. So an input happens in all copies at the same time,
         * with the same id, and none waits for another's inputs.
         *
         * @param <M>     of its values.
         * @param channel that the asset sends, to itself as well.
         * @param codec   writes the bytes.
         * @param source  asked in every step.
         * @return this.
         */
        public <M> Builder inputs(final String channel, final Codec<M> codec, final Source<M> source) {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(codec, "codec");
            Objects.requireNonNull(source, "source");
            inputs.add(channels -> new Inputs<>(channels.output(channel, codec), source));
            return this;
        }

        /**
         * Compares the world with its copies in other assets, as their histories become final. Where they differ, each
         * fails with the first event that is not the same, with the cells that it read and wrote here and there. A copy
         * that takes a lost one's place lacks what the others told that one, so it may find a difference some strides
         * later than they do. A copy that tells nothing, because it has gone, say, is not compared.
         *
         * @param channel goes from each copy to all copies, itself included or not; retroactive, without jitter and
         *                loss.
         * @param stride  of simulation time after which digests are compared, more than 0, and at least a tick. The
         *                same in all copies. A longer one costs less, and history is kept for it.
         * @return this.
         */
        public Builder comparedOn(final String channel, final Duration stride) {
            comparing = Objects.requireNonNull(channel, "channel");
            strideNs = World.positiveNs("the stride", stride);
            return this;
        }

        /**
         * Saves the world, so that a process that is started in the place of a killed one goes on as if nothing had
         * happened. Every step writes the messages that it got; every now and then a snapshot of the world is written
         * by another thread, which calls the physics' codecs.
         *
         * @param where a folder on this host, made if it is not there; the assets of a run may share it.
         * @param every simulation time from a snapshot to the next, more than 0. The longer it is, the less is written,
         *              and the more there is to be done again after a kill.
         * @return this.
         */
        public Builder savedIn(final Path where, final Duration every) {
            folder = Objects.requireNonNull(where, "where").toAbsolutePath();
            everyNs = World.positiveNs("the time between snapshots", every);
            return this;
        }

        /**
         * The asset. This is of no more use then.
         *
         * @return a new one, to be joined once.
         */
        public StewardAsset build() {
            if (borders != null && comparing != null) {
                throw new IllegalArgumentException("a world that has borders is not compared with copies of it: leave"
                    + " out 'borders' or 'comparedOn'");
            }
            return new StewardAsset(this);
        }
    }
}
