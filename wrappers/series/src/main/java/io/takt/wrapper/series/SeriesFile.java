package io.takt.wrapper.series;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.takt.asset.SimTime;
import io.takt.asset.message.Unit;
import io.takt.asset.message.UnitConversion;
import io.takt.hub.unit.Units;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A CSV file (RFC 4180, in UTF-8) with a column of times, which never go back, and one for each channel. Read row by
 * row, by one thread.
 */
final class SeriesFile implements AutoCloseable {
    private final Path file;
    private final CsvReader<CsvRecord> reader;
    private final Iterator<CsvRecord> records;
    private final List<Heading> headings;
    private final List<String> columns;
    private final int[] ofChannel;
    private final TimeColumn times;
    private final int timeColumn;
    private CsvRecord record;
    private long timeNs;

    /**
     * Opens it, before the first row.
     *
     * @throws WrapperException when it is no such file, or lacks the column of a channel.
     */
    SeriesFile(final Path file, final List<String> channels) throws IOException {
        this.file = file;
        try {
            // This reader, unlike others, does not pass over bytes that are no UTF-8.
            this.reader = CsvReader.builder().ofCsvRecord(Files.newBufferedReader(file));
        } catch (final NoSuchFileException e) {
            throw new WrapperException("there is no file " + file, e);
        }
        this.records = reader.iterator();
        try {
            if (!advance()) {
                throw new WrapperException(file + " is empty; its first line names the columns, such as time_s,angle");
            }
            headings = record.getFields().stream().map(SeriesFile::heading).toList();
            columns = headings.stream().map(Heading::name).toList();
            timeColumn = timeColumn();
            times = TimeColumn.of(columns.get(timeColumn));
            ofChannel = channels.stream().mapToInt(columns::indexOf).toArray();
            for (int i = 0; i < ofChannel.length; i++) {
                if (ofChannel[i] < 0) {
                    throw new WrapperException(file + " has no column for channel '" + channels.get(i)
                        + "'; its columns are " + String.join(", ", columns));
                }
                if (columns.lastIndexOf(channels.get(i)) != ofChannel[i]) {
                    throw new WrapperException(file + " has two columns '" + channels.get(i) + "'");
                }
            }
        } catch (final IOException e) {
            reader.close();
            throw e;
        }
    }

    /** Spreadsheets begin a file with a mark of its byte order. */
    private static Heading heading(final String cell) {
        return Heading.read(cell.startsWith("\uFEFF") ? cell.substring(1) : cell);
    }

    private int timeColumn() throws WrapperException {
        final List<Integer> found = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (TimeColumn.of(columns.get(i)) != null) {
                found.add(i);
            }
        }
        if (found.size() != 1) {
            throw new WrapperException(file + " has " + (found.isEmpty() ? "no column" : "several columns")
                + " of times; one is named " + TimeColumn.columns() + ", and its columns are "
                + String.join(", ", columns));
        }
        return found.get(0);
    }

    /** Goes on to the next row; false at the end. */
    boolean next() throws WrapperException {
        if (!advance()) {
            return false;
        }
        final long before = timeNs;
        try {
            timeNs = times.read(record.getField(timeColumn));
        } catch (final IllegalArgumentException e) {
            throw wrong(columns.get(timeColumn), e.getMessage(), e);
        }
        if (timeNs < before) {
            throw wrong(columns.get(timeColumn), "the time goes back, from " + SimTime.format(before) + " to "
                + SimTime.format(timeNs) + "; sort the rows by their times", null);
        }
        return true;
    }

    private boolean advance() throws WrapperException {
        try {
            if (!records.hasNext()) {
                return false;
            }
            record = records.next();
            return true;
        } catch (final CsvParseException e) {
            throw new WrapperException(file + " is no CSV: " + e.getMessage(), e);
        } catch (final UncheckedIOException e) {
            throw new WrapperException(file + (e.getCause() instanceof CharacterCodingException
                ? " is no text in UTF-8" : " cannot be read on: " + e.getCause().getMessage()), e);
        }
    }

    /** Of the row, in nanoseconds of simulation time. */
    long timeNs() {
        return timeNs;
    }

    /** Of the row, for a channel by its number; null where its cell is empty. */
    JsonNode value(final int channel) {
        return Cell.read(record.getField(ofChannel[channel]));
    }

    /** From the unit of a channel's column into that of its messages; the identity where one of them is not known. */
    UnitConversion conversion(final int channel, final Unit unit) throws WrapperException {
        final Heading heading = headings.get(ofChannel[channel]);
        if (heading.unit() == null || unit == null) {
            return UnitConversion.IDENTITY;
        }
        final Unit own;
        try {
            own = Units.parse(heading.unit());
        } catch (final IllegalArgumentException e) {
            throw new WrapperException(file + ", column '" + heading.name() + "': '" + heading.unit() + "' "
                + e.getMessage(), e);
        }
        try {
            return own.to(unit);
        } catch (final IllegalArgumentException e) {
            throw new WrapperException(file + ", column '" + heading.name() + "', cannot go to its channel: "
                + e.getMessage(), e);
        }
    }

    /** Says where in the row something is wrong. */
    WrapperException wrong(final String column, final String what, final Throwable cause) {
        return new WrapperException(file + ", line " + record.getStartingLineNumber() + ", column '" + column + "': "
            + what, cause);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
