package io.takt.shm.message;

import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Latest;
import io.takt.asset.message.MessageHandler;
import io.takt.asset.message.Output;
import io.takt.asset.message.OutputSpec;
import io.takt.rule.LinkFate;
import io.takt.shm.control.Reply;
import io.takt.shm.ring.Signaller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The channels of an asset, as its simulator knows them by name, and the links by which messages come on them. Owned by
 * the thread that drives the asset.
 */
final class EndpointChannels implements Channels {
    private final String asset;
    private final Outbox outbox;
    private final Inbox inbox;
    private final List<Source> sources = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final List<LatestInput> latest = new ArrayList<>();

    /** Opens the logs of all senders. */
    EndpointChannels(final String asset, final Steps steps, final Reply.Messages messages, final MessageFiles files,
        final Signaller signaller, final Outbox outbox, final Inbox inbox) {
        this.asset = asset;
        this.outbox = outbox;
        this.inbox = inbox;
        final Map<String, Source> byLog = new HashMap<>();
        for (int i = 0; i < messages.inputs().size(); i++) {
            add(messages.inputs().get(i), i, messages.seed(), steps, files, signaller, byLog);
        }
    }

    private void add(final Reply.MessageInput input, final int index, final long seed, final Steps steps,
        final MessageFiles files, final Signaller signaller, final Map<String, Source> byLog) {
        final InputSpec spec = input.spec();
        final Link link = new Link(spec, input.index(), index, new LinkFate(seed, spec, asset));
        links.add(link);
        if (input.delivery() == Delivery.LATEST) {
            latest.add(new LatestInput(files.latest(input.latest()), link));
            return;
        }
        // Only a whole step goes beyond a delivery.
        byLog.computeIfAbsent(input.log(), name -> {
            sources.add(new Source(name, steps.isWhole() ? steps.greatestNs() : steps.granularityNs(),
                new LogReader(files.log(name), input.slot(), signaller), inbox));
            return sources.get(sources.size() - 1);
        }).add(link);
    }

    /** One for each log. */
    List<Source> sources() {
        return sources;
    }

    List<Link> links() {
        return links;
    }

    /** Hands latest values that are new to their handlers. */
    void handOverLatest() throws Exception {
        for (int i = 0; i < latest.size(); i++) {
            latest.get(i).handOver();
        }
    }

    @Override
    public Output output(final String channel) {
        return outbox.output(channel);
    }

    @Override
    public void subscribe(final String channel, final MessageHandler handler) {
        named(channel).forEach(link -> link.handler(Objects.requireNonNull(handler, "handler")));
    }

    private List<Link> named(final String channel) {
        final List<Link> named = links.stream().filter(link -> link.channel().equals(channel)).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("asset '" + asset + "' receives no channel '" + channel + "'; "
                + received());
        }
        return named;
    }

    @Override
    public Latest latest(final String channel) {
        final List<LatestInput> found = latest.stream().filter(each -> each.link().channel().equals(channel)).toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("asset '" + asset + "' receives the latest values of channel '" + channel
                + "' from " + found.stream().map(each -> each.link().sender()).collect(Collectors.joining(", "))
                + "; subscribe, which takes those of all");
        }
        if (found.isEmpty()) {
            final boolean isOther = links.stream().anyMatch(link -> link.channel().equals(channel));
            throw new IllegalArgumentException("asset '" + asset + "' does not receive the latest value of a channel '"
                + channel + "'; " + (isOther ? "it receives all of its messages: subscribe" : received()));
        }
        return found.get(0);
    }

    @Override
    public void countInDigest(final long number, final long stampNs) {
        if (!outbox.window().has(stampNs)) {
            throw new IllegalArgumentException("asset '" + asset + "' counts something in its digest at "
                + SimTime.format(stampNs) + ", which is not within a step that is under way");
        }
        inbox.count(number, stampNs);
    }

    @Override
    public void leaveOutOfDigest(final String channel) {
        named(channel).forEach(Link::leaveOutOfDigest);
        inbox.forgetLeftOut();
    }

    @Override
    public List<OutputSpec> outputs() {
        return outbox.specs();
    }

    @Override
    public List<InputSpec> inputs() {
        return links.stream().map(Link::spec).toList();
    }

    private String received() {
        final String names = links.stream()
            .map(link -> link.channel() + (link.delivery() == Delivery.LATEST ? " (latest)" : "")).distinct().sorted()
            .collect(Collectors.joining(", "));
        return names.isEmpty() ? "it receives none" : "it receives " + names;
    }
}
