package io.takt.hub.config;

/**
 * One thing that is wrong with a configuration.
 *
 * @param path     of the field, such as {@code assets[1].step}; empty for the file as a whole.
 * @param value    the offending value as it stands in the file; empty when there is none.
 * @param message  what is wrong and what would be right; continues the sentence that path and value begin.
 * @param liveness whether it is only that the system would stop, so that it can be run by force.
 */
public record Problem(String path, String value, String message, boolean liveness) {
    /** {@return the problem in one line, without a line feed} */
    public String line() {
        final StringBuilder line = new StringBuilder(path);
        if (!value.isEmpty()) {
            line.append(path.isEmpty() ? "" : " = ").append(value);
        }
        return line.append(line.isEmpty() ? "" : ": ").append(message).toString().replaceAll("\\p{Cntrl}", "?");
    }
}
