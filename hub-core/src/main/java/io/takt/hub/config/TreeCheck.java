package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.rule.Federate;
import io.takt.rule.GateLiveness.Link;
import io.takt.rule.LateStarts;
import io.takt.rule.Liveness;
import io.takt.rule.Report;
import io.takt.rule.TooManyCasesException;
import io.takt.rule.TreeGateLiveness;
import io.takt.rule.TreeGateVerdict;
import io.takt.rule.TreeLiveness;
import io.takt.rule.TreeVerdict;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges a tree of hubs before it starts, by L3 and L4, and with the gates of its channels by G3: follows
 * {@code federates[].config} from the file of its root. A child hub whose file is not named counts as an asset, and
 * gates of assets below it are not judged.
 */
public final class TreeCheck {
    private static final int MOST_CHANGES = 64;

    /** Programs of hubs on other hosts are not looked for; null where none are. */
    private final ProgramFinder programs;
    private final List<ChildResult> children = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();

    private TreeCheck(final ProgramFinder programs) {
        this.programs = programs;
    }

    /**
     * The file of a hub below the root.
     *
     * @param file     as its parent names it.
     * @param hub      its name in its parent.
     * @param config   what it says, of a hub on this host whose file can be used; else null.
     * @param problems all that is wrong with it.
     */
    public record ChildResult(Path file, String hub, HubConfig config, List<Problem> problems) {
        /**
         * The same when more is found to be wrong.
         *
         * @param more to be added.
         * @return it.
         */
        public ChildResult with(final List<Problem> more) {
            final List<Problem> all = new ArrayList<>(problems);
            all.addAll(more);
            return new ChildResult(file, hub, config, all);
        }
    }

    /**
     * A change of a hub's D_max, or of a channel's delay.
     *
     * @param file   in which it stands.
     * @param hub    name of that hub in its parent; of the root its own.
     * @param link   whose delay it is, with paths from below the root; null for D_max.
     * @param fromNs as it is.
     * @param toNs   as it has to be at least.
     */
    public record Change(Path file, String hub, Link link, long fromNs, long toNs) {
        /** {@return the setting, and the file in which it stands} */
        public String field() {
            return file + ": " + (link == null ? "maxDelay" : GateText.delay(link));
        }

        private String text() {
            return "set " + (link == null ? "maxDelay of " + hub : GateText.delay(link)) + " (" + file.getFileName()
                + ") to " + SimTime.format(toNs) + " (it is " + SimTime.format(fromNs) + ")";
        }
    }

    /**
     * The smallest changes that together make a tree live.
     *
     * @param changes at least one.
     */
    public record Fix(List<Change> changes) {
        /** {@return them in words} */
        public String text() {
            return changes.stream().map(Change::text).collect(Collectors.joining(" and "));
        }
    }

    /**
     * The result of a check.
     *
     * @param root     name of the root.
     * @param hubs     number of hubs in the tree whose files were read.
     * @param children the files of hubs below the root, each before those below it.
     * @param unread   names, in their parents, of hubs whose files are not named: nothing below them is judged.
     * @param boundNs  how far the root can be ahead of any asset in the tree; null when the tree could not be judged.
     * @param verdict  whether the rules of hubs can stop it for good; null when it could not be judged.
     * @param gates    of a tree that these never stop, whether gates of its channels can; else null, and where it takes
     *                 too long to tell.
     * @param fixes    each by itself makes it live; empty when it is, or there are none.
     * @param warnings of a tree that is live if all start together, but may not be if some start later; one line each.
     */
    public record Result(String root, int hubs, List<ChildResult> children, List<String> unread, BigInteger boundNs,
        TreeVerdict verdict, TreeGateVerdict gates, List<Fix> fixes, List<String> warnings) {
        /**
         * The same when more is known of the files below.
         *
         * @param others in place of {@link #children}.
         * @return it.
         */
        public Result with(final List<ChildResult> others) {
            return new Result(root, hubs, others, unread, boundNs, verdict, gates, fixes, warnings);
        }

        /** {@return whether nothing is wrong with the files below, and the tree is not known to stop} */
        public boolean isWell() {
            return children.stream().allMatch(child -> child.problems().isEmpty()) && isLive();
        }

        /** {@return whether it is not known that the tree stops} */
        public boolean isLive() {
            return verdict == null || verdict.live() && !isStoppedByGates();
        }

        /** {@return whether the tree would never stop but for gates} */
        public boolean isStoppedByGates() {
            return gates != null && !gates.live();
        }

        /** {@return whether it is known that the tree never stops} */
        public boolean isKnownLive() {
            return verdict != null && verdict.live() && gates != null && gates.live();
        }

        /** {@return where the root's core stands in a tree that is not live when it stops} */
        public BigInteger stopsAtNs() {
            return isStoppedByGates() ? gates.stopsAtNs() : verdict.stopsAtNs();
        }

        /** {@return where a tree that is not live stops and why, in one line} */
        public String stop() {
            return isStoppedByGates() ? GateText.stop(gates, root)
                : "the tree stops for good at " + VerdictText.time(verdict.stopsAtNs()) + ": "
                + String.join("/", verdict.stoppedIn()) + " stands at " + VerdictText.time(verdict.stoppedInAtNs())
                + " then and waits for " + String.join("/", verdict.stoppedBy()) + ", which is "
                + VerdictText.time(verdict.stoppedByLagNs()) + " behind and waits for it";
        }
    }

    /** A gate of a channel, with paths from below the root, and the hub in whose file the channel is. */
    private record Gate(Node hub, Link link) {
    }

    /** A hub whose file can be used, and where D_max of it stands. */
    private record Node(Path file, String name, HubConfig config, Report report, List<Node> children) {
        /** With D_max of some hubs changed, by their paths from the root. */
        Federate federate(final List<String> above, final Map<List<String>, Long> maxDelays) {
            final List<String> path = new ArrayList<>(above);
            path.add(name);
            final Set<String> hubs = children.stream().map(Node::name).collect(Collectors.toSet());
            return new Federate(name, config.coreStepNs(), maxDelays.getOrDefault(path, config.maxDelayNs()), report,
                config.planned().stream().filter(asset -> !hubs.contains(asset.name()))
                    .map(asset -> new Liveness.Member(asset.name(), asset.steps())).toList(),
                children.stream().map(child -> child.federate(path, maxDelays)).toList());
        }

        /** The gates of all channels in the files from here on, but for those of assets in files that are not known. */
        void collectGates(final String prefix, final Set<String> assets, final List<Gate> gates) {
            for (final Link link : config.gatedLinks()) {
                final Link each = new Link(link.channel(), prefix + link.from(), prefix + link.to(), link.delayNs(),
                    link.atStepEnd(), link.mayBeLonger());
                if (assets.contains(each.from()) && assets.contains(each.to())) {
                    gates.add(new Gate(this, each));
                }
            }
            children.forEach(child -> child.collectGates(prefix + child.name + "/", assets, gates));
        }

        /** Where a greater D_max is needed if clocks below start late, as the files let some of them. */
        void collectLateStarts(final List<String> warnings) {
            final BigInteger enough = LateStarts.requiredMaxDelayNs(federate(List.of(), Map.of()));
            if (mayStartLate() && enough.compareTo(BigInteger.valueOf(config.maxDelayNs())) > 0) {
                warnings.add("maxDelay of " + name + " (" + file.getFileName() + ") is "
                    + SimTime.format(config.maxDelayNs()) + ": that is enough if all below start together; if some"
                    + " start later, which are not required or whose onLost is not halt, the tree may stop for good. "
                    + VerdictText.time(enough) + " is always enough");
            }
            children.forEach(child -> child.collectLateStarts(warnings));
        }

        private boolean mayStartLate() {
            return config.planned().stream().anyMatch(each -> !each.required() || each.onLost() != OnLost.HALT)
                || children.stream().anyMatch(Node::mayStartLate);
        }

        Node at(final List<String> namesBelow) {
            Node node = this;
            for (final String each : namesBelow) {
                node = node.children.stream().filter(child -> child.name.equals(each)).findFirst().orElseThrow();
            }
            return node;
        }
    }

    /**
     * Checks a tree.
     *
     * @param file     of its root.
     * @param root     the root's configuration.
     * @param programs finds the programs that hubs on this host want launched; null where they are not looked for.
     * @return the result.
     */
    public static Result of(final Path file, final HubConfig root, final ProgramFinder programs) {
        final TreeCheck check = new TreeCheck(programs);
        final Set<Path> above = new LinkedHashSet<>();
        above.add(real(file));
        final Node tree = check.node(file, root.hub(), root, Report.CORE, above);
        final int hubs = 1 + check.children.size();
        final boolean areReadable = check.children.stream()
            .allMatch(child -> child.problems.stream().allMatch(Problem::liveness));
        if (!areReadable) {
            return new Result(root.hub(), hubs, List.copyOf(check.children), List.copyOf(check.unread), null, null,
                null, List.of(), List.of());
        }
        final Federate federate = tree.federate(List.of(), Map.of());
        final List<Gate> gates = new ArrayList<>();
        tree.collectGates("", paths(federate, ""), gates);
        final TreeVerdict verdict = judge(federate);
        final TreeGateVerdict gatesVerdict = verdict == null || !verdict.live() ? null : judge(federate, gates);
        final List<String> warnings = new ArrayList<>();
        if (verdict == null || verdict.live()) {
            tree.collectLateStarts(warnings);
        }
        return new Result(root.hub(), hubs, List.copyOf(check.children), List.copyOf(check.unread), federate.boundNs(),
            verdict, gatesVerdict, verdict == null ? List.of() : verdict.live() ? fixes(tree, gatesVerdict, gates)
                : fixes(tree, verdict), warnings);
    }

    /** The assets of a tree. */
    private static Set<String> paths(final Federate federate, final String prefix) {
        final Set<String> paths = new HashSet<>();
        federate.assets().forEach(asset -> paths.add(prefix + asset.name()));
        federate.children().forEach(child -> paths.addAll(paths(child, prefix + child.name() + "/")));
        return paths;
    }

    private Node node(final Path file, final String name, final HubConfig config, final Report report,
        final Set<Path> above) {
        final List<Node> below = new ArrayList<>();
        for (final FederatePlan federate : config.tree().federates()) {
            final Node child = federate.config() == null ? null : child(federate, above);
            if (child != null) {
                below.add(child);
            } else if (federate.config() == null) {
                unread.add(federate.asset().name());
            }
        }
        return new Node(file, name, config, report, below);
    }

    /** Null when its file cannot be used, which is then told. */
    private Node child(final FederatePlan federate, final Set<Path> above) {
        final String name = federate.asset().name();
        final Path file = federate.config();
        final Path real = real(file);
        if (!above.add(real)) {
            children.add(new ChildResult(file, name, null, List.of(new Problem("", "",
                "is the file of a hub above it as well; a tree has no cycles", false))));
            return null;
        }
        final ChildFile looked = ChildFile.read(file);
        final boolean isOfThisHost = looked != null && looked.parentHub() != null;
        final ConfigReader.Result read = ConfigReader.read(file, isOfThisHost ? programs : null);
        children.add(new ChildResult(file, name, isOfThisHost ? read.config() : null, read.problems()));
        final Node node = read.config() == null ? null
            : node(file, name, read.config(), read.config().tree().parent().report(), above);
        above.remove(real);
        return node;
    }

    private static Path real(final Path file) {
        try {
            return file.toRealPath();
        } catch (final IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    private static TreeVerdict judge(final Federate tree) {
        try {
            return TreeLiveness.judge(tree);
        } catch (final TooManyCasesException e) {
            return null;
        }
    }

    private static TreeGateVerdict judge(final Federate tree, final List<Gate> gates) {
        try {
            return TreeGateLiveness.judge(tree, gates.stream().map(Gate::link).toList());
        } catch (final TooManyCasesException e) {
            return null;
        }
    }

    private static List<Fix> fixes(final Node tree, final TreeGateVerdict verdict, final List<Gate> gates) {
        return verdict == null ? List.of() : verdict.fixes().stream().map(fix -> {
            final Node hub = fix.link() == null
                ? tree.at(fix.hub().isEmpty() ? List.of() : List.of(fix.hub().split("/")))
                : gates.stream().filter(gate -> gate.link == fix.link()).findFirst().orElseThrow().hub;
            return new Fix(List.of(new Change(hub.file, hub.name, fix.link(), fix.fromNs(), fix.toNs())));
        }).toList();
    }

    /** Each change is the smallest for the hub that stops the tree; then the next one that does so is looked for. */
    private static List<Fix> fixes(final Node tree, final TreeVerdict first) {
        final Map<List<String>, Long> maxDelays = new HashMap<>();
        final List<Change> changes = new ArrayList<>();
        TreeVerdict verdict = first;
        while (verdict != null && !verdict.live()) {
            final BigInteger required = verdict.requiredMaxDelayNs();
            if (required == null || required.bitLength() >= Long.SIZE || changes.size() == MOST_CHANGES) {
                return List.of();
            }
            final Node node = tree.at(verdict.stoppedIn().subList(1, verdict.stoppedIn().size()));
            final long toNs = required.longValueExact();
            maxDelays.put(verdict.stoppedIn(), toNs);
            changes.add(new Change(node.file, node.name, null, node.config.maxDelayNs(), toNs));
            verdict = judge(tree.federate(List.of(), maxDelays));
        }
        return verdict == null ? List.of() : List.of(new Fix(List.copyOf(changes)));
    }
}
