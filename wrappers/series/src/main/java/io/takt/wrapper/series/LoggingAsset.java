package io.takt.wrapper.series;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.takt.asset.Asset;
import io.takt.asset.JoinedAsset;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the messages of channels as rows of a file: a row for each time at which something came, and another one where
 * a channel has more than one value at that time.
 */
final class LoggingAsset implements Asset, AutoCloseable {
    private final Path path;
    private final List<String> wanted;
    /** From sender and channel to the column. */
    private final Map<List<String>, Integer> columns = new LinkedHashMap<>();
    private ChannelTypes types;
    private JoinedAsset self;
    private String[] header;
    private CsvWriter file;
    private String[] row;
    private boolean isRowEmpty;
    private long rowNs;
    private boolean[] isGated;
    /**
     * Start of the last step. Gated messages of later times are still to come, so the others, which come when they
     * come, may stand in no later row.
     */
    private long doneNs;

    /** Of the channels that are wanted; of all when that is empty. */
    LoggingAsset(final Path path, final List<String> wanted, final ChannelTypes types) {
        this.path = path;
        this.wanted = wanted;
        this.types = types;
    }

    @Override
    public void joined(final JoinedAsset asset) {
        self = asset;
    }

    @Override
    public void connect(final Channels channels) throws IOException {
        final List<String> received = channels.inputs().stream().map(InputSpec::channel).distinct().toList();
        for (final String each : wanted) {
            if (!received.contains(each)) {
                throw new WrapperException("asset '" + self.name() + "' receives no channel '" + each + "'; "
                    + (received.isEmpty() ? "it receives none" : "it receives " + String.join(", ", received)));
            }
        }
        if (received.isEmpty()) {
            throw new WrapperException("asset '" + self.name() + "' receives nothing; name it among the receivers of a"
                + " channel in the hub's configuration");
        }
        types = types.of(self.name(), channels);
        final List<String> logged = wanted.isEmpty() ? received : wanted;
        final List<InputSpec> links =
            channels.inputs().stream().filter(link -> logged.contains(link.channel())).toList();
        header = new String[1 + links.size()];
        header[0] = TimeColumn.SECONDS.column();
        isGated = new boolean[header.length];
        for (final InputSpec link : links) {
            final long senders = links.stream().filter(each -> each.channel().equals(link.channel())).count();
            columns.put(List.of(link.sender(), link.channel()), columns.size() + 1);
            isGated[columns.size()] = link.delivery().isGated();
            header[columns.size()] = Heading.write(senders == 1 ? link.channel() : link.channel() + "." + link.sender(),
                link.values());
        }
        logged.forEach(each -> channels.subscribe(each, this::add));
    }

    /** A run that goes back to its start begins the file anew. */
    @Override
    public void start(final long timeNs) throws IOException {
        close();
        file = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(path);
        write(file, header);
        file.flush();
        beginRow(timeNs);
        doneNs = timeNs;
    }

    private void beginRow(final long timeNs) {
        row = new String[header.length];
        Arrays.fill(row, "");
        row[0] = TimeColumn.SECONDS.write(timeNs);
        rowNs = timeNs;
        isRowEmpty = true;
    }

    private void add(final Message message) throws IOException {
        final int column = columns.get(List.of(message.sender(), message.channel()));
        final long timeNs = Math.max(rowNs, isGated[column] ? message.deliveryNs() : doneNs);
        if (timeNs != rowNs || !row[column].isEmpty()) {
            endRow(file);
            beginRow(timeNs);
        }
        row[column] = Cell.write(types.read(message));
        isRowEmpty = false;
    }

    private void endRow(final CsvWriter into) throws IOException {
        if (!isRowEmpty) {
            write(into, row);
        }
    }

    private static void write(final CsvWriter into, final String[] cells) throws IOException {
        try {
            into.writeRecord(cells);
        } catch (final UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** A row may still grow in the next step. */
    @Override
    public void step(final long fromNs, final long toNs) throws IOException {
        doneNs = fromNs;
        file.flush();
    }

    @Override
    public void stop() throws IOException {
        close();
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            final CsvWriter done = file;
            file = null;
            try (done) {
                endRow(done);
            }
        }
    }
}
