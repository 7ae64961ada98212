package io.takt.hub.config;

import java.nio.charset.StandardCharsets;

/** The texts that a program can be given as an argument. */
final class Argument {
    /** On Linux, without the zero that ends it; other systems take more. */
    private static final int LONGEST_BYTES = 131_071;

    private Argument() {
    }

    /** In words that continue a sentence; null when nothing is wrong with it. */
    static String problemWith(final String argument) {
        if (argument.indexOf('\0') >= 0) {
            return "has the character \\u0000 in it, which ends an argument; leave it out";
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(argument)) {
            return "has half a character in it (\\ud800 to \\udfff are pairs); write both halves, or none";
        }
        final int bytes = argument.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= LONGEST_BYTES ? null
            : "has " + bytes + " bytes; an argument may have " + LONGEST_BYTES;
    }
}
