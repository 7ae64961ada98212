package io.takt.hub.config;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.ValueSpec;
import io.takt.asset.name.Names;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.status.ShortList;
import io.takt.shm.control.Reply.Sent;
import io.takt.shm.message.MessageLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the channels of a configuration and finds all that is wrong with them. A link by way of a carrier becomes two:
 * one from the sender to the carrier, and one of a channel SENDER.RECEIVER.CHANNEL from there to the receiver.
 */
final class ChannelReader {
    private final Set<String> assets;
    private final Map<String, FederatePlan> federates = new HashMap<>();
    /** Where that was said of a latest value which it cannot have; once where it holds for several links. */
    private final Set<String> toldOfLatest = new HashSet<>();
    private final Map<String, List<OutputSpec>> outputs = new LinkedHashMap<>();
    private final Map<String, List<InputSpec>> inputs = new LinkedHashMap<>();
    private final Map<List<String>, String> known = new HashMap<>();
    private final Map<Sent, Sent> carried = new LinkedHashMap<>();
    /** The receivers that have a slot in the log of a sender. */
    private final Map<String, Set<String>> readers = new HashMap<>();

    /** The fields of a channel for all of its links, which a link may override for itself. */
    private record Terms(String via, String delivery, Fields saysDelivery, boolean isUntilEnd, long delayNs,
        long jitterNs, double loss) {
        static final Terms USUAL = new Terms(null, "gated", null, false, 0, 0, 0);
    }

    private ChannelReader(final Set<String> assets, final List<FederatePlan> federates) {
        this.assets = new LinkedHashSet<>(assets);
        federates.forEach(federate -> {
            this.federates.put(federate.asset().name(), federate);
            this.assets.remove(federate.asset().name());
        });
    }

    static MessagePlan read(final Fields root, final long seed, final Set<String> assets,
        final List<FederatePlan> federates) {
        final ChannelReader reader = new ChannelReader(assets, federates);
        final List<Fields> channels = root.objects("channels",
            "{\"name\": \"pose\", \"from\": \"drone\", \"to\": [\"radar\"]}");
        channels.forEach(reader::readChannel);
        return new MessagePlan(seed, reader.outputs, reader.inputs, root.flag("checks", false), reader.carried);
    }

    private void readChannel(final Fields channel) {
        channel.allow("name", "from", "to", "maxBytes", "delivery", "gate", "delay", "jitter", "loss",
            "type", "unit", "via");
        final String name = channel.name("name", null);
        final String from = asset(channel, "from");
        final Terms terms = readTerms(channel, Terms.USUAL);
        final int maxBytes = readMaxBytes(channel);
        final ValueSpec values = ValueReader.read(channel);
        final List<Fields> receivers = channel.objects("to", "\"radar\"", "asset");
        if (!channel.has("to") || channel.valueOf("to").equals("[]")) {
            channel.problem("to", "names no receiver; write a list of assets, such as [\"radar\"]");
        }
        if (name == null || from == null) {
            return;
        }
        final String earlier = known.putIfAbsent(List.of(from, name), channel.path());
        if (earlier != null) {
            channel.problem("name", "is the name of " + earlier + " as well, from the same asset; the channels of an"
                + " asset have names of their own");
            return;
        }
        final OutputSpec output = new OutputSpec(name, maxBytes, values);
        send(channel, "name", from, output);
        final Set<String> named = new HashSet<>();
        final Map<String, Fields> carriers = new LinkedHashMap<>();
        for (final Fields receiver : receivers) {
            receiver.allow("asset", "delivery", "gate", "delay", "jitter", "loss", "unit", "via");
            final String to = asset(receiver, "asset");
            final Terms itsTerms = readTerms(receiver, terms);
            final ValueSpec wanted = ValueReader.wanted(receiver, channel, values);
            if (to != null && !named.add(to)) {
                receiver.problem("asset", "is a receiver of " + channel.path() + " already; name it once");
            } else if (to != null && itsTerms.via != null) {
                carriers.putIfAbsent(itsTerms.via, receiver.has("via") ? receiver : channel);
                carry(output, from, receiver, to, itsTerms, wanted);
            } else if (to != null && Paths.isElsewhere(to) && Paths.isBelow(from, Paths.first(to))) {
                receiver.problem("asset", "is below child hub '" + Paths.first(to) + "', as its sender is; write the"
                    + " channel in the file of that hub");
            } else if (to != null) {
                receive(receiver, to, link(name, from, itsTerms, wanted));
            }
        }
        carriers.forEach((carrier, says) -> bringTo(carrier, says, output, from, named.contains(carrier)));
    }

    private void send(final Fields says, final String field, final String from, final OutputSpec output) {
        outputs.computeIfAbsent(from, key -> new ArrayList<>()).add(output);
        if (outputs.get(from).size() == MessageLog.MOST_CHANNELS + 1) {
            says.problem(field, "is one channel of '" + from + "' too many; an asset sends "
                + MessageLog.MOST_CHANNELS + " at most");
        }
    }

    /** The link is null when something is wrong with it, which has been told. */
    private void receive(final Fields says, final String to, final InputSpec link) {
        if (link != null) {
            inputs.computeIfAbsent(to, key -> new ArrayList<>()).add(link);
            checkSlot(says, to, link);
        }
    }

    /** The first half of the way: the carrier gets each message in the step in which it is sent. */
    private void bringTo(final String carrier, final Fields says, final OutputSpec output, final String from,
        final boolean isReceiver) {
        if (carrier.equals(from) || isReceiver) {
            says.problem("via", "is " + (isReceiver ? "a receiver" : "the sender") + " of this channel itself; name"
                + " another asset, or leave it out");
            return;
        }
        receive(says, carrier, new InputSpec(output.channel(), from, Delivery.GATED_UNTIL_END, 0, 0, 0,
            output.values()));
    }

    /** The second half. */
    private void carry(final OutputSpec output, final String from, final Fields receiver, final String to,
        final Terms terms, final ValueSpec wanted) {
        final String sender = Paths.leaf(from);
        final String carriedName = sender + "." + Paths.leaf(to) + "." + output.channel();
        if (!Names.isValid(carriedName)) {
            receiver.problem("asset", "makes the name '" + carriedName + "' of what '" + terms.via + "' sends to it,"
                + " and a name has at most " + Names.MAX_LENGTH + " characters; give asset or channel a shorter one");
            return;
        }
        final String earlier = known.putIfAbsent(List.of(terms.via, carriedName), receiver.path());
        if (earlier != null) {
            receiver.problem("asset", "makes channel '" + carriedName + "' of '" + terms.via + "', which "
                + earlier + " is as well; give one of them another name");
            return;
        }
        send(receiver, "asset", terms.via, new OutputSpec(carriedName, output.maxBytes(), output.values()));
        carried.put(new Sent(carriedName, terms.via), new Sent(output.channel(), sender));
        receive(receiver, to, link(carriedName, terms.via, terms, wanted));
    }

    /** Told once of a sender, of the first that is too many. */
    private void checkSlot(final Fields receiver, final String to, final InputSpec link) {
        final Set<String> ofSender = readers.computeIfAbsent(link.sender(), key -> new HashSet<>());
        if (link.delivery() != Delivery.LATEST && ofSender.add(Paths.first(to))
            && ofSender.size() == MessageLog.MOST_READERS + 1) {
            receiver.problem("asset", "is one receiver of '" + link.sender() + "' too many; its log has room for "
                + MessageLog.MOST_READERS + ", listeners included; latest values take none of that");
        }
    }

    private String asset(final Fields fields, final String field) {
        final String path = fields.assetPath(field);
        if (path == null) {
            return null;
        }
        final String first = Paths.first(path);
        final String wrong = Paths.isElsewhere(path)
            ? !federates.containsKey(first) ? "is below no child hub of this file; there are "
                + (federates.isEmpty() ? "none" : ShortList.of(federates.keySet()))
            : ChildFile.lacks(federates.get(first).config(), Paths.rest(path))
                ? "is no asset in the file of child hub '" + first + "', or in those that it names" : null
            : federates.containsKey(path) ? "is a child hub; name an asset there, such as \"" + path + "/radar\""
            : !assets.contains(path) ? "is no asset of this file; there are "
                + (assets.isEmpty() ? "none" : ShortList.of(assets)) : null;
        if (wrong != null) {
            fields.problem(field, wrong);
        }
        return wrong == null ? path : null;
    }

    /** Null when it is wrong, which has been told. */
    private String carrier(final Fields fields) {
        final String carrier = asset(fields, "via");
        if (carrier != null && Paths.isElsewhere(carrier)) {
            fields.problem("via", "is at another hub; name an asset of this file");
            return null;
        }
        return carrier;
    }

    private static int readMaxBytes(final Fields channel) {
        final long maxBytes = channel.wholeNumber("maxBytes", OutputSpec.USUAL_MAX_BYTES);
        if (maxBytes < 0 || maxBytes > OutputSpec.MOST_BYTES) {
            channel.problem("maxBytes", "is not a size; write a number of bytes from 0 to " + OutputSpec.MOST_BYTES);
            return OutputSpec.USUAL_MAX_BYTES;
        }
        return (int) maxBytes;
    }

    private Terms readTerms(final Fields fields, final Terms otherwise) {
        final String delivery = fields.has("delivery")
            ? fields.oneOf("delivery", "gated", "latest", "retroactive") : otherwise.delivery;
        final String gate = fields.has("gate") ? fields.oneOf("gate", "start", "end") : null;
        if (gate != null && !"gated".equals(delivery)) {
            fields.problem("gate", "goes with delivery \"gated\" only; leave it out");
        }
        final long delayNs = fields.timeFromZero("delay", otherwise.delayNs);
        final long jitterNs = fields.timeFromZero("jitter", otherwise.jitterNs);
        final boolean isOwn = fields.has("delay") || fields.has("jitter");
        if (isOwn && delayNs > Long.MAX_VALUE - jitterNs) {
            fields.problem(fields.has("jitter") ? "jitter" : "delay", "is too long: delay and jitter together pass the"
                + " largest time, " + Long.MAX_VALUE + "ns");
        }
        return new Terms(fields.has("via") ? carrier(fields) : otherwise.via, delivery,
            fields.has("delivery") ? fields : otherwise.saysDelivery,
            gate == null ? otherwise.isUntilEnd : "end".equals(gate), delayNs, jitterNs,
            fields.share("loss", otherwise.loss));
    }

    /** Null when something is wrong with it, which has been told. */
    private InputSpec link(final String channel, final String from, final Terms terms, final ValueSpec values) {
        if (terms.delivery == null || terms.delayNs > Long.MAX_VALUE - terms.jitterNs) {
            return null;
        }
        final Delivery delivery = switch (terms.delivery) {
            case "latest" -> Delivery.LATEST;
            case "retroactive" -> Delivery.RETROACTIVE;
            default -> terms.isUntilEnd ? Delivery.GATED_UNTIL_END : Delivery.GATED;
        };
        if (delivery == Delivery.LATEST && (terms.delayNs > 0 || terms.jitterNs > 0 || terms.loss > 0)) {
            if (toldOfLatest.add(terms.saysDelivery.path())) {
                terms.saysDelivery.problem("delivery", "is \"latest\", which has no delay, jitter or loss; make it"
                    + " \"gated\", or leave them out");
            }
            return null;
        }
        return new InputSpec(channel, from, delivery, terms.delayNs, terms.jitterNs, terms.loss, values);
    }
}
