package io.takt.wrapper.program;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;
import io.takt.asset.RunEnd;
import io.takt.asset.SimTime;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** A program as an asset: each turn is an order to it, and its answer is what the asset sends. */
final class WrappedAsset implements Asset, AutoCloseable {
    /** Starts a program. */
    @FunctionalInterface
    interface Starter {
        /** From the beginning, in a process of its own. */
        Program start() throws IOException;
    }

    private final Orders orders;
    private final Starter starter;
    private final boolean startsAnew;
    private final Patience patience;
    private final long stopWithinS;
    private final MutableDirectBuffer bytes = new ExpandableArrayBuffer();
    private JoinedAsset self;
    private ChannelTypes types;
    private Channels channels;
    private List<String> sends;
    private List<String> receives;
    /** Killed by a thread that ends the process as well. */
    private volatile Program program;

    /**
     * Of a program that is started with the asset.
     *
     * @param startsAnew  whether it is started anew where the run goes back to its start.
     * @param stopWithinS wall time in seconds that it has to end after the run.
     */
    WrappedAsset(final ChannelTypes types, final Starter starter, final boolean startsAnew, final Patience patience,
        final long stopWithinS) {
        this.types = types;
        this.types = types;
        this.orders = new Orders();
        this.starter = starter;
        this.startsAnew = startsAnew;
        this.patience = patience;
        this.stopWithinS = stopWithinS;
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
    }

    @Override
    public void connect(final Channels newChannels) {
        channels = newChannels;
        sends = channels.outputs().stream().map(OutputSpec::channel).toList();
        receives = channels.inputs().stream().map(InputSpec::channel).distinct().toList();
        types = types.of(self.name(), channels);
        receives.forEach(name -> channels.subscribe(name, message -> orders.add(message, types.read(message))));
    }

    @Override
    public void start(final long timeNs) throws IOException {
        if (program == null) {
            program = starter.start();
        }
        final Answer answer = ask(orders.start(self.name(), timeNs, self.seed(), sends, receives));
        if (answer.reachedNs() != null) {
            throw new WrapperException("'reachedNs' answers a step, and not the start");
        }
        take(answer);
    }

    @Override
    public void step(final long fromNs, final long toNs) throws IOException {
        final Answer answer = ask(orders.step(fromNs, toNs));
        take(answer);
        if (answer.reachedNs() != null && answer.reachedNs() != toNs) {
            try {
                self.stepTo(answer.reachedNs());
            } catch (final IllegalArgumentException | IllegalStateException e) {
                throw new WrapperException("'reachedNs' is " + answer.reachedNs() + " in a step from " + fromNs + " to "
                    + toNs + ": " + e.getMessage(), e);
            }
        }
    }

    private Answer ask(final ObjectNode order) throws IOException {
        final Answer answer;
        patience.begin(program, order);
        try {
            answer = program.ask(order);
        } finally {
            patience.end();
        }
        if (answer == null) {
            throw program.ended(order);
        }
        return answer;
    }

    private void take(final Answer answer) throws WrapperException {
        if (answer.error() != null) {
            throw new WrapperException("the program says: " + answer.error());
        }
        for (final Answer.Sent each : answer.messages()) {
            send(each);
        }
        if (answer.stop() != null) {
            self.stopRun(answer.stop());
        }
    }

    private void send(final Answer.Sent message) throws WrapperException {
        try {
            final Output output = channels.output(message.channel());
            final int length = types.of(message.channel()).write(message.value(), bytes);
            if (message.stampNs() == null) {
                output.send(bytes, 0, length);
            } else {
                output.send(bytes, 0, length, message.stampNs());
            }
        } catch (final IllegalArgumentException | IllegalStateException e) {
            throw new WrapperException("the program's message on channel '" + message.channel() + "' at "
                + SimTime.format(self.timeNs()) + " cannot be sent: " + e.getMessage(), e);
        }
    }

    @Override
    public void reset() {
        if (startsAnew) {
            program.close();
            program = null;
        }
    }

    @Override
    public void stop(final RunEnd end) throws IOException {
        if (program != null) {
            try {
                program.stop(Orders.stop(end.reason()), stopWithinS);
            } finally {
                program.close();
            }
        }
    }

    /** Kills the program, if it still runs. */
    @Override
    public void close() {
        final Program running = program;
        if (running != null) {
            running.close();
        }
    }
}
