package io.takt.hub.command;

import io.takt.asset.SimTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times on the command line are written as in the configuration. */
public final class SimTimeConverter implements ITypeConverter<Long> {
    /** Picocli makes one. */
    public SimTimeConverter() {
        // Nothing to set up.
    }

    @Override
    public Long convert(final String text) {
        try {
            return SimTime.parse(text);
        } catch (final IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' " + e.getMessage());
        }
    }
}
