package io.takt.shm.control;

/** Writes one line of JSON. See {@link JsonReader} for why no library does. */
final class JsonWriter {
    private static final String HEX = "0123456789ABCDEF";

    private final StringBuilder line = new StringBuilder(256);

    JsonWriter open(final char bracket) {
        separate();
        line.append(bracket);
        return this;
    }

    JsonWriter close(final char bracket) {
        line.append(bracket);
        return this;
    }

    /** The value of this field follows. */
    JsonWriter field(final String name) {
        separate();
        quote(name);
        line.append(':');
        return this;
    }

    JsonWriter value(final String text) {
        separate();
        if (text == null) {
            line.append("null");
        } else {
            quote(text);
        }
        return this;
    }

    JsonWriter value(final long number) {
        separate();
        line.append(number);
        return this;
    }

    JsonWriter value(final double number) {
        separate();
        line.append(number);
        return this;
    }

    JsonWriter value(final boolean flag) {
        separate();
        line.append(flag);
        return this;
    }

    @Override
    public String toString() {
        return line.toString();
    }

    private void separate() {
        if (line.length() > 0 && "{[:,".indexOf(line.charAt(line.length() - 1)) < 0) {
            line.append(',');
        }
    }

    private void quote(final String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= ' ') {
                line.append(c);
            } else {
                escape(c);
            }
        }
        line.append('"');
    }

    private void escape(final char c) {
        final int letter = "\b\t\n\f\r".indexOf(c);
        if (letter >= 0) {
            line.append('\\').append("btnfr".charAt(letter));
        } else {
            line.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
        }
    }
}
