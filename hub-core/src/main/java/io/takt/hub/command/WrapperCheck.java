package io.takt.hub.command;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.Problem;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.status.ShortList;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Asks the wrappers in Python that configurations launch whether they fit. Each is started as in a run, with the
 * word {@code --check} behind the module's name. It reads the channels of its asset from standard input, in JSON, joins
 * no hub, and ends with exit code 0 where all fits, with 2 where something is wrong, and with another one where it
 * cannot tell; its last line says what. No other program is started.
 */
final class WrapperCheck {
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final Pattern MODULE = Pattern.compile("takt_[a-z0-9_]+");
    private static final String OPTION = "--check";
    private static final int WRONG = 2;

    private final ProgramFinder programs;
    private final List<Process> started = new ArrayList<>();
    private boolean isOver;

    private WrapperCheck(final ProgramFinder programs) {
        this.programs = programs;
    }

    /**
     * The answers of a configuration's wrappers.
     *
     * @param problems that were found.
     * @param remarks  on wrappers that could not tell, one line each.
     */
    record Result(List<Problem> problems, List<String> remarks) {
    }

    /** An asset that is a wrapper, its place in its configuration, and that of the module's name in its words. */
    private record Wrapper(HubConfig config, int place, int module) {
        PlannedAsset asset() {
            return config.assets().get(place);
        }
    }

    /** The exit code of a wrapper, and the last line that it has printed. */
    private record Answer(int code, String line) {
    }

    /** The words for a wrapper. */
    private record Question(String name, long granularityNs, List<OutputSpec> sends, List<InputSpec> receives) {
    }

    /** Asks those of all configurations, several at once, for ten seconds at most; a result for each of them. */
    static List<Result> of(final List<HubConfig> configs, final ProgramFinder programs) throws InterruptedException {
        return new WrapperCheck(programs).ask(configs);
    }

    private List<Result> ask(final List<HubConfig> configs) throws InterruptedException {
        final List<Wrapper> wrappers = new ArrayList<>();
        for (final HubConfig config : configs) {
            for (int i = 0; i < config.assets().size(); i++) {
                final int module = moduleIn(config.assets().get(i).launch());
                if (module > 0) {
                    wrappers.add(new Wrapper(config, i, module));
                }
            }
        }
        final List<Future<Answer>> answers = answersTo(wrappers);
        final List<Result> results = new ArrayList<>();
        int begin = 0;
        for (final HubConfig config : configs) {
            int end = begin;
            while (end < wrappers.size() && wrappers.get(end).config() == config) {
                end++;
            }
            results.add(result(wrappers.subList(begin, end), answers.subList(begin, end)));
            begin = end;
        }
        return results;
    }

    private static Result result(final List<Wrapper> wrappers, final List<Future<Answer>> answers)
        throws InterruptedException {
        final Result result = new Result(new ArrayList<>(), new ArrayList<>());
        final List<String> late = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            final String path = "assets[" + wrappers.get(i).place() + "].launch";
            try {
                final Answer answer = answers.get(i).get();
                if (answer.code() == WRONG) {
                    result.problems().add(new Problem(path, "", answer.line(), false));
                } else if (answer.code() != 0) {
                    result.remarks().add(path + ": cannot be checked: " + answer.line());
                }
            } catch (final CancellationException e) {
                late.add(wrappers.get(i).asset().name());
            } catch (final ExecutionException e) {
                result.remarks().add(path + ": cannot be checked: " + e.getCause().getMessage());
            }
        }
        if (!late.isEmpty()) {
            result.remarks().add("assets: not all could be checked within " + WITHIN.toSeconds() + " s: "
                + ShortList.of(late));
        }
        return result;
    }

    /** The place of the module's name among the words of a command line; 0 where it starts no wrapper. */
    private static int moduleIn(final List<String> words) {
        for (int i = 2; i < words.size(); i++) {
            if (words.get(i - 1).equals("-m") && MODULE.matcher(words.get(i)).matches()) {
                return i;
            }
        }
        return 0;
    }

    private List<Future<Answer>> answersTo(final List<Wrapper> wrappers) throws InterruptedException {
        if (wrappers.isEmpty()) {
            return List.of();
        }
        final List<Callable<Answer>> questions = new ArrayList<>();
        wrappers.forEach(each -> questions.add(() -> ask(each)));
        final ExecutorService threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            return threads.invokeAll(questions, WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            threads.shutdownNow();
            synchronized (this) {
                isOver = true;
                started.forEach(each -> {
                    final List<ProcessHandle> children = each.descendants().toList();
                    // Before those: a shell that sees the end of its command goes on with the next one.
                    each.destroyForcibly();
                    children.forEach(ProcessHandle::destroyForcibly);
                });
            }
        }
    }

    private Answer ask(final Wrapper wrapper) throws IOException, InterruptedException {
        final HubConfig config = wrapper.config();
        final PlannedAsset asset = wrapper.asset();
        final LaunchedAsset launched = new LaunchedAsset(asset.name(), config.folder(), config.messages());
        final List<String> words = new ArrayList<>(asset.launch());
        words.set(0, String.valueOf(programs.find(words.get(0), config.folder())));
        words.add(wrapper.module() + 1, OPTION);
        final Process process = start(words, config.folder());
        try (OutputStream out = process.getOutputStream()) {
            out.write(Json.line(new Question(asset.name(), asset.steps().granularityNs(),
                launched.outputs(asset.name()), launched.inputs(asset.name()))).getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            // It has ended without reading it, and says why.
        }
        String last = "it printed nothing";
        try (BufferedReader in = new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                last = line.isBlank() ? last : line;
            }
        }
        return new Answer(process.waitFor(), last);
    }

    private synchronized Process start(final List<String> words, final Path folder) throws IOException {
        if (isOver) {
            throw new CancellationException();
        }
        final Process process = new ProcessBuilder(words).directory(folder.toFile())
            .redirectErrorStream(true).start();
        started.add(process);
        return process;
    }
}
