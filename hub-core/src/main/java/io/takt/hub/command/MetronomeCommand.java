package io.takt.hub.command;

import io.takt.asset.AssetSpec;
import io.takt.asset.Takt;
import io.takt.shm.host.HubDirectory;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code takt metronome}: assets that keep time and do nothing else. */
@Command(name = "metronome", mixinStandardHelpOptions = true,
    description = "Joins a hub with assets that keep time and do nothing else, all in this process.")
public final class MetronomeCommand implements TaktCommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HubOption hub;

    @Parameters(paramLabel = "NAME", arity = "0..*",
        description = "Names of the assets (if left out: TAKT_ASSET, which a hub sets for what it launches).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--count", paramLabel = "N",
        description = "Join with so many assets for each name: NAME-0, NAME-1 and so on.")
    private Integer count;

    @Option(names = "--step", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "Their step (if left out: as the hub's configuration says).")
    private Long stepNs;

    @Option(names = "--interval", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "Wall time between their count-ups (if left out: as the hub's configuration says).")
    private Long intervalNs;

    @Override
    public Integer call() throws InterruptedException {
        final List<AssetSpec> assets = new ArrayList<>();
        for (final String name : allNames()) {
            assets.add(declared(name));
        }
        Metronome.keepTime(hub.nameToJoin(), assets);
        return ExitCode.DONE;
    }

    private AssetSpec declared(final String name) {
        AssetSpec asset = AssetSpec.named(name);
        if (stepNs != null) {
            asset = asset.stepNs(stepNs);
        }
        return intervalNs == null ? asset : asset.intervalNs(intervalNs);
    }

    private List<String> allNames() {
        if (names.isEmpty()) {
            final String given = Takt.assetName("");
            if (given.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "a NAME is missing, and "
                    + HubDirectory.ASSET_VARIABLE + " is not set");
            }
            names.add(given);
        }
        if (count == null) {
            return names;
        }
        final List<String> all = new ArrayList<>();
        for (final String name : names) {
            for (int i = 0; i < count; i++) {
                all.add(name + "-" + i);
            }
        }
        return all;
    }
}
