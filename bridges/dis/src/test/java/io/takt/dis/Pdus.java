package io.takt.dis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.dis.pdu.Header;
import io.takt.dis.pdu.PduJson;
import io.takt.dis.pdu.PduKind;
import io.takt.dis.time.DisStamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** PDUs as tests need them: of version 7, exercise 1, site 3 and application 4. */
public final class Pdus {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SENDER = 3 << 16 | 4;

    private Pdus() {
    }

    /** Of JSON with apostrophes for quotation marks. */
    public static JsonNode json(final String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A PDU of version 7, with a relative stamp. */
    public static ByteBuffer pdu(final PduKind kind, final String text, final long stampNs) {
        final ByteBuffer pdu = PduJson.write(kind, json(text), 7, SENDER);
        Header.stamp(pdu, 1, DisStamp.of(stampNs, false));
        return pdu;
    }

    /** The state of an entity that stands. */
    public static ByteBuffer entity(final int number, final long stampNs) {
        return pdu(PduKind.ENTITY, "{'id': " + number + ", 'algorithm': 1}", stampNs);
    }
}
