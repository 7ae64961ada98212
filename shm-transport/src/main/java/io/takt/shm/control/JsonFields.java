package io.takt.shm.control;

import io.takt.shm.control.ControlLine.MalformedLineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The fields of a JSON object by their names. A field that is missing, or null, is 0, false or null. */
final class JsonFields {
    /** Makes something of an object. */
    interface Maker<T> {
        T make(JsonFields fields) throws MalformedLineException;
    }

    private final Map<?, ?> values;

    private JsonFields(final Map<?, ?> values) {
        this.values = values;
    }

    /** Throws {@link MalformedLineException} when the value, of {@link JsonReader}, is no object. */
    static JsonFields of(final Object value) throws MalformedLineException {
        if (!(value instanceof Map<?, ?> fields)) {
            throw new MalformedLineException(0, "a line holds one JSON object");
        }
        return new JsonFields(fields);
    }

    /** Whether the field is there, be it null. */
    boolean has(final String name) {
        return values.containsKey(name);
    }

    String text(final String name) throws MalformedLineException {
        final Object value = values.get(name);
        if (value != null && !(value instanceof String)) {
            throw wrong(name);
        }
        return (String) value;
    }

    long number(final String name) throws MalformedLineException {
        final Object value = values.get(name);
        if (value == null) {
            return 0;
        }
        if (!(value instanceof Long number)) {
            throw wrong(name);
        }
        return number;
    }

    int integer(final String name) throws MalformedLineException {
        final long number = number(name);
        if (number != (int) number) {
            throw wrong(name);
        }
        return (int) number;
    }

    Long numberOrNull(final String name) throws MalformedLineException {
        return values.get(name) == null ? null : (Long) number(name);
    }

    Integer integerOrNull(final String name) throws MalformedLineException {
        return values.get(name) == null ? null : (Integer) integer(name);
    }

    Boolean flagOrNull(final String name) throws MalformedLineException {
        return values.get(name) == null ? null : (Boolean) flag(name);
    }

    double real(final String name) throws MalformedLineException {
        final Object value = values.get(name);
        if (value == null) {
            return 0;
        }
        if (value instanceof Double number) {
            return number;
        }
        return number(name);
    }

    boolean flag(final String name) throws MalformedLineException {
        final Object value = values.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw wrong(name);
        }
        return value != null && (Boolean) value;
    }

    /** One of the constants, by its name; null when nothing is said. */
    <T extends Enum<T>> T oneOf(final T[] constants, final String name) throws MalformedLineException {
        final String said = text(name);
        if (said == null) {
            return null;
        }
        for (final T each : constants) {
            if (each.name().equals(said)) {
                return each;
            }
        }
        throw wrong(name);
    }

    /** Null when it is not there. */
    <T> T object(final String name, final Maker<T> maker) throws MalformedLineException {
        final Object value = values.get(name);
        return value == null ? null : make(name, value, maker);
    }

    /** Null when it is not there. */
    <T> List<T> objects(final String name, final Maker<T> maker) throws MalformedLineException {
        final List<?> elements = elements(name);
        if (elements == null) {
            return null;
        }
        final List<T> made = new ArrayList<>(elements.size());
        for (final Object each : elements) {
            made.add(each == null ? null : make(name, each, maker));
        }
        return made;
    }

    /** Null when it is not there. */
    List<String> texts(final String name) throws MalformedLineException {
        final List<?> elements = elements(name);
        if (elements == null) {
            return null;
        }
        final List<String> texts = new ArrayList<>(elements.size());
        for (final Object each : elements) {
            if (each != null && !(each instanceof String)) {
                throw wrong(name);
            }
            texts.add((String) each);
        }
        return texts;
    }

    private List<?> elements(final String name) throws MalformedLineException {
        final Object value = values.get(name);
        if (value != null && !(value instanceof List)) {
            throw wrong(name);
        }
        return (List<?>) value;
    }

    private static <T> T make(final String name, final Object value, final Maker<T> maker)
        throws MalformedLineException {
        if (!(value instanceof Map<?, ?> fields)) {
            throw wrong(name);
        }
        return maker.make(new JsonFields(fields));
    }

    private static MalformedLineException wrong(final String name) {
        return new MalformedLineException(0, "the value of the field '" + name + "' is of the wrong kind or size");
    }
}
