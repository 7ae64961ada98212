package io.takt.asset;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.name.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What an asset declares when it joins. What it leaves open stands in the hub's configuration, or is as usual.
 *
 * @param name       unique within the hub, see {@link Names}.
 * @param stepNs     ΔT_i in nanoseconds of simulation time; 0 takes the step from the hub's configuration.
 * @param intervalNs Δt_i, at which wall-clock interval in nanoseconds the asset tries to count up; 0 takes the interval
 *                   of the hub's configuration, which is by default: as soon as rule (a) allows it.
 * @param atCoreTime whether to start at T_c even where it could go on from the T_i of a process that was lost.
 * @param onHubLost  what to do when the hub's process is gone; null takes what the hub's configuration says, by default
 *                   {@link OnHubLost#EXIT}.
 * @param waiting    how to wait; null takes what the hub's configuration says, by default
 *                   {@link WaitStrategy#ADAPTIVE}.
 * @param outputs    the channels that it sends, beside those of the hub's configuration.
 * @param inputs     the links that it receives by, beside those of the hub's configuration.
 */
public record AssetSpec(String name, long stepNs, long intervalNs, boolean atCoreTime, OnHubLost onHubLost,
    WaitStrategy waiting, List<OutputSpec> outputs, List<InputSpec> inputs) {
    /**
     * Checks the declaration.
     *
     * @throws IllegalArgumentException for a bad name, a negative step or interval, or a channel that is there twice.
     */
    public AssetSpec {
        Names.requireValid(name);
        requireNotNegative("step", stepNs);
        requireNotNegative("interval", intervalNs);
        outputs = List.copyOf(outputs);
        inputs = List.copyOf(inputs);
        requireOnce(name, "sends channel '", outputs.stream().map(output -> output.channel() + "'"));
        requireOnce(name, "receives channel '",
            inputs.stream().map(input -> input.channel() + "' of '" + input.sender() + "'"));
    }

    /**
     * An asset whose step and interval stand in the hub's configuration.
     *
     * @param name unique within the hub.
     * @return the declaration.
     */
    public static AssetSpec named(final String name) {
        return new AssetSpec(name, 0, 0, false, null, null, List.of(), List.of());
    }

    /**
     * The same asset with a step.
     *
     * @param step ΔT_i in simulation time.
     * @return a new declaration.
     */
    public AssetSpec step(final Duration step) {
        return stepNs(step.toNanos());
    }

    /**
     * The same asset with a step.
     *
     * @param newStepNs ΔT_i in nanoseconds of simulation time; 0 takes the step from the hub's configuration.
     * @return a new declaration.
     */
    public AssetSpec stepNs(final long newStepNs) {
        return new AssetSpec(name, newStepNs, intervalNs, atCoreTime, onHubLost, waiting, outputs, inputs);
    }

    /**
     * The same asset with an interval.
     *
     * @param interval Δt_i in wall time.
     * @return a new declaration.
     */
    public AssetSpec interval(final Duration interval) {
        return intervalNs(interval.toNanos());
    }

    /**
     * The same asset with an interval.
     *
     * @param newIntervalNs Δt_i in nanoseconds of wall time; 0 takes the interval of the hub's configuration.
     * @return a new declaration.
     */
    public AssetSpec intervalNs(final long newIntervalNs) {
        return new AssetSpec(name, stepNs, newIntervalNs, atCoreTime, onHubLost, waiting, outputs, inputs);
    }

    /**
     * The same asset for a simulator that cannot go on in the middle: where it replaces a process that was lost, it
     * starts at T_c and not at the T_i of that process.
     *
     * @return a new declaration.
     */
    public AssetSpec startingAtCoreTime() {
        return new AssetSpec(name, stepNs, intervalNs, true, onHubLost, waiting, outputs, inputs);
    }

    /**
     * The same asset with an order for when the hub's process is gone.
     *
     * @param what to do.
     * @return a new declaration.
     */
    public AssetSpec onHubLost(final OnHubLost what) {
        return new AssetSpec(name, stepNs, intervalNs, atCoreTime, what, waiting, outputs, inputs);
    }

    /**
     * The same asset with a way of waiting.
     *
     * @param how to wait.
     * @return a new declaration.
     */
    public AssetSpec waiting(final WaitStrategy how) {
        return new AssetSpec(name, stepNs, intervalNs, atCoreTime, onHubLost, how, outputs, inputs);
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
        return new AssetSpec(name, stepNs, intervalNs, atCoreTime, onHubLost, waiting, with(outputs, output), inputs);
    }

    /**
     * The same asset, which receives a channel.
     *
     * @param input the link by which it does.
     * @return a new declaration.
     */
    public AssetSpec receives(final InputSpec input) {
        return new AssetSpec(name, stepNs, intervalNs, atCoreTime, onHubLost, waiting, outputs, with(inputs, input));
    }

    private static <T> List<T> with(final List<T> some, final T one) {
        final List<T> more = new ArrayList<>(some);
        more.add(one);
        return more;
    }

    private static void requireOnce(final String name, final String does, final Stream<String> declared) {
        final Set<String> known = new HashSet<>();
        declared.forEach(each -> {
            if (!known.add(each)) {
                throw new IllegalArgumentException("asset '" + name + "' " + does + each + " twice; declare it once");
            }
        });
    }

    private static void requireNotNegative(final String what, final long valueNs) {
        if (valueNs < 0) {
            throw new IllegalArgumentException("the " + what + " is " + valueNs + "ns; it cannot be negative");
        }
    }
}
