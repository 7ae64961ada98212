package io.takt.hakoniwa.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.shm.control.JsonProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file of JSON. All that is wrong with it is an {@link IllegalArgumentException}, one line that names the file. */
final class JsonFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path path;
    private final JsonNode root;

    private JsonFile(final Path path, final JsonNode root) {
        this.path = path;
        this.root = root;
    }

    static JsonFile read(final Path path) {
        final byte[] bytes;
        try {
            bytes = Files.readAllBytes(path);
        } catch (final NoSuchFileException e) {
            throw new IllegalArgumentException(path + " does not exist", e);
        } catch (final IOException e) {
            throw new IllegalArgumentException(path + " cannot be read" + (Files.isDirectory(path)
                ? ": it is a folder" : ""), e);
        }
        final JsonProblem problem = JsonProblem.of(bytes);
        if (problem != null) {
            throw new IllegalArgumentException(path + " is not JSON: line " + problem.line() + ", column "
                + problem.column() + ": " + problem.text());
        }
        try {
            return new JsonFile(path, JSON.readTree(bytes));
        } catch (final IOException e) {
            throw new IllegalArgumentException(path + " is no JSON that can be read", e);
        }
    }

    JsonNode root() {
        return root;
    }

    Path folder() {
        final Path parent = path.getParent();
        return parent == null ? Path.of("") : parent;
    }

    IllegalArgumentException wrong(final String where, final String what) {
        return new IllegalArgumentException(path + ": " + where + " " + what);
    }

    /**
     * A list that has to be there.
     *
     * @param where what the node is, for a message.
     */
    JsonNode list(final JsonNode node, final String key, final String where) {
        final JsonNode list = field(node, key, where);
        if (!list.isArray()) {
            throw wrong(where, "has a field \"" + key + "\" that is no list");
        }
        return list;
    }

    String text(final JsonNode node, final String key, final String where) {
        final JsonNode text = field(node, key, where);
        if (!text.isTextual() || text.textValue().isEmpty()) {
            throw wrong(where, "has a field \"" + key + "\" that is no text");
        }
        return text.textValue();
    }

    int number(final JsonNode node, final String key, final String where, final int least, final int most) {
        final JsonNode number = field(node, key, where);
        if (!number.isIntegralNumber() || !number.canConvertToInt() || number.intValue() < least
            || number.intValue() > most) {
            throw wrong(where, "has a field \"" + key + "\" that is no whole number from " + least + " to " + most);
        }
        return number.intValue();
    }

    private JsonNode field(final JsonNode node, final String key, final String where) {
        final JsonNode value = node.get(key);
        if (value == null || value.isNull()) {
            throw wrong(where, "has no field \"" + key + "\"");
        }
        return value;
    }
}
