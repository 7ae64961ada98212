package io.takt.wrapper.fmu;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.takt.asset.SimTime;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.IoUtil;

/** {@code takt fmu --ssp}: a system of FMUs in an SSP file becomes a folder with a configuration. */
final class Ssp {
    private static final double NS_PER_S = 1e9;

    private Ssp() {
    }

    /**
     * Unpacks the FMUs, and writes the configuration beside them.
     *
     * @param into   a folder that does not exist; null for one with the name of the file.
     * @param stepNs of all of them.
     * @return what was done, and what is left to do, in lines.
     */
    static String unpack(final Path file, final Path into, final long stepNs) throws IOException {
        final String name = file.getFileName().toString().replaceFirst("(?i)\\.ssp$", "");
        final Path folder = into == null ? Path.of(name) : into;
        final Path configuration = folder.resolve(name + ".json");
        try (FmuArchive archive = new FmuArchive(file, "SSP file", FmuArchive.MOST_BYTES)) {
            final SspSystem system = SspReader.read(archive);
            if (Files.exists(folder)) {
                throw new WrapperException("'" + folder + "' exists; --into names another folder");
            }
            try {
                Files.createDirectories(folder);
                archive.unpack(FmuArchive.RESOURCES, folder);
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(configuration.toFile(),
                    SspConfiguration.of(system, system.name().isEmpty() ? name : system.name(), stepNs));
            } catch (final IOException e) {
                IoUtil.delete(folder.toFile(), true);
                throw e;
            }
            return configuration + ": " + system.components().size() + " FMUs, with steps of " + SimTime.format(stepNs)
                + (system.open().isEmpty() ? "" : "\nno channel sets " + String.join(", ", system.open())
                    + ", which the system has from outside")
                + "\ntakt run -c " + configuration
                + (system.stopS() == null ? "" : " --until " + SimTime.format(Math.round(system.stopS() * NS_PER_S)));
        }
    }
}
