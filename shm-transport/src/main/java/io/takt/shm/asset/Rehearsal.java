package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Codec;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.TypedOutput;
import io.takt.shm.host.CLibrary;
import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Acts like an asset once, so that the JVM can note which classes assets need, and does the other work that takes time
 * at their start: the launcher makes its archive of that, and gives every later asset the flags that this program
 * leaves.
 */
public final class Rehearsal {
    /** Name of the file with flags of the JVM, one in a line, each in quotes. */
    public static final String FLAGS_FILE = "native.args";

    private static final Duration HUB_WITHIN = Duration.ofSeconds(60);

    private Rehearsal() {
    }

    /**
     * Joins a hub with two assets, {@code a} and {@code b}, which send each other messages, until it stops.
     *
     * @param args the folder to leave files in; the path that this folder will have; the hub's name.
     * @throws IOException          when a file cannot be written.
     * @throws InterruptedException when it is interrupted.
     */
    public static void main(final String[] args) throws IOException, InterruptedException {
        Files.write(Path.of(args[0], FLAGS_FILE), flags(Path.of(args[0]), Path.of(args[1])));
        try (HubConnection hub = Takt.connect(args[2], HUB_WITHIN)) {
            hub.join(asset("a", "b"), new Sender());
            hub.join(asset("b", "a"), new Sender());
            hub.run();
        }
    }

    private static AssetSpec asset(final String name, final String other) {
        return AssetSpec.named(name).step(Duration.ofMillis(1)).sends("said").receives(InputSpec.gated("said", other)
            .delay(Duration.ofMillis(1)));
    }

    /** Where the kernel can be called, the files for that are left, too. */
    private static List<String> flags(final Path folder, final Path later) throws IOException {
        final List<String> flags = new ArrayList<>();
        if (Doorbell.canWake() && CLibrary.unpack(folder)) {
            flags.add(flag(CLibrary.PROVEN_PROPERTY, later.toString()));
            final String searched = System.getProperty("jna.platform.library.path");
            if (searched != null) {
                // JNA asks another program for it.
                flags.add(flag("jna.platform.library.path", searched));
            }
        }
        return flags;
    }

    /** The flag as java reads it from a file. */
    private static String flag(final String property, final String value) {
        return "\"-D" + property + "=" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static final class Sender implements Asset {
        private TypedOutput<double[]> said;

        @Override
        public void connect(final Channels channels) {
            said = channels.output("said", Codec.doubles());
            channels.subscribe("said", Codec.doubles(), (value, message) -> { });
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            said.send(new double[] {toNs});
        }
    }
}
