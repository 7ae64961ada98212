package io.takt.hub.command;

import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.Problem;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/** The commands of this installation that a configuration launches: their words, and the files that these name. */
final class LaunchedCommands {
    /** Those that the script takt has, and {@link Main} never sees; a new one there goes here, too. */
    private static final Set<String> OF_LAUNCHER = Set.of("java", "example");

    /** By their names; null where there is none of that name. Many assets may have the same. */
    private final Map<String, CommandLine> commands = new HashMap<>();

    private LaunchedCommands() {
    }

    /** A configuration, with all that is wrong with it and with those commands. */
    static ConfigReader.Result read(final Path file) {
        final ConfigReader.Result read = ConfigReader.read(file, Installation.programs());
        final List<Problem> problems = read.config() == null ? List.of() : problems(read.config());
        return problems.isEmpty() ? read : read.with(problems);
    }

    /** All that is wrong with those commands of a configuration. */
    static List<Problem> problems(final HubConfig config) {
        if (Installation.programs().launcher() == null) {
            return List.of();
        }
        final LaunchedCommands launched = new LaunchedCommands();
        final List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < config.assets().size(); i++) {
            final PlannedAsset asset = config.assets().get(i);
            final String problem = asset.launch().size() < 2 || !asset.launch().get(0).equals(ProgramFinder.TAKT) ? null
                : launched.problemOf(asset.launch().subList(1, asset.launch().size()),
                    new LaunchedAsset(asset.name(), config.folder(), config.messages()));
            if (problem != null) {
                problems.add(new Problem("assets[" + i + "].launch", "", problem, false));
            }
        }
        return problems;
    }

    private String problemOf(final List<String> words, final LaunchedAsset asset) {
        if (!commands.containsKey(words.get(0))) {
            final TaktCommand command = Main.command(words.get(0));
            commands.put(words.get(0), command == null ? null : new CommandLine(command));
        }
        final CommandLine command = commands.get(words.get(0));
        if (command == null) {
            return OF_LAUNCHER.contains(words.get(0)) || words.get(0).startsWith("-") ? null
                : "there is no command 'takt " + words.get(0) + "'; see 'takt --help'";
        }
        try {
            command.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
            return command.<TaktCommand>getCommand().problemOf(asset);
        } catch (final CommandLine.ParameterException e) {
            return WordTrouble.inWords(e) + "; see 'takt " + words.get(0) + " --help'";
        } catch (final IOException e) {
            return FileTrouble.inWords(e);
        }
    }
}
