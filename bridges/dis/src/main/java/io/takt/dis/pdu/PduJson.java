package io.takt.dis.pdu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Iterator;

/** PDUs of known kinds as JSON objects: a field for each of theirs, but for the header. Pure. */
public final class PduJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String RECORDS = "records";
    private static final String ID = "id";
    private static final int MOST_RECORDS = 255;

    private PduJson() {
    }

    /**
     * Reads a PDU.
     *
     * @param kind  of it.
     * @param from  holds it; has been judged by {@link Datagram}.
     * @param index of its first byte.
     * @return a new object.
     * @throws IllegalArgumentException when a number in it is not finite; in one line.
     */
    public static ObjectNode read(final PduKind kind, final ByteBuffer from, final int index) {
        final ObjectNode object = NODES.objectNode();
        int at = index + Header.LENGTH;
        for (final Field each : kind.fields()) {
            if (each.name() != null) {
                object.set(each.name(), each.isList() ? list(each, from, at)
                    : each.type().read(from, at, each.count()));
            }
            at += each.bytes();
        }
        final int records = kind.countIndex() < 0 ? 0 : from.get(index + kind.countIndex()) & 0xff;
        if (records > 0) {
            final ArrayNode list = object.putArray(RECORDS);
            for (int i = 0; i < records; i++) {
                list.add(FieldType.HEX.read(from, at + i * PduKind.RECORD_BYTES, PduKind.RECORD_BYTES));
            }
        }
        return object;
    }

    private static JsonNode list(final Field field, final ByteBuffer from, final int index) {
        final ArrayNode list = NODES.arrayNode(field.count());
        for (int i = 0; i < field.count(); i++) {
            list.add(field.type().read(from, index + i * field.type().bytes(), 1));
        }
        return list;
    }

    /**
     * Writes a PDU, all but its time stamp. Fields that are left out are 0.
     *
     * @param kind    of it.
     * @param value   as of {@link #read}; an id may be the number of an entity alone, of the given sender.
     * @param version 6 or 7.
     * @param sender  as of {@link Header#sender}.
     * @return a new PDU.
     * @throws IllegalArgumentException when the value is no such object; says in one line what is wrong.
     */
    public static ByteBuffer write(final PduKind kind, final JsonNode value, final int version, final int sender) {
        if (!value.isObject()) {
            throw new IllegalArgumentException("a JSON object is needed, with fields such as \"id\"");
        }
        final JsonNode records = value.path(RECORDS);
        final int count = records.size();
        if (count > 0 && kind.countIndex() < 0 || count > MOST_RECORDS || !records.isMissingNode()
            && !records.isArray()) {
            throw new IllegalArgumentException("the field 'records' is no list of at most "
                + (kind.countIndex() < 0 ? 0 : MOST_RECORDS) + " records");
        }
        final int length = kind.bytes() + count * PduKind.RECORD_BYTES;
        final ByteBuffer pdu = ByteBuffer.allocate(length);
        Header.write(pdu, version, 0, kind, length);
        pdu.putInt(Header.LENGTH, sender);
        int known = records.isMissingNode() ? 0 : 1;
        int at = Header.LENGTH;
        for (final Field each : kind.fields()) {
            final JsonNode given = each.name() == null ? null : value.get(each.name());
            if (given != null) {
                known++;
                write(each, given, pdu, at);
            } else if ("characterSet".equals(each.name())) {
                pdu.put(at, (byte) 1);
            }
            at += each.bytes();
        }
        for (int i = 0; i < count; i++) {
            FieldType.HEX.write(records.get(i), pdu, at + i * PduKind.RECORD_BYTES, PduKind.RECORD_BYTES);
        }
        if (count > 0) {
            pdu.put(kind.countIndex(), (byte) count);
        }
        if (known != value.size()) {
            throw unknown(kind, value);
        }
        return pdu;
    }

    private static void write(final Field field, final JsonNode value, final ByteBuffer into, final int index) {
        try {
            if (ID.equals(field.name()) && value.isNumber()) {
                field.type().write(value, into, index + 2 * field.type().bytes(), 1);
            } else if (!field.isList()) {
                field.type().write(value, into, index, field.count());
            } else if (value.isArray() && value.size() == field.count()) {
                for (int i = 0; i < field.count(); i++) {
                    field.type().write(value.get(i), into, index + i * field.type().bytes(), 1);
                }
            } else {
                throw new IllegalArgumentException(value + " is no list of " + field.count() + " numbers");
            }
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("the field '" + field.name() + "': " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException unknown(final PduKind kind, final JsonNode value) {
        final StringBuilder names = new StringBuilder();
        for (final Field each : kind.fields()) {
            names.append(each.name() == null ? "" : (names.isEmpty() ? "" : ", ") + each.name());
        }
        final Iterator<String> given = value.fieldNames();
        while (given.hasNext()) {
            final String name = given.next();
            if (!RECORDS.equals(name) && kind.fields().stream().noneMatch(each -> name.equals(each.name()))) {
                return new IllegalArgumentException("there is no field '" + name + "'; there are " + names);
            }
        }
        throw new IllegalStateException("all fields are known");
    }
}
