package io.takt.hub.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.rule.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a parent takes from the file of a child hub. The child itself reads all of it, and tells what is wrong there.
 *
 * @param hub        the child's name.
 * @param coreStepNs its ΔT_c.
 * @param seed       of its scenario; null when it is left to the parent.
 * @param hasParent  whether it has one at all.
 * @param parentHub  name of its parent, if that is to be on the same host; else null.
 * @param name       in its parent.
 * @param report     what it reports.
 */
record ChildFile(String hub, long coreStepNs, Long seed, boolean hasParent, String parentHub, String name,
    Report report) {
    /** {@return null when there is no such file, or what a parent needs of it cannot be read} */
    static ChildFile read(final Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > ConfigReader.MAX_FILE_BYTES) {
                return null;
            }
            final JsonNode root = ConfigReader.JSON.readTree(Files.readAllBytes(file));
            return root == null || !root.isObject() ? null : read(root);
        } catch (final IOException e) {
            return null;
        }
    }

    private static ChildFile read(final JsonNode root) {
        final Problems problems = new Problems();
        final Fields fields = new Fields("", root, problems);
        final String hub = fields.name("hub", ConfigReader.DEFAULT_HUB);
        final long coreStepNs = fields.positiveTime("coreStep");
        final Long seed = fields.has("seed") ? (Long) fields.wholeNumber("seed", 0) : null;
        final Fields parent = fields.object("parent");
        final ParentPlan plan = parent == null ? null : TreeReader.readParent(parent, Path.of(""), hub, seed == null);
        return !problems.list().isEmpty() ? null : plan == null
            ? new ChildFile(hub, coreStepNs, seed, false, null, hub, Report.CORE)
            : new ChildFile(hub, coreStepNs, seed, true, plan.hub(), plan.name(), plan.report());
    }
}
