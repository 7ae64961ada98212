package io.takt.hub.command;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.TaktException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code takt metronome} where nothing but names is given, as in most configurations: the reader of command lines would
 * take most of its start. The launcher calls it by this name.
 */
public final class Metronome {
    private Metronome() {
    }

    /**
     * Joins until the hub stops, and ends the process with the exit code.
     *
     * @param names of the assets; none for {@code TAKT_ASSET}.
     */
    @SuppressWarnings("checkstyle:Regexp")
    public static void main(final String[] names) {
        final String given = Takt.assetName("");
        if (names.length == 0 && given.isEmpty()) {
            Main.main(new String[] {"metronome"});
            return;
        }
        int code = ExitCode.DONE;
        try {
            final List<AssetSpec> assets = new ArrayList<>();
            for (final String name : names.length == 0 ? new String[] {given} : names) {
                assets.add(AssetSpec.named(name));
            }
            keepTime(Takt.defaultHub(), assets);
        } catch (final TaktException | IllegalStateException | IllegalArgumentException | InterruptedException e) {
            code = Main.tellFailure(e);
            Terminal.ofProcess().drain();
        }
        System.exit(code);
    }

    /** Joins a hub with assets that do nothing in their steps, until it stops. */
    static void keepTime(final String hub, final List<AssetSpec> assets) throws InterruptedException {
        try (HubConnection connection = Takt.connect(hub)) {
            for (final AssetSpec asset : assets) {
                connection.join(asset, (fromNs, toNs) -> { });
            }
            connection.run();
        }
    }
}
