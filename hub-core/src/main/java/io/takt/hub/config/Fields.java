package io.takt.hub.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.asset.SimTime;
import io.takt.asset.name.Names;
import io.takt.hub.core.plan.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * One JSON object of a configuration. Every getter notes what is wrong with its field and then returns something
 * harmless, so that reading goes on: times that are wrong come back as 0.
 */
final class Fields {
    private static final int LONGEST_VALUE = 80;
    private static final int HIGHEST_PORT = 65_535;
    private static final String NO_VALUE = "is no value; write one, or leave the field out";

    /** Fields that every object which has them must have. */
    private static final Set<String> REQUIRED =
        Set.of("coreStep", "maxDelay", "name", "from", "to", "asset", "port");

    private final String path;
    private final JsonNode node;
    private final Problems problems;
    /** Fields of which nothing more is to be told. */
    private final Set<String> nulls = new HashSet<>();

    Fields(final String path, final JsonNode node, final Problems problems) {
        this.path = path;
        this.node = node;
        this.problems = problems;
    }

    String path() {
        return path;
    }

    String path(final String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    boolean has(final String field) {
        return node.hasNonNull(field);
    }

    String valueOf(final String field) {
        final JsonNode value = node.get(field);
        return value == null ? "" : text(value);
    }

    /** The number as most write it: a large one without the plus sign of its exponent. */
    private static String text(final JsonNode value) {
        return shortened(value.isBigDecimal() ? value.toString().replace("E+", "e").replace('E', 'e')
            : value.toString());
    }

    static String quoted(final String text) {
        return shortened("\"" + text + "\"");
    }

    private static String shortened(final String text) {
        final String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE) + "...";
    }

    void problem(final String field, final String message) {
        if (!nulls.contains(field) && !problems.isCountedOnly()) {
            problems.add(new Problem(path(field), valueOf(field), message, false));
        }
    }

    /** Anything but these fields is a mistake, and so is null in them; of required ones their getters tell. */
    void allow(final String... known) {
        final Set<String> fields = Set.of(known);
        for (final Iterator<String> names = node.fieldNames(); names.hasNext();) {
            final String name = names.next();
            if (fields.contains(name) && node.get(name).isNull() && !REQUIRED.contains(name)) {
                problem(name, NO_VALUE);
                nulls.add(name);
            } else if (!fields.contains(name) && !problems.isCountedOnly()) {
                problems.add(new Problem(shortened(path(name)), valueOf(name),
                    "is no field of Takt; known here are " + String.join(", ", known), false));
            }
        }
    }

    /** A name; null when it is wrong, or when it is missing and must not be. */
    String name(final String field, final String otherwise) {
        if (!has(field)) {
            if (otherwise == null) {
                problem(field, "is missing; " + Names.rule());
            } else if (node.has(field)) {
                problem(field, NO_VALUE);
            }
            return otherwise;
        }
        final JsonNode value = node.get(field);
        if (!value.isTextual() || !Names.isValid(value.textValue())) {
            problem(field, "is not a name; " + Names.rule());
            return null;
        }
        return value.textValue();
    }

    /** The name of an asset of this hub, or the path of one below. */
    String assetPath(final String field) {
        final JsonNode value = has(field) ? node.get(field) : null;
        if (value == null || !value.isTextual() || value.textValue().indexOf('/') < 0) {
            return name(field, null);
        }
        if (!Paths.isValid(value.textValue())) {
            problem(field, "is no path of an asset below; write names of child hubs and the asset's with '/' between"
                + " them, such as \"site-a/drone\", at most " + Paths.MAX_LENGTH + " characters in all");
            return null;
        }
        return value.textValue();
    }

    /** A time greater than 0 that has to be there. */
    long positiveTime(final String field) {
        if (!has(field)) {
            problem(field, "is missing; write a time with its unit, such as \"10ms\"");
            return 0;
        }
        return optionalTime(field);
    }

    /** A time greater than 0; 0 when it is left out. */
    long optionalTime(final String field) {
        final long timeNs = timeFromZero(field, 0);
        if (timeNs == 0 && has(field) && isTime(field)) {
            problem(field, "is zero; write a time greater than 0");
        }
        return timeNs;
    }

    private boolean isTime(final String field) {
        try {
            return node.get(field).isTextual() && SimTime.parse(node.get(field).textValue()) >= 0;
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    /** A time of 0 or more. */
    long timeFromZero(final String field, final long otherwise) {
        if (!has(field)) {
            return otherwise;
        }
        final JsonNode value = node.get(field);
        if (!value.isTextual()) {
            problem(field, "is not a time; write a text with a unit, such as \"10ms\"");
            return 0;
        }
        try {
            return SimTime.parse(value.textValue());
        } catch (final IllegalArgumentException e) {
            problem(field, e.getMessage());
            return 0;
        }
    }

    boolean flag(final String field, final boolean otherwise) {
        if (!has(field)) {
            return otherwise;
        }
        if (!node.get(field).isBoolean()) {
            problem(field, "is neither true nor false");
        }
        return node.get(field).asBoolean(otherwise);
    }

    long wholeNumber(final String field, final long otherwise) {
        if (!has(field)) {
            return otherwise;
        }
        if (!node.get(field).isIntegralNumber() || !node.get(field).canConvertToLong()) {
            problem(field, "is not a whole number of at most 64 bits");
        }
        return node.get(field).asLong(otherwise);
    }

    /** A port, or 0 for any that is free; has to be there. */
    int port(final String field) {
        final JsonNode value = node.get(field);
        if (!has(field)) {
            problem(field, "is missing; write a port, such as 9464, or 0 for any that is free");
        } else if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0
            || value.intValue() > HIGHEST_PORT) {
            problem(field, "is no port; write a number from 0, for any that is free, to " + HIGHEST_PORT);
        } else {
            return value.intValue();
        }
        return 0;
    }

    double positiveNumber(final String field, final double otherwise) {
        if (!has(field)) {
            return otherwise;
        }
        final double number = node.get(field).isNumber() ? node.get(field).doubleValue() : 0;
        if (!(number > 0) || Double.isInfinite(number)) {
            problem(field, "is not a number greater than 0");
            return otherwise;
        }
        return number;
    }

    /** A number from 0 to 1. */
    double share(final String field, final double otherwise) {
        if (!has(field)) {
            return otherwise;
        }
        final double number = node.get(field).isNumber() ? node.get(field).doubleValue() : -1;
        if (!(number >= 0 && number <= 1)) {
            problem(field, "is not a number from 0 to 1");
            return otherwise;
        }
        return number;
    }

    /** One of some words; the first when it is left out, null when it is wrong. */
    String oneOf(final String field, final String... words) {
        if (!has(field)) {
            return words[0];
        }
        final String word = node.get(field).textValue();
        if (!List.of(words).contains(word == null ? "" : word)) {
            problem(field, "is none of " + String.join(", ", words));
            return null;
        }
        return word;
    }

    /** A text that is not empty; null when it is left out, or wrong, which is then told. */
    String text(final String field, final String form) {
        if (!has(field)) {
            return null;
        }
        final JsonNode value = node.get(field);
        if (!value.isTextual() || value.textValue().isBlank()) {
            problem(field, (value.isTextual() ? "is empty" : "is not a text") + "; write " + form);
            return null;
        }
        return value.textValue();
    }

    /** A list of texts, none of them empty; an empty list when it is left out. */
    List<String> texts(final String field) {
        return texts(field, "is not a list of texts; write program and arguments, such as [\"./drone\", \"-v\"]");
    }

    /** The same of another content; {@code wrong} says what is to be written. */
    List<String> texts(final String field, final String wrong) {
        final List<String> texts = new ArrayList<>();
        if (!has(field)) {
            return texts;
        }
        for (final JsonNode element : node.get(field)) {
            if (!element.isTextual() || element.textValue().isEmpty()) {
                texts.clear();
                break;
            }
            texts.add(element.textValue());
        }
        if (!node.get(field).isArray() || texts.isEmpty()) {
            problem(field, wrong);
        }
        return texts;
    }

    /** A nested object of this form; null when it is left out, or wrong, which is then told. */
    Fields object(final String field, final String form) {
        if (!has(field)) {
            return null;
        }
        if (!node.get(field).isObject()) {
            problem(field, "is not an object; write " + form);
            return null;
        }
        return new Fields(path(field), node.get(field), problems);
    }

    /** A list of objects of this form; an empty one when it is left out. */
    List<Fields> objects(final String field, final String form) {
        return objects(field, form, null);
    }

    /** The same, in which a text, which is the form, stands for an object that has only one field. */
    List<Fields> objects(final String field, final String form, final String onlyField) {
        final List<Fields> objects = new ArrayList<>();
        if (!has(field)) {
            return objects;
        }
        if (!node.get(field).isArray()) {
            problem(field, "is not a list; write [" + form + "]");
            return objects;
        }
        for (int i = 0; i < node.get(field).size(); i++) {
            final String element = path(field) + "[" + i + "]";
            final JsonNode each = node.get(field).get(i);
            if (each.isObject()) {
                objects.add(new Fields(element, each, problems));
            } else if (each.isTextual() && onlyField != null) {
                objects.add(new Fields(element, JsonNodeFactory.instance.objectNode().set(onlyField, each), problems));
            } else if (!problems.isCountedOnly()) {
                problems.add(new Problem(element, text(each),
                    (onlyField == null ? "is not an object" : "is neither a name nor an object") + "; write " + form,
                    false));
            }
        }
        return objects;
    }
}
