package io.takt.hub.command;

import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.Problem;
import io.takt.hub.config.TreeCheck;
import io.takt.hub.config.TreeCheck.ChildResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A configuration, judged with the files of hubs below it, and with the programs that all of these launch on this host,
 * as far as they tell before a run.
 *
 * @param result  of the file itself; without a configuration where something is wrong with it.
 * @param tree    of the files below; null where it has no child hubs, or cannot be read.
 * @param awaited names of the child hubs for which the hub waits for ever when their machines do not answer.
 * @param remarks on programs that could not tell, one line each.
 */
record LaunchCheck(ConfigReader.Result result, TreeCheck.Result tree, List<String> awaited, List<String> remarks) {
    static LaunchCheck of(final Path file) throws InterruptedException {
        final ConfigReader.Result read = LaunchedCommands.read(file);
        if (read.config() == null) {
            return new LaunchCheck(read, null, List.of(), List.of());
        }
        final TreeCheck.Result tree = read.config().tree().federates().isEmpty() ? null
            : TreeCheck.of(file, read.config(), Installation.programs());
        final List<HubConfig> configs = new ArrayList<>(List.of(read.config()));
        final List<ChildResult> children = tree == null ? List.of() : tree.children();
        children.stream().filter(child -> child.config() != null).forEach(child -> configs.add(child.config()));
        final List<WrapperCheck.Result> wrappers = WrapperCheck.of(configs, Installation.programs());
        final List<String> remarks = new ArrayList<>(wrappers.get(0).remarks());
        final List<ChildResult> judged = new ArrayList<>();
        int next = 1;
        for (final ChildResult child : children) {
            if (child.config() == null) {
                judged.add(child);
                continue;
            }
            final List<Problem> problems = new ArrayList<>(LaunchedCommands.problems(child.config()));
            problems.addAll(wrappers.get(next).problems());
            judged.add(child.with(problems));
            wrappers.get(next++).remarks().forEach(remark -> remarks.add(child.file() + ": " + remark));
        }
        final List<Problem> problems = wrappers.get(0).problems();
        return new LaunchCheck(problems.isEmpty() ? read : read.with(problems), tree == null ? null : tree.with(judged),
            read.config().tree().awaitedForEver(), remarks);
    }
}
