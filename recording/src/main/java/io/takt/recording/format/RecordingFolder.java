package io.takt.recording.format;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The folder of a recording:
 *
 * <pre>
 *  recording.json      {@link Beginning}: written before the run begins
 *  configuration.json  a copy of the configuration's file
 *  archive/            of Aeron's archive: the stream of records
 *  end.json            {@link Ending}: written last; not there when the recording was cut short, or still goes on
 * </pre>
 *
 * @param path of the folder.
 */
public record RecordingFolder(Path path) {
    private static final ObjectMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private static final String BEGINNING = "recording.json";
    private static final String ENDING = "end.json";
    private static final String WITHOUT = "; without that file the recording is read as one that was cut short";

    /**
     * Makes a folder for a new recording.
     *
     * @param path of a folder that is empty, or is not there.
     * @return the folder.
     * @throws IOException when it cannot be had; in one line.
     */
    public static RecordingFolder create(final Path path) throws IOException {
        final RecordingFolder folder = new RecordingFolder(path.toAbsolutePath().normalize());
        Files.createDirectories(folder.path);
        try (Stream<Path> entries = Files.list(folder.path)) {
            if (entries.findAny().isPresent()) {
                throw new IOException(path + " is not empty; a recording needs a folder of its own");
            }
        }
        Files.createDirectory(folder.archive());
        return folder;
    }

    /**
     * The folder of a recording that is there.
     *
     * @param path of the folder.
     * @return the folder.
     * @throws IOException when it holds no recording; in one line.
     */
    public static RecordingFolder open(final Path path) throws IOException {
        final RecordingFolder folder = new RecordingFolder(path.toAbsolutePath().normalize());
        if (!Files.isRegularFile(folder.path.resolve(BEGINNING))) {
            throw new IOException(path + " is no recording: it has no file " + BEGINNING);
        }
        return folder;
    }

    /**
     * Where Aeron's archive has its files.
     *
     * @return a folder.
     */
    public Path archive() {
        return path.resolve("archive");
    }

    /**
     * The copy of the configuration.
     *
     * @return a file.
     */
    public Path configuration() {
        return path.resolve("configuration.json");
    }

    /**
     * The checksum that tells the copy of the configuration from any other.
     *
     * @return the CRC-32C of its bytes, 8 hexadecimal digits.
     * @throws IOException when it cannot be read.
     */
    public String configurationCrc() throws IOException {
        return crc(configuration());
    }

    private static String crc(final Path file) throws IOException {
        final CRC32C crc = new CRC32C();
        crc.update(Files.readAllBytes(file));
        return String.format("%08x", crc.getValue());
    }

    /**
     * Whether the copy of the configuration is that of the recorded run.
     *
     * @param beginning of the recording.
     * @return null when it is, or nothing tells, or there is no copy; else one line for a person.
     * @throws IOException when it cannot be read.
     */
    public String configurationFlaw(final Beginning beginning) throws IOException {
        final String recorded = beginning.configurationCrc();
        if (recorded == null || !Files.exists(configuration())) {
            return null;
        }
        final String found = configurationCrc();
        return found.equals(recorded) ? null : configuration() + " has been changed since the run was recorded: its"
            + " CRC-32C is " + found + ", and recorded is " + recorded + "; put back what it was"
            + (isStill(Path.of(beginning.configuration()), recorded) ? ": a copy of " + beginning.configuration() : "");
    }

    private static boolean isStill(final Path original, final String crc) {
        try {
            return crc(original).equals(crc);
        } catch (final IOException e) {
            return false;
        }
    }

    /**
     * Writes the facts that are known before the run begins.
     *
     * @param beginning those facts.
     * @throws IOException when the file system refuses.
     */
    public void write(final Beginning beginning) throws IOException {
        write(BEGINNING, beginning);
    }

    /**
     * Reads the facts that were known before the run began.
     *
     * @return those facts.
     * @throws IOException when it cannot be read, or is of another format; in one line.
     */
    public Beginning beginning() throws IOException {
        final Beginning beginning = read(BEGINNING, Beginning.class);
        if (beginning.format() < Beginning.OLDEST_FORMAT || beginning.format() > Beginning.FORMAT) {
            throw new IOException(path + " is a recording of format " + beginning.format() + "; this version reads "
                + Beginning.OLDEST_FORMAT + " to " + Beginning.FORMAT);
        }
        if (!beginning.isSound()) {
            throw new IOException(path.resolve(BEGINNING) + " is damaged: it does not say where the records are");
        }
        return beginning;
    }

    /**
     * Writes how the run ended.
     *
     * @param ending how.
     * @throws IOException when the file system refuses.
     */
    public void write(final Ending ending) throws IOException {
        write(ENDING, ending);
    }

    /** Writes a file all at once: a process that is killed meanwhile leaves no half file. */
    private void write(final String file, final Object value) throws IOException {
        final Path draft = path.resolve(file + ".draft");
        JSON.writeValue(draft.toFile(), value);
        Files.move(draft, path.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads how the run ended.
     *
     * @return null when the recording was cut short, or still goes on.
     * @throws IOException when it cannot be read; in one line.
     */
    public Ending ending() throws IOException {
        if (!Files.exists(path.resolve(ENDING))) {
            return null;
        }
        final Ending ending;
        try {
            ending = read(ENDING, Ending.class);
        } catch (final IOException e) {
            throw new IOException(e.getMessage() + WITHOUT, e);
        }
        if (ending == null || ending.state() == null || ending.end() == null || ending.assets() == null) {
            throw new IOException(path.resolve(ENDING) + " is damaged: it does not say how the run ended" + WITHOUT);
        }
        return ending;
    }

    private <T> T read(final String file, final Class<T> type) throws IOException {
        try {
            return JSON.readValue(path.resolve(file).toFile(), type);
        } catch (final JsonProcessingException e) {
            final JsonLocation location = e.getLocation();
            throw new IOException(path.resolve(file) + " is damaged" + (location == null ? ""
                : ", at line " + location.getLineNr() + ", column " + location.getColumnNr()), e);
        }
    }
}
