package io.takt.asset;

import io.takt.asset.message.CallChannels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.name.Names;
import io.takt.asset.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An asset's declaration when it joins: {@link #named(String)}, and all that it declares beside the name. A property
 * that is left open comes from the hub's configuration, or has its default.
 *
 * <p>Immutable: each method that declares something gives a new declaration. All refuse impossible values with an
 * {@link IllegalArgumentException} of one line.
 */
public final class AssetSpec {
    private final String name;
    /**
     * Null means undeclared, as for all fields that may be null here; getters return it as an empty {@link Optional}.
     */
    private final Steps steps;
    private final Long intervalNs;
    private final boolean atCoreTime;
    private final OnHubLost onHubLost;
    private final WaitStrategy waiting;
    private final List<OutputSpec> outputs;
    private final List<InputSpec> inputs;

    private AssetSpec(final Parts parts) {
        name = parts.name;
        steps = parts.steps;
        intervalNs = parts.intervalNs;
        atCoreTime = parts.atCoreTime;
        onHubLost = parts.onHubLost;
        waiting = parts.waiting;
        outputs = List.copyOf(parts.outputs);
        inputs = List.copyOf(parts.inputs);
        // Loops: streams would be the longest part of many an asset's start.
        final Set<String> known = new HashSet<>();
        for (final OutputSpec output : outputs) {
            requireNew(known, name, "sends channel '" + output.channel() + "'");
        }
        for (final InputSpec input : inputs) {
            requireNew(known, name, "receives channel '" + input.channel() + "' of '" + input.sender() + "'");
        }
    }

    /** A declaration that is being made from another one. */
    private static final class Parts {
        private final String name;
        private Steps steps;
        private Long intervalNs;
        private boolean atCoreTime;
        private OnHubLost onHubLost;
        private WaitStrategy waiting;
        private List<OutputSpec> outputs = List.of();
        private List<InputSpec> inputs = List.of();

        Parts(final String name) {
            this.name = name;
        }
    }

    private Parts parts() {
        final Parts parts = new Parts(name);
        parts.steps = steps;
        parts.intervalNs = intervalNs;
        parts.atCoreTime = atCoreTime;
        parts.onHubLost = onHubLost;
        parts.waiting = waiting;
        parts.outputs = outputs;
        parts.inputs = inputs;
        return parts;
    }

    /**
     * An asset whose step and interval stand in the hub's configuration.
     *
     * @param name unique within the hub, see {@link Names}.
     * @return the declaration.
     */
    public static AssetSpec named(final String name) {
        return new AssetSpec(new Parts(Names.requireValid(name)));
    }

    /**
     * The same asset with a step that is always the same.
     *
     * @param step ΔT_i in simulation time, more than 0; left undeclared, it is that of the hub's configuration.
     * @return a new declaration.
     */
    public AssetSpec step(final Duration step) {
        return stepNs(nanos("step", step));
    }

    /**
     * The same asset with a step that is always the same.
     *
     * @param stepNs ΔT_i in nanoseconds of simulation time, more than 0; left undeclared, it is that of the hub's
     *               configuration.
     * @return a new declaration.
     */
    public AssetSpec stepNs(final long stepNs) {
        if (stepNs <= 0) {
            throw new IllegalArgumentException("the step of asset '" + name + "' is " + SimTime.format(stepNs)
                + "; it must be more than 0, or left undeclared to be that of the hub's configuration");
        }
        return steps(Steps.fixedNs(stepNs));
    }

    /**
     * The same asset with steps.
     *
     * @param newSteps always the same step, or steps that vary; left undeclared, they are those of the hub's
     *                 configuration.
     * @return a new declaration.
     */
    public AssetSpec steps(final Steps newSteps) {
        final Parts parts = parts();
        parts.steps = Objects.requireNonNull(newSteps, "steps");
        return new AssetSpec(parts);
    }

    /**
     * The same asset with an interval.
     *
     * @param interval Δt_i in wall time, at which the asset tries to count up; zero is "as soon as it may". Left
     *                 undeclared, it is that of the hub's configuration.
     * @return a new declaration.
     */
    public AssetSpec interval(final Duration interval) {
        return intervalNs(nanos("interval", interval));
    }

    /**
     * The same asset with an interval.
     *
     * @param newIntervalNs Δt_i in nanoseconds of wall time, at which the asset tries to count up; 0 is "as soon as it
     *                      may". Left undeclared, it is that of the hub's configuration.
     * @return a new declaration.
     */
    public AssetSpec intervalNs(final long newIntervalNs) {
        if (newIntervalNs < 0) {
            throw new IllegalArgumentException("the interval of asset '" + name + "' is "
                + SimTime.format(newIntervalNs) + "; it cannot be negative");
        }
        final Parts parts = parts();
        parts.intervalNs = newIntervalNs;
        return new AssetSpec(parts);
    }

    /**
     * The same asset for a simulator that cannot continue another process's run: where it replaces a lost process, it
     * starts at T_c and not at the T_i of that process.
     *
     * @return a new declaration.
     */
    public AssetSpec startingAtCoreTime() {
        final Parts parts = parts();
        parts.atCoreTime = true;
        return new AssetSpec(parts);
    }

    /**
     * The same asset with a reaction to the death of the hub's process.
     *
     * @param what to do; left undeclared, it is that of the hub's configuration.
     * @return a new declaration.
     */
    public AssetSpec onHubLost(final OnHubLost what) {
        final Parts parts = parts();
        parts.onHubLost = Objects.requireNonNull(what, "what");
        return new AssetSpec(parts);
    }

    /**
     * The same asset with a way of waiting.
     *
     * @param how to wait; left undeclared, it is that of the hub's configuration.
     * @return a new declaration.
     */
    public AssetSpec waiting(final WaitStrategy how) {
        final Parts parts = parts();
        parts.waiting = Objects.requireNonNull(how, "how");
        return new AssetSpec(parts);
    }

    /**
     * The same asset, which sends a channel.
     *
     * @param channel for messages of usual size.
     * @return a new declaration.
     */
    public AssetSpec sends(final String channel) {
        return sends(OutputSpec.named(channel));
    }

    /**
     * The same asset, which sends a channel.
     *
     * @param output the channel.
     * @return a new declaration.
     */
    public AssetSpec sends(final OutputSpec output) {
        final Parts parts = parts();
        parts.outputs = with(outputs, output);
        return new AssetSpec(parts);
    }

    /**
     * The same asset, which receives a channel.
     *
     * @param input the link by which it does.
     * @return a new declaration.
     */
    public AssetSpec receives(final InputSpec input) {
        final Parts parts = parts();
        parts.inputs = with(inputs, input);
        return new AssetSpec(parts);
    }

    /**
     * The same asset, which serves calls: it answers on one channel and receives the requests of each client by a gated
     * link without delay. Where the configuration names these {@linkplain CallChannels channels}, its links are used.
     *
     * @param service its name, unique within the hub.
     * @param clients the assets that call it.
     * @return a new declaration.
     */
    public AssetSpec serves(final String service, final String... clients) {
        AssetSpec spec = sends(CallChannels.answers(service));
        for (final String client : clients) {
            spec = spec.receives(InputSpec.gated(CallChannels.requests(service), client));
        }
        return spec;
    }

    /**
     * The same asset, which calls a service: it sends requests on one channel and receives answers by a gated link
     * without delay. Where the configuration names these {@linkplain CallChannels channels}, its links are used.
     *
     * @param service its name.
     * @param server  the asset that serves it.
     * @return a new declaration.
     */
    public AssetSpec calls(final String service, final String server) {
        return sends(CallChannels.requests(service))
            .receives(InputSpec.gated(CallChannels.answers(service), server));
    }

    /** {@return the asset's name, unique within its hub} */
    public String name() {
        return name;
    }

    /** {@return the steps that it declares; empty when they are left to the hub's configuration} */
    public Optional<Steps> steps() {
        return Optional.ofNullable(steps);
    }

    /**
     * The interval that it declares.
     *
     * @return in wall time, zero for "as soon as it may"; empty when it is left to the hub's configuration.
     */
    public Optional<Duration> interval() {
        return intervalNs == null ? Optional.empty() : Optional.of(Duration.ofNanos(intervalNs));
    }

    /**
     * Whether to start at T_c even where it could go on from the T_i of a process that was lost.
     *
     * @return false unless declared.
     */
    public boolean atCoreTime() {
        return atCoreTime;
    }

    /**
     * Chooses the reaction when the hub's process is gone.
     *
     * @return empty takes what the hub's configuration says, by default {@link OnHubLost#EXIT}.
     */
    public Optional<OnHubLost> onHubLost() {
        return Optional.ofNullable(onHubLost);
    }

    /**
     * How to wait.
     *
     * @return empty takes what the hub's configuration says, by default {@link WaitStrategy#ADAPTIVE}.
     */
    public Optional<WaitStrategy> waiting() {
        return Optional.ofNullable(waiting);
    }

    /**
     * The channels that it sends, beside those of the hub's configuration.
     *
     * @return in the order in which they were declared.
     */
    public List<OutputSpec> outputs() {
        return outputs;
    }

    /**
     * The links that it receives by, beside those of the hub's configuration.
     *
     * @return in the order in which they were declared.
     */
    public List<InputSpec> inputs() {
        return inputs;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof AssetSpec that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "AssetSpec[name=" + name + ", steps=" + steps + ", intervalNs=" + intervalNs + ", atCoreTime="
            + atCoreTime + ", onHubLost=" + onHubLost + ", waiting=" + waiting + ", outputs=" + outputs + ", inputs="
            + inputs + "]";
    }

    private List<Object> values() {
        return List.of(name, steps(), interval(), atCoreTime, onHubLost(), waiting(), outputs, inputs);
    }

    private long nanos(final String what, final Duration time) {
        return Durations.nanos("asset '" + name + "': the " + what, time);
    }

    private static <T> List<T> with(final List<T> some, final T one) {
        final List<T> more = new ArrayList<>(some);
        more.add(one);
        return more;
    }

    private static void requireNew(final Set<String> known, final String name, final String does) {
        if (!known.add(does)) {
            throw new IllegalArgumentException("asset '" + name + "' " + does + " twice; declare it once");
        }
    }
}
