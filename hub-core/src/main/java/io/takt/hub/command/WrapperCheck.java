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
 * Asks the wrappers in Python that a configuration launches whether they fit it. Each is started as in a run, with the
 * word {@code --check} behind the module's name. It reads the channels of its asset from standard input, in JSON, joins
 * no hub, and ends with exit code 0 where all fits, with 2 where something is wrong, and with another one where it
 * cannot tell; its last line says what. No other program is started.
 */
final class WrapperCheck {
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final Pattern MODULE = Pattern.compile("takt_[a-z0-9_]+");
    private static final String OPTION = "--check";
    private static final int WRONG = 2;

    private final HubConfig config;
    private final ProgramFinder programs;
    private final List<Process> started = new ArrayList<>();
    private boolean isOver;

    private WrapperCheck(final HubConfig config, final ProgramFinder programs) {
        this.config = config;
        this.programs = programs;
    }

    /**
     * The answers.
     *
     * @param problems that were found.
     * @param remarks  on wrappers that could not tell, one line each.
     */
    record Result(List<Problem> problems, List<String> remarks) {
        /** Nothing was asked. */
        static final Result NONE = new Result(List.of(), List.of());
    }

    /** The exit code of a wrapper, and the last line that it has printed. */
    private record Answer(int code, String line) {
    }

    /** The words for a wrapper. */
    private record Question(String name, long granularityNs, List<OutputSpec> sends, List<InputSpec> receives) {
    }

    /** Asks all, several at once, for ten seconds at most. */
    static Result of(final HubConfig config, final ProgramFinder programs) throws InterruptedException {
        return new WrapperCheck(config, programs).ask();
    }

    private Result ask() throws InterruptedException {
        final List<Integer> places = new ArrayList<>();
        final List<Callable<Answer>> questions = new ArrayList<>();
        for (int i = 0; i < config.assets().size(); i++) {
            final PlannedAsset asset = config.assets().get(i);
            final int module = moduleIn(asset.launch());
            if (module > 0) {
                places.add(i);
                questions.add(() -> ask(asset, module));
            }
        }
        final Result result = new Result(new ArrayList<>(), new ArrayList<>());
        final List<String> late = new ArrayList<>();
        final List<Future<Answer>> answers = answersTo(questions);
        for (int i = 0; i < answers.size(); i++) {
            final String path = "assets[" + places.get(i) + "].launch";
            try {
                final Answer answer = answers.get(i).get();
                if (answer.code() == WRONG) {
                    result.problems().add(new Problem(path, "", answer.line(), false));
                } else if (answer.code() != 0) {
                    result.remarks().add(path + ": cannot be checked: " + answer.line());
                }
            } catch (final CancellationException e) {
                late.add(config.assets().get(places.get(i)).name());
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

    private List<Future<Answer>> answersTo(final List<Callable<Answer>> questions) throws InterruptedException {
        if (questions.isEmpty()) {
            return List.of();
        }
        final ExecutorService threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            return threads.invokeAll(questions, WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            threads.shutdownNow();
            synchronized (this) {
                isOver = true;
                started.forEach(each -> {
                    each.descendants().forEach(ProcessHandle::destroyForcibly);
                    each.destroyForcibly();
                });
            }
        }
    }

    private Answer ask(final PlannedAsset asset, final int module) throws IOException, InterruptedException {
        final LaunchedAsset launched = new LaunchedAsset(asset.name(), config.folder(), config.messages());
        final List<String> words = new ArrayList<>(asset.launch());
        words.set(0, String.valueOf(programs.find(words.get(0), config.folder())));
        words.add(module + 1, OPTION);
        final Process process = start(words);
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

    private synchronized Process start(final List<String> words) throws IOException {
        if (isOver) {
            throw new CancellationException();
        }
        final Process process = new ProcessBuilder(words).directory(config.folder().toFile())
            .redirectErrorStream(true).start();
        started.add(process);
        return process;
    }
}
