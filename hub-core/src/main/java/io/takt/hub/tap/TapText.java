package io.takt.hub.tap;

import io.takt.hub.tap.TapEvent.Delivered;
import io.takt.hub.tap.TapEvent.Missed;
import io.takt.hub.tap.TapEvent.Sent;

/**
 * Events as lines for people. Bytes are shown as text where all of them are printable, else in hexadecimal; nothing of
 * them controls a terminal. Owned by one thread: columns grow with the longest names so far.
 */
public final class TapText {
    /** Only so many bytes of a message are shown, and need be known. */
    public static final int MOST_BYTES = 40;

    private static final int MOST_HEX_BYTES = 16;
    private static final int GROUP = 4;
    private static final int LONGEST_COLUMN = 40;
    private static final int USUAL_NAME = 16;
    private static final int USUAL_RECEIVER = 8;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int NS_DIGITS = 9;
    private static final int LEAST_DIGITS = 3;
    private static final long DIGIT_GROUP = 1_000;
    private static final int EVENT_WIDTH = 9;
    private static final int NUMBER_WIDTH = 8;
    private static final int TIME_WIDTH = 10;
    private static final int SIZE_WIDTH = 5;
    private static final int GAP = 2;
    private static final String ELLIPSIS = "\u2026";

    private int nameWidth = USUAL_NAME;
    private int receiverWidth = USUAL_RECEIVER;

    /** {@return the line above the columns} */
    public String header() {
        return row("event", "channel.sender", "to", "number", "sent", "delivered", "in step to", "size", "bytes");
    }

    /**
     * An event in a line.
     *
     * @param event any.
     * @return without a line break.
     */
    public String line(final TapEvent event) {
        if (event instanceof Sent sent) {
            return row("sent", TapFilter.fullName(sent.channel(), sent.sender()), "", "#" + sent.sequence(),
                seconds(sent.stampNs()), "", "", Integer.toString(sent.size()), bytes(sent));
        } else if (event instanceof Delivered got) {
            final Sent sent = got.message();
            return row("delivered", TapFilter.fullName(got.channel(), got.sender()), got.receiver(),
                "#" + got.sequence(), sent == null ? "?" : seconds(sent.stampNs()), seconds(got.deliveryNs()),
                got.stepEndNs() == 0 ? "" : seconds(got.stepEndNs()),
                sent == null ? "?" : Integer.toString(sent.size()), sent == null ? "?" : bytes(sent));
        } else if (event instanceof TapEvent.Voided voided) {
            return "void       " + voided.asset() + ": another process begins " + (voided.timeNs() < 0 ? "anew"
                : "at " + seconds(voided.timeNs())) + "; later messages of the one before are void";
        } else if (event instanceof Missed missed) {
            return "missed     " + missed(missed.asset(), missed.messages());
        }
        return "reset      " + event.asset() + ": back at its start";
    }

    /**
     * In words that messages were missed.
     *
     * @param asset    as of {@link Missed}.
     * @param messages likewise.
     * @return for a line.
     */
    public static String missed(final String asset, final long messages) {
        return messages + (messages == 1 ? " message" : " messages") + (asset == null
            ? ", for the output is slower than the run" : " of " + asset + ", which was faster than they were read");
    }

    private String row(final String event, final String name, final String receiver, final String number,
        final String sent, final String delivered, final String stepEnd, final String size, final String bytes) {
        nameWidth = Math.max(nameWidth, Math.min(LONGEST_COLUMN, name.length()));
        receiverWidth = Math.max(receiverWidth, Math.min(LONGEST_COLUMN, receiver.length()));
        final StringBuilder line = new StringBuilder();
        left(line, event, EVENT_WIDTH);
        left(line, name, nameWidth);
        left(line, receiver, receiverWidth);
        right(line, number, NUMBER_WIDTH);
        right(line, sent, TIME_WIDTH);
        right(line, delivered, TIME_WIDTH);
        right(line, stepEnd, TIME_WIDTH);
        right(line, size, SIZE_WIDTH);
        return line.append(bytes).toString().stripTrailing();
    }

    private static void left(final StringBuilder line, final String text, final int width) {
        line.append(text).append(" ".repeat(GAP + Math.max(0, width - text.length())));
    }

    private static void right(final StringBuilder line, final String text, final int width) {
        line.append(" ".repeat(Math.max(0, width - text.length()))).append(text).append(" ".repeat(GAP));
    }

    /** Exact, with 3, 6 or 9 digits behind the point. */
    static String seconds(final long timeNs) {
        long fraction = timeNs % NS_PER_S;
        int digits = NS_DIGITS;
        while (digits > LEAST_DIGITS && fraction % DIGIT_GROUP == 0) {
            fraction /= DIGIT_GROUP;
            digits -= LEAST_DIGITS;
        }
        final String behindPoint = Long.toString(fraction);
        return timeNs / NS_PER_S + "." + "0".repeat(digits - behindPoint.length()) + behindPoint + "s";
    }

    private static String bytes(final Sent sent) {
        final byte[] bytes = sent.bytes();
        final boolean isCut = sent.size() > Math.min(bytes.length, MOST_BYTES);
        return sent.size() == 0 ? "" : isPrintable(bytes) ? text(bytes, isCut) : hex(bytes, sent.size());
    }

    private static boolean isPrintable(final byte[] bytes) {
        for (final byte each : bytes) {
            if (each < ' ' || each > '~') {
                return false;
            }
        }
        return true;
    }

    private static String text(final byte[] bytes, final boolean isCut) {
        final StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < Math.min(bytes.length, MOST_BYTES); i++) {
            text.append((char) bytes[i]);
        }
        return text.append('"').append(isCut ? ELLIPSIS : "").toString();
    }

    private static String hex(final byte[] bytes, final int size) {
        final StringBuilder hex = new StringBuilder();
        final int shown = Math.min(bytes.length, MOST_HEX_BYTES);
        for (int i = 0; i < shown; i++) {
            hex.append(i > 0 && i % GROUP == 0 ? " " : "").append(Character.forDigit(bytes[i] >> 4 & 0xf, 16))
                .append(Character.forDigit(bytes[i] & 0xf, 16));
        }
        return hex.append(size > shown ? ELLIPSIS : "").toString();
    }
}
