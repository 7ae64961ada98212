package io.takt.hub.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.hub.core.plan.HubPlan.JudgedChild;
import io.takt.hub.core.plan.Paths;
import io.takt.rule.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The part of a child hub's file that its parent needs. The child itself reads all of it, and tells of faults in it.
 *
 * @param hub        the child's name.
 * @param coreStepNs its ΔT_c.
 * @param seed       of its scenario; null when it is left to the parent.
 * @param hasParent  whether it has one at all.
 * @param parentHub  name of its parent, if that is to be on the same host; else null.
 * @param name       in its parent.
 * @param terms      what it reports, and its D_max.
 */
record ChildFile(String hub, long coreStepNs, Long seed, boolean hasParent, String parentHub, String name,
    JudgedChild terms) {
    /** {@return null when there is no such file, or the fields that a parent needs cannot be read} */
    static ChildFile read(final Path file) {
        final JsonNode root = tree(file);
        return root == null ? null : read(root);
    }

    /**
     * Looks for an asset in the file of a child hub, and in those that it names.
     *
     * @param file of the child hub; null when none is named.
     * @param path of the asset, as the child sees it.
     * @return whether it is certain that there is none.
     */
    static boolean lacks(final Path file, final String path) {
        final JsonNode root = file == null ? null : tree(file);
        if (root == null) {
            return false;
        }
        final String first = Paths.first(path);
        if (!Paths.isElsewhere(path)) {
            return find(root.path("assets"), first) == null;
        }
        final JsonNode federate = find(root.path("federates"), first);
        final String config = federate == null ? null : federate.path("config").textValue();
        return federate == null || config != null && lacks(sibling(file, config), Paths.rest(path));
    }

    /** Null where the system cannot have such a path: the child's own check tells that. */
    private static Path sibling(final Path file, final String name) {
        try {
            return file.resolveSibling(name);
        } catch (final InvalidPathException e) {
            return null;
        }
    }

    private static JsonNode find(final JsonNode entries, final String name) {
        for (final JsonNode entry : entries) {
            if (name.equals(entry.path("name").textValue())) {
                return entry;
            }
        }
        return null;
    }

    /** {@return null when it cannot be read} */
    private static JsonNode tree(final Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > ConfigReader.MAX_FILE_BYTES) {
                return null;
            }
            final JsonNode root = ConfigReader.JSON.readTree(Files.readAllBytes(file));
            return root == null || !root.isObject() ? null : root;
        } catch (final IOException e) {
            return null;
        }
    }

    private static ChildFile read(final JsonNode root) {
        final Problems problems = new Problems();
        final Fields fields = new Fields("", root, problems);
        final String hub = fields.name("hub", ConfigReader.DEFAULT_HUB);
        final long coreStepNs = fields.positiveTime("coreStep");
        final long maxDelayNs = fields.has("maxDelay") ? fields.positiveTime("maxDelay") : 0;
        final Long seed = fields.has("seed") ? (Long) fields.wholeNumber("seed", 0) : null;
        final Fields parent = fields.object("parent", TreeReader.FORM_OF_PARENT);
        final ParentPlan plan = parent == null ? null : TreeReader.readParent(parent, Path.of(""), hub, seed == null);
        return !problems.list().isEmpty() ? null : plan == null
            ? new ChildFile(hub, coreStepNs, seed, false, null, hub, new JudgedChild(Report.CORE, maxDelayNs))
            : new ChildFile(hub, coreStepNs, seed, true, plan.hub(), plan.name(),
                new JudgedChild(plan.report(), maxDelayNs));
    }
}
