package io.takt.hakoniwa.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.message.OutputSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The file that a program of Hakoniwa names when it registers: robots with their PDUs, written in full, or in the
 * compact form, which names further files with the PDUs of robots of one type.
 */
public final class PduFile {
    private static final List<String> LISTS =
        List.of("shm_pdu_writers", "rpc_pdu_writers", "shm_pdu_readers", "rpc_pdu_readers");

    private final List<Pdu> pdus = new ArrayList<>();

    private PduFile() {
    }

    /**
     * Reads it, and those that it names.
     *
     * @param path of the file.
     * @return its PDUs, each once: robot by robot, and of each first those in lists of writers, then those in lists of
     *         readers.
     * @throws IllegalArgumentException when one of the files cannot be used, in one line.
     */
    public static List<Pdu> read(final Path path) {
        final JsonFile file = JsonFile.read(path);
        requirePdus(file);
        final PduFile all = new PduFile();
        final Map<String, JsonFile> types = types(file);
        for (final JsonNode robot : file.list(file.root(), "robots", "the file")) {
            final String name = file.text(robot, "name", "a robot");
            if (types == null) {
                for (final String key : LISTS) {
                    if (robot.has(key)) {
                        all.add(file, name, file.list(robot, key, "robot '" + name + "'"), "org_name");
                    }
                }
            } else {
                final String id = file.text(robot, "pdutypes_id", "robot '" + name + "'");
                final JsonFile type = types.get(id);
                if (type == null) {
                    throw file.wrong("robot '" + name + "'", "has the pdutypes_id '" + id + "', which is no id of"
                        + " \"paths\"");
                }
                all.add(type, name, type.root(), "name");
            }
        }
        return all.pdus;
    }

    /** Hakoniwa's other files are easily taken for this one. */
    private static void requirePdus(final JsonFile file) {
        if (!file.root().has("robots") && file.root().has("assets")) {
            throw file.wrong("the file", "is one of Hakoniwa's launcher; name the file with the robots, and give what"
                + " the launcher starts by --launch");
        }
        if (!file.root().has("robots") && file.root().has("services")) {
            throw file.wrong("the file", "has services, and no robots; name it by --services, and the one with the"
                + " robots here");
        }
    }

    /** The further files by their ids; null where the file has the full form. */
    private static Map<String, JsonFile> types(final JsonFile file) {
        if (!file.root().has("paths")) {
            return null;
        }
        final Map<String, JsonFile> types = new HashMap<>();
        for (final JsonNode each : file.list(file.root(), "paths", "the file")) {
            final JsonFile type =
                JsonFile.read(file.folder().resolve(file.text(each, "path", "an element of \"paths\"")));
            if (!type.root().isArray()) {
                throw type.wrong("the file", "is no list of PDUs");
            }
            types.putIfAbsent(file.text(each, "id", "an element of \"paths\""), type);
        }
        return types;
    }

    private void add(final JsonFile file, final String robot, final JsonNode entries, final String nameKey) {
        for (final JsonNode entry : entries) {
            final String name = file.text(entry, nameKey, "a PDU of robot '" + robot + "'");
            final String where = "PDU '" + robot + "/" + name + "'";
            final Pdu pdu = new Pdu(robot, name, file.number(entry, "channel_id", where, 0, Integer.MAX_VALUE),
                file.number(entry, "pdu_size", where, 1, OutputSpec.MOST_BYTES), channel(file, robot, name, where));
            /* Of several with one id the first counts, as there. Files of Hakoniwa have readers of other sizes. */
            if (pdus.stream().noneMatch(other -> other.robot().equals(robot) && other.id() == pdu.id())) {
                requireNew(file, pdu, where);
                pdus.add(pdu);
            }
        }
    }

    private static String channel(final JsonFile file, final String robot, final String name, final String where) {
        try {
            return ChannelName.of(robot, name);
        } catch (final IllegalArgumentException e) {
            throw file.wrong(where, e.getMessage());
        }
    }

    private void requireNew(final JsonFile file, final Pdu pdu, final String where) {
        for (final Pdu other : pdus) {
            if (other.channel().equals(pdu.channel())) {
                throw file.wrong(where, "with the channel_id " + pdu.id() + " makes the channel '" + pdu.channel()
                    + "', which '" + other.path() + "' with the channel_id " + other.id()
                    + " makes as well; rename one of them");
            }
        }
    }
}
