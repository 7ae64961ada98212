package io.takt.hub.tap;

import io.takt.hub.core.status.ShortList;
import io.takt.shm.control.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * Which messages a tap tells.
 *
 * @param channels names of channels, or names with the sender's appended ({@code pose.drone}); empty for all.
 * @param assets   names of assets that have sent or been given the messages; empty for all.
 * @param sent     whether messages as they are sent are told.
 * @param delivered whether messages as they are delivered are told.
 */
public record TapFilter(Set<String> channels, Set<String> assets, boolean sent, boolean delivered) {
    /** A channel's name with the sender's appended, which is unique in a hub unless names have dots in them. */
    static String fullName(final String channel, final String sender) {
        return channel + "." + sender;
    }

    boolean takesChannel(final String channel, final String sender) {
        return channels.isEmpty() || channels.contains(channel) || channels.contains(fullName(channel, sender));
    }

    boolean takesAsset(final String asset) {
        return assets.isEmpty() || assets.contains(asset);
    }

    boolean takesSent(final String channel, final String sender) {
        return sent && takesAsset(sender) && takesChannel(channel, sender);
    }

    /** Whether a message's bytes may be asked for when it is delivered. */
    boolean mayNeed(final String channel, final String sender) {
        return delivered && takesChannel(channel, sender);
    }

    /**
     * The names in it that a hub does not have, at least not yet.
     *
     * @param hub    the hub's name.
     * @param tapped its assets that have messages.
     * @return lines for a person; none when there is nothing to say.
     */
    List<String> unknown(final String hub, final Collection<Reply.TappedAsset> tapped) {
        if (tapped.isEmpty()) {
            return List.of("hub '" + hub + "' has no asset yet that sends or receives messages");
        }
        final Set<String> names = new TreeSet<>();
        final Set<String> sentNames = new TreeSet<>();
        for (final Reply.TappedAsset asset : tapped) {
            names.add(asset.asset());
            asset.outputs().forEach(channel -> sentNames.add(fullName(channel, asset.asset())));
        }
        final List<String> lines = new ArrayList<>();
        addUnknown(lines, hub, "asset", "with messages ", assets, names, String::equals);
        addUnknown(lines, hub, "channel", "", channels, sentNames, (wanted, name) -> tapped.stream().anyMatch(
            asset -> name.equals(wanted) || asset.outputs().contains(wanted)));
        return lines;
    }

    private static void addUnknown(final List<String> lines, final String hub, final String what, final String which,
        final Set<String> wanted, final Set<String> there, final BiPredicate<String, String> fits) {
        final List<String> unknown = new TreeSet<>(wanted).stream()
            .filter(each -> there.stream().noneMatch(name -> fits.test(each, name))).toList();
        if (!unknown.isEmpty()) {
            lines.add("hub '" + hub + "' has no " + what + " '" + String.join("', '", unknown) + "' " + which + "yet; "
                + (there.isEmpty() ? "there is none"
                    : "there " + (there.size() == 1 ? "is " : "are ") + ShortList.of(there)));
        }
    }
}
