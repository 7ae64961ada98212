package io.takt.hub.config;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.rule.Report;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the place of a hub in a tree: its parent, its child hubs, and where those of other hosts connect. */
final class TreeReader {
    /** A child hub whose machine does not answer for so long is lost, unless the run waits for it for ever. */
    static final long USUAL_LOST_AFTER_NS = 10_000_000_000L;

    static final String FORM_OF_PARENT = "{\"hub\": \"lab\"} for a hub on this host, or {\"address\":"
        + " \"10.0.0.1:7400\"} for one that listens";
    private static final String KEY_FILE = "keyFile";
    private static final String CERTIFICATES = "certificates";
    private static final String PARENT = "parent";
    private static final String LOST_AFTER = "lostAfter";
    private static final String ADDRESS = "address";
    private static final String CONFIG = "config";
    private static final String ADDRESS_FORM = "a host and a port, such as \"10.0.0.1:7400\"";

    private final Fields root;
    private final Path folder;
    private final boolean looksForFiles;
    private final String hub;
    private final AssetReader assets;

    /**
     * A reader.
     *
     * @param root          of the configuration.
     * @param folder        of its file.
     * @param looksForFiles whether the files that it names have to be there.
     * @param hub           the hub's name; null when that is wrong.
     * @param assets        reads what child hubs have in common with assets.
     */
    TreeReader(final Fields root, final Path folder, final boolean looksForFiles, final String hub,
        final AssetReader assets) {
        this.root = root;
        this.folder = folder;
        this.looksForFiles = looksForFiles;
        this.hub = hub;
        this.assets = assets;
    }

    /**
     * Reads it.
     *
     * @param names of the assets, with their paths; those of child hubs are added.
     * @return the plan.
     */
    TreePlan read(final Map<String, String> names) {
        final Fields parent = root.object(PARENT, FORM_OF_PARENT);
        final CertificatePlan certificates = readCertificates(root.object(CERTIFICATES,
            "{\"own\": \"lab.pem\", \"privateKey\": \"lab-key.pem\", \"trusted\": \"ca.pem\"}"), parent);
        final ParentPlan parentPlan = parent == null ? null : readParent(parent, folder, hub, !root.has("seed"));
        if (parentPlan != null) {
            judgeParent(parent, parentPlan);
        }
        final Address listen = readAddress(root, "listen");
        final List<FederatePlan> federates = new ArrayList<>();
        for (final Fields entry : root.objects("federates", "{\"name\": \"site-a\", \"step\": \"5ms\"}")) {
            final FederatePlan federate = readFederate(entry, names);
            if (federate != null) {
                federates.add(federate);
            }
        }
        if (listen != null) {
            judgeListen(listen, federates);
        }
        return parent == null && listen == null && federates.isEmpty() ? TreePlan.NONE
            : new TreePlan(parentPlan, List.copyOf(federates), listen, certificates);
    }

    /** The parent is null where there is none, or none that can be read. */
    private CertificatePlan readCertificates(final Fields fields, final Fields parent) {
        if (fields == null) {
            return null;
        }
        fields.allow("own", "privateKey", "trusted");
        final boolean isParentElsewhere = parent == null ? root.has(PARENT) : parent.has(ADDRESS);
        if (!root.has("listen") && !isParentElsewhere) {
            root.problem(CERTIFICATES, "are for links over a network; write listen, or an address in parent, or leave"
                + " them out");
        }
        final CertificatePlan plan =
            new CertificatePlan(readPem(fields, "own"), readPem(fields, "privateKey"), readPem(fields, "trusted"));
        if (plan.own() == null || plan.privateKey() == null || plan.trusted() == null) {
            return null;
        }
        final String problem = looksForFiles ? KeyFiles.problemOf(plan) : null;
        if (problem != null) {
            root.problem(CERTIFICATES, problem);
        }
        return plan;
    }

    /** Null when it is not named, or not there. */
    private Path readPem(final Fields fields, final String field) {
        if (!fields.has(field)) {
            fields.problem(field, "is missing; write the path of a PEM file");
            return null;
        }
        final Path file = readPath(fields, field, folder);
        if (file != null && looksForFiles && !Files.isReadable(file)) {
            fields.problem(field, notReadable(file));
            return null;
        }
        return file;
    }

    private static String notReadable(final Path file) {
        return Files.exists(file) ? "cannot be read by you (" + file.normalize() + ")"
            : "is not there (looked for " + file.normalize() + ")";
    }

    /** Reads a parent as far as no other field is needed for it; null when it names none. */
    static ParentPlan readParent(final Fields parent, final Path folder, final String hub,
        final boolean inheritsSeed) {
        parent.allow("hub", ADDRESS, "name", "report", KEY_FILE, LOST_AFTER);
        final boolean isLocal = parent.has("hub");
        final String parentHub = isLocal ? parent.name("hub", null) : null;
        final Address address = readAddress(parent, ADDRESS);
        final String name = parent.name("name", hub == null ? "" : hub);
        final String report = parent.oneOf("report", "core", "slowest");
        final Path keyFile = readPath(parent, KEY_FILE, folder);
        final long lostAfterNs = parent.optionalTime(LOST_AFTER);
        if (!isLocal && !parent.has(ADDRESS)) {
            parent.problem("hub", "is missing; write the name of a hub on this host, or address for one that listens");
        }
        if (isLocal && parent.has(ADDRESS)) {
            parent.problem(ADDRESS, "does not go with hub; leave out hub for a parent that is reached over a network,"
                + " or address for one on this host");
        }
        if (isLocal && parent.has(KEY_FILE)) {
            parent.problem(KEY_FILE, "goes with address only; on one host the permissions of the hub's folder protect"
                + " it; leave it out");
        }
        return new ParentPlan(parentHub, address, name,
            report == null ? Report.CORE : Report.valueOf(report.toUpperCase(Locale.ROOT)), keyFile,
            lostAfterNs == 0 ? Long.MAX_VALUE : lostAfterNs, inheritsSeed);
    }

    private void judgeParent(final Fields parent, final ParentPlan plan) {
        if (plan.hub() != null && plan.hub().equals(hub)) {
            parent.problem("hub", "is the name of this hub itself; a tree has no cycles");
        }
        if (plan.address() != null && !plan.address().isLoopback() && !parent.has(KEY_FILE)
            && !root.has(CERTIFICATES)) {
            parent.problem(ADDRESS, "is not of this host, so the link needs a key; write keyFile, as 'takt key' makes"
                + " it");
        }
        requireKey(parent, plan.name(), plan.keyFile());
    }

    private void judgeListen(final Address listen, final List<FederatePlan> federates) {
        if (!root.has("federates")) {
            root.problem("listen", "is for child hubs, and federates names none; name them, or leave it out");
        } else if (!listen.isLoopback() && !root.has(CERTIFICATES)
            && federates.stream().allMatch(each -> each.keyFile() == null)) {
            root.problem("listen", "is open to other hosts, and no child hub has a key; write keyFile for those that"
                + " come over a network, or listen at 127.0.0.1");
        }
    }

    private FederatePlan readFederate(final Fields entry, final Map<String, String> names) {
        entry.allow("name", CONFIG, StepsReader.STEP, "required", "onLost", "restart", KEY_FILE, "launch", LOST_AFTER);
        final String name = entry.name("name", null);
        final String earlier = name == null ? null : names.putIfAbsent(name, entry.path());
        if (earlier != null) {
            entry.problem("name", "is the name of " + earlier + " as well; names are unique");
        }
        final Path config = readPath(entry, CONFIG, folder);
        final ChildFile child = config == null ? null : readChild(entry, name, config);
        final long stepNs = readStep(entry, child);
        final boolean required = entry.flag("required", true);
        final OnLost onLost = AssetReader.readOnLost(entry);
        final long lostAfterNs = entry.optionalTime(LOST_AFTER);
        final Path keyFile = readPath(entry, KEY_FILE, folder);
        if (keyFile != null && !root.has("listen")) {
            entry.problem(KEY_FILE, "goes with listen only; write where this hub listens, or leave it out for a child"
                + " on this host");
        }
        requireKey(entry, name, keyFile);
        final PlannedAsset asset = new PlannedAsset(name, stepNs == 0 ? null : Steps.fixedNs(stepNs), 0, required,
            onLost, assets.hubWaiting(), OnHubLost.ATTACH, AssetReader.readRestart(entry, onLost),
            assets.readLaunch(entry));
        return stepNs == 0 ? null : new FederatePlan(asset, child == null ? null : child.terms(), config, keyFile,
            lostAfterNs != 0 ? lostAfterNs : onLost == OnLost.HALT ? Long.MAX_VALUE : USUAL_LOST_AFTER_NS);
    }

    private long readStep(final Fields entry, final ChildFile child) {
        if (entry.has(CONFIG)) {
            if (entry.has(StepsReader.STEP)) {
                entry.problem(StepsReader.STEP, "does not go with config, whose coreStep counts; leave one of them"
                    + " out");
            }
            if (child != null) {
                assets.requireWithin(entry, CONFIG, child.coreStepNs(), false);
            }
            return child == null ? 0 : child.coreStepNs();
        }
        if (!entry.has(StepsReader.STEP)) {
            entry.problem(StepsReader.STEP, "is missing; write the coreStep of the child hub, or its file as config");
            return 0;
        }
        final long stepNs = entry.positiveTime(StepsReader.STEP);
        assets.requireWithin(entry, StepsReader.STEP, stepNs, false);
        return stepNs;
    }

    /** Null when the child cannot be what the entry says, which is then told. */
    private ChildFile readChild(final Fields entry, final String name, final Path config) {
        final ChildFile child = ChildFile.read(config);
        if (child == null) {
            if (looksForFiles) {
                entry.problem(CONFIG, !Files.exists(config) ? "is not there (looked for " + config.normalize() + ")"
                    : "is no configuration with a name, a coreStep and a parent that can be read; run 'takt check -c "
                        + config.normalize() + "'");
            }
            return null;
        }
        final String wrong = !child.hasParent() ? "has no parent; write \"parent\": {\"hub\": \"" + hub + "\"} there"
            : name != null && !child.name().equals(name) ? "is of a hub that calls itself '" + child.name()
                + "' in its parent; write that as name here, or \"name\": \"" + name + "\" in parent there"
            : child.parentHub() != null && hub != null && !child.parentHub().equals(hub)
                ? "has another parent, hub '" + child.parentHub() + "'; write \"hub\": \"" + hub + "\" in parent there"
            : child.seed() != null && child.seed() != root.wholeNumber("seed", 0) ? "has seed " + child.seed()
                + ", and this hub " + root.wholeNumber("seed", 0) + "; a tree is one scenario: leave out seed there"
            : null;
        if (wrong != null) {
            entry.problem(CONFIG, wrong);
        }
        return child;
    }

    private void requireKey(final Fields fields, final String child, final Path file) {
        if (file == null || child == null || !looksForFiles) {
            return;
        }
        final String problem = Files.isReadable(file) ? KeyFiles.problemOf(child, file)
            : notReadable(file);
        if (problem != null) {
            fields.problem(KEY_FILE, problem);
        }
    }

    private static Address readAddress(final Fields fields, final String field) {
        final String text = fields.text(field, ADDRESS_FORM);
        final Address address = text == null ? null : Address.parse(text);
        if (text != null && address == null) {
            fields.problem(field, "is no address; write " + ADDRESS_FORM);
        }
        return address;
    }

    private static Path readPath(final Fields fields, final String field, final Path folder) {
        final String text = fields.text(field, "the path of a file");
        try {
            return text == null ? null : folder.resolve(text);
        } catch (final InvalidPathException e) {
            fields.problem(field, "is no path that this system can have");
            return null;
        }
    }
}
