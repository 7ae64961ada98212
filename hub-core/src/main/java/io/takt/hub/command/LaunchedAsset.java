package io.takt.hub.command;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.plan.MessagePlan;
import java.nio.file.Path;
import java.util.List;

/**
 * An asset that a configuration launches.
 *
 * @param name     of the asset.
 * @param folder   in which its program starts.
 * @param messages the channels of the configuration; there may be more, in the file of a hub above.
 */
public record LaunchedAsset(String name, Path folder, MessagePlan messages) {
    /**
     * The channels that an asset sends.
     *
     * @param asset its name.
     * @return as far as the configuration says.
     */
    public List<OutputSpec> outputs(final String asset) {
        return messages.outputs(asset, List.of());
    }

    /**
     * The links by which an asset receives.
     *
     * @param asset its name.
     * @return as far as the configuration says, and as the asset is told of them.
     */
    public List<InputSpec> inputs(final String asset) {
        return messages.inputs(asset, List.of()).stream().map(messages::told).toList();
    }

    /**
     * Looks for a program that the asset's program is to start, as for one that the configuration launches.
     *
     * @param program a name, or a path that is relative to the folder.
     * @return why it cannot be started, with what would be right; null when it can.
     */
    public String problemWith(final String program) {
        final String problem = Installation.programs().problemWith(program, folder);
        return problem == null ? null : "the program '" + program + "' " + problem;
    }
}
