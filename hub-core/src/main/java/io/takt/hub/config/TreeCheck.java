package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.rule.Federate;
import io.takt.rule.Liveness;
import io.takt.rule.Report;
import io.takt.rule.TooManyCasesException;
import io.takt.rule.TreeLiveness;
import io.takt.rule.TreeVerdict;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges a tree of hubs before it starts, by L3 and L4: follows {@code federates[].config} from the file of its root.
 * A child hub whose file is not named counts as an asset.
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
     * @param problems all that is wrong with it.
     */
    public record ChildResult(Path file, String hub, List<Problem> problems) {
    }

    /**
     * A change of a hub's D_max.
     *
     * @param file   of the hub.
     * @param hub    its name in its parent; of the root its own.
     * @param fromNs as it is.
     * @param toNs   as it has to be at least.
     */
    public record Change(Path file, String hub, long fromNs, long toNs) {
        /** {@return the change in words} */
        public String text() {
            return "set maxDelay of " + hub + " (" + file.getFileName() + ") to " + SimTime.format(toNs) + " (it is "
                + SimTime.format(fromNs) + ")";
        }
    }

    /**
     * The result of a check.
     *
     * @param hubs     number of hubs in the tree whose files were read.
     * @param children the files of hubs below the root, each before those below it.
     * @param unread   names, in their parents, of hubs whose files are not named: nothing below them is judged.
     * @param boundNs  how far the root can be ahead of any asset in the tree; null when the tree could not be judged.
     * @param verdict  whether it can stop for good; null when it could not be judged.
     * @param fix      the smallest changes of D_max that together make it live; empty when it is, or there are none.
     */
    public record Result(int hubs, List<ChildResult> children, List<String> unread, BigInteger boundNs,
        TreeVerdict verdict, List<Change> fix) {
        /** {@return whether nothing is wrong with the files below, and the tree is not known to stop} */
        public boolean isWell() {
            return children.stream().allMatch(child -> child.problems().isEmpty()) && isLive();
        }

        /** {@return whether it is not known that the tree stops} */
        public boolean isLive() {
            return verdict == null || verdict.live();
        }

        /** {@return where a tree that is not live stops and why, in one line} */
        public String stop() {
            return "the tree stops for good at " + VerdictText.time(verdict.stopsAtNs()) + ": "
                + String.join("/", verdict.stoppedIn()) + " stands at " + VerdictText.time(verdict.stoppedInAtNs())
                + " then and waits for " + String.join("/", verdict.stoppedBy()) + ", which is "
                + VerdictText.time(verdict.stoppedByLagNs()) + " behind and waits for it";
        }

        /** {@return the fix in words; null when there is none} */
        public String fixText() {
            return fix.isEmpty() ? null : fix.stream().map(Change::text).collect(Collectors.joining(" and "));
        }
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

        Node at(final List<String> path) {
            Node node = this;
            for (final String each : path.subList(1, path.size())) {
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
            return new Result(hubs, List.copyOf(check.children), List.copyOf(check.unread), null, null, List.of());
        }
        final Federate federate = tree.federate(List.of(), Map.of());
        final TreeVerdict verdict = judge(federate);
        return new Result(hubs, List.copyOf(check.children), List.copyOf(check.unread), federate.boundNs(), verdict,
            verdict == null || verdict.live() ? List.of() : fix(tree, verdict));
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
            children.add(new ChildResult(file, name, List.of(new Problem("", "",
                "is the file of a hub above it as well; a tree has no cycles", false))));
            return null;
        }
        final ChildFile looked = ChildFile.read(file);
        final boolean isOfThisHost = looked != null && looked.parentHub() != null;
        final ConfigReader.Result read = ConfigReader.read(file, isOfThisHost ? programs : null);
        children.add(new ChildResult(file, name, read.problems()));
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

    /** Each change is the smallest for the hub that stops the tree; then the next one that does so is looked for. */
    private static List<Change> fix(final Node tree, final TreeVerdict first) {
        final Map<List<String>, Long> maxDelays = new HashMap<>();
        final List<Change> changes = new ArrayList<>();
        TreeVerdict verdict = first;
        while (verdict != null && !verdict.live()) {
            final BigInteger required = verdict.requiredMaxDelayNs();
            if (required == null || required.bitLength() >= Long.SIZE || changes.size() == MOST_CHANGES) {
                return List.of();
            }
            final Node node = tree.at(verdict.stoppedIn());
            maxDelays.put(verdict.stoppedIn(), required.longValueExact());
            changes.add(new Change(node.file, node.name, node.config.maxDelayNs(), required.longValueExact()));
            verdict = judge(tree.federate(List.of(), maxDelays));
        }
        return verdict == null ? List.of() : List.copyOf(changes);
    }
}
