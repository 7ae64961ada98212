package io.takt.wrapper.kit.command;

import io.takt.asset.Takt;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which asset of which hub a wrapper is, and the types of its channels. */
public final class AssetOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--hub", paramLabel = "NAME", description = "The hub (if left out: TAKT_HUB, or the only one).")
    private String hub;

    @Option(names = "--name", paramLabel = "NAME",
        description = "The asset's name (if left out: TAKT_ASSET, which a hub sets for what it launches).")
    private String name;

    @Option(names = "--as", paramLabel = "CHANNEL=TYPE",
        description = "The type of a channel's values: json (if left out), text, double, doubles, long, longs or bytes."
            + " May be given several times.")
    private List<String> types = new ArrayList<>();

    /** Picocli fills in what the command line says. */
    public AssetOptions() {
        // Nothing else to set up.
    }

    /**
     * The hub to join.
     *
     * @return its name, or its path in a tree.
     */
    public String hub() {
        return hub == null ? Takt.defaultHub() : hub;
    }

    /**
     * The name to join with.
     *
     * @return not empty.
     * @throws ParameterException when nothing says it.
     */
    public String name() {
        final String given = name == null ? Takt.assetName("") : name;
        if (given.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "the asset has no name: give --name, or set TAKT_ASSET");
        }
        return given;
    }

    /**
     * The types of the channels' values.
     *
     * @return as the command line says.
     * @throws ParameterException when it says it wrongly.
     */
    public ChannelTypes types() {
        try {
            return ChannelTypes.of(types);
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--as: " + e.getMessage(), e);
        }
    }
}
