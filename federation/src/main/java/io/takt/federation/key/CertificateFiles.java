package io.takt.federation.key;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * The certificates of a hub as their files are now. They are read again only when one of the files was replaced or
 * changed, for each connection to a parent needs them before its child has proved anything. While they cannot be used,
 * as in the middle of a replacement, the last that could still count.
 *
 * <p>Owned by one thread at a time.
 */
public final class CertificateFiles {
    private static final long AGAIN_AFTER_NS = TimeUnit.SECONDS.toNanos(1);

    private final Path own;
    private final Path privateKey;
    private final Path trusted;
    private final NanoClock nanoClock;
    private final Consumer<String> warns;
    private Certificates good;
    /** Null while what the files say is good. */
    private IOException trouble;
    private List<String> readOf = List.of();
    private long readAtNs;

    /**
     * Files that have not been read.
     *
     * @param own        as of {@link Certificates#read}, like the next two.
     * @param privateKey that of the first.
     * @param trusted    the authorities.
     * @param nanoClock  wall clock.
     * @param warns      hears in one line, once, that the files cannot be used and earlier ones still count.
     */
    public CertificateFiles(final Path own, final Path privateKey, final Path trusted, final NanoClock nanoClock,
        final Consumer<String> warns) {
        this.own = own;
        this.privateKey = privateKey;
        this.trusted = trusted;
        this.nanoClock = nanoClock;
        this.warns = warns;
    }

    /**
     * The certificates as they are now.
     *
     * @return the newest that could be used.
     * @throws IOException when none ever could; in one line.
     */
    public Certificates newest() throws IOException {
        // Before they are read: a change meanwhile is seen the next time.
        final List<String> state =
            List.of(SmallFile.state(own), SmallFile.state(privateKey), SmallFile.state(trusted));
        final long nowNs = nanoClock.nanoTime();
        if (!state.equals(readOf) || trouble != null && nowNs - readAtNs >= AGAIN_AFTER_NS) {
            readOf = state;
            readAtNs = nowNs;
            read();
        }
        if (good == null) {
            throw new IOException(trouble.getMessage(), trouble);
        }
        return good;
    }

    private void read() {
        try {
            good = Certificates.read(own, privateKey, trusted);
            trouble = null;
        } catch (final IOException e) {
            if (good != null && (trouble == null || !e.getMessage().equals(trouble.getMessage()))) {
                warns.accept(e.getMessage() + "; the certificates that were read before still count");
            }
            trouble = e;
        }
    }
}
