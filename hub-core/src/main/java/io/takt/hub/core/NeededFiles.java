package io.takt.hub.core;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.world.JoinFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that {@link Links#open} is going to ask for; collected by one join, and each named once. */
final class NeededFiles {
    /** By sender and channel, as a file of no size. */
    private final Map<JoinFile, JoinFile> files = new LinkedHashMap<>();

    private NeededFiles() {
    }

    /** The files of a join that is not refused. */
    static List<JoinFile> of(final String asset, final List<OutputSpec> outputs, final List<InputSpec> inputs,
        final Logs logs) {
        if (outputs.isEmpty() && inputs.isEmpty()) {
            return List.of();
        }
        final NeededFiles needed = new NeededFiles();
        needed.add(asset, null, largest(outputs));
        for (final OutputSpec output : outputs) {
            if (logs.isLatestWanted(asset, output.channel())) {
                needed.add(asset, output.channel(), output.maxBytes());
            }
        }
        for (final InputSpec input : inputs) {
            final boolean isOwn = input.sender().equals(asset);
            final List<OutputSpec> sent = isOwn ? outputs : logs.outputsOf(input.sender());
            final OutputSpec output = logs.output(input, sent);
            needed.add(input.sender(), null, Math.max(output.maxBytes(), largest(sent)));
            if (input.delivery() == Delivery.LATEST) {
                needed.add(input.sender(), output.channel(), output.maxBytes());
            }
        }
        return List.copyOf(needed.files.values());
    }

    static int largest(final List<OutputSpec> outputs) {
        return outputs.stream().mapToInt(OutputSpec::maxBytes).max().orElse(0);
    }

    private void add(final String sender, final String channel, final int maxBytes) {
        files.putIfAbsent(new JoinFile(sender, channel, 0), new JoinFile(sender, channel, maxBytes));
    }
}
