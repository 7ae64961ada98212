package io.takt.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A setup with other programs in place of its own, whose assets have the same names.
 *
 * @param of       the setup.
 * @param programs as of {@link Setup#programs}.
 */
record OtherPrograms(Setup of, List<List<String>> programs) implements Setup {
    @Override
    public long stepNs() {
        return of.stepNs();
    }

    @Override
    public List<String> prefix() {
        return of.prefix();
    }

    @Override
    public void write(final Path file, final String hub, final String waiting) throws IOException {
        of.write(file, hub, waiting);
    }
}
