package io.takt.wrapper.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.HubState;
import io.takt.asset.RunEnd;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs for the shell, good ones and bad ones, as assets. */
@Timeout(60)
class WrappedAssetTest {
    private static final RunEnd END = new RunEnd(HubState.STOPPED, "the end is reached", 30);
    /** Wall time that a program has to end, however slow this machine is. */
    private static final long LONG_S = 60;

    @TempDir
    private Path folder;

    private final Stage stage = new Stage();
    private final AtomicLong wall = new AtomicLong();
    private final List<String> told = new ArrayList<>();
    private final Patience patience = new Patience(wall::get, TimeUnit.SECONDS.toNanos(10), told::add);
    private final List<Program> started = new ArrayList<>();
    private WrappedAsset asset;

    @AfterEach
    void kill() {
        started.forEach(Program::close);
    }

    /** A program that the shell reads from a text; it keeps the orders that it reads with {@code order}. */
    private WrappedAsset wrap(final boolean startsAnew, final String script) {
        return wrap(startsAnew, script, LONG_S);
    }

    private WrappedAsset wrap(final boolean startsAnew, final String script, final long stopWithinS) {
        final String orders = folder.resolve("orders").toString();
        asset = new WrappedAsset(ChannelTypes.of(List.of()), () -> {
            started.add(new Program(List.of("sh", "-c", "order() { read -r line && echo \"$line\" >> " + orders
                + "; }\n" + script)));
            return started.get(started.size() - 1);
        }, startsAnew, patience, stopWithinS);
        return asset;
    }

    private static void awaitThat(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted()).as("the test's time is up").isFalse();
            Thread.yield();
        }
    }

    private List<String> orders() throws IOException {
        return Files.readAllLines(folder.resolve("orders"));
    }

    @Test
    void eachTurnIsAnOrderWithOneAnswer() throws Exception {
        wrap(false, """
            order; echo '{"messages": [{"channel": "angle", "value": 0.3}]}'
            order; echo '{"messages": [{"channel": "speed", "value": [1, "x"], "stampNs": 7},
                {"channel": "angle", "value": {"b": 1, "a": 2}}]}' | tr -d '\\n'; echo
            order; echo '{"reachedNs": 15, "stop": "landed"}'
            order""");
        stage.begin(asset);
        stage.hand("force", "2.5");
        stage.hand("force", "\"push\"");
        stage.step(asset, 10);
        stage.step(asset, 20);
        assertThat(stage.timeNs()).isEqualTo(15);
        asset.stop(END);
        assertThat(stage.log()).containsExactly("angle 0.3 at 0", "speed [1,\"x\"] at 7",
            "angle {\"a\":2,\"b\":1} at 10", "stop the run: landed");
        assertThat(orders()).containsExactly(
            "{\"order\":\"start\",\"asset\":\"plant\",\"timeNs\":0,\"seed\":7,\"sends\":[\"angle\",\"speed\"],"
                + "\"receives\":[\"force\"]}",
            "{\"order\":\"step\",\"fromNs\":0,\"toNs\":10,\"messages\":[{\"channel\":\"force\",\"sender\":\"other\","
                + "\"stampNs\":0,\"deliveryNs\":1,\"value\":2.5},{\"channel\":\"force\",\"sender\":\"other\","
                + "\"stampNs\":0,\"deliveryNs\":1,\"value\":\"push\"}]}",
            "{\"order\":\"step\",\"fromNs\":10,\"toNs\":20,\"messages\":[]}",
            "{\"order\":\"stop\",\"why\":\"the end is reached\"}");
    }

    @Test
    void whereTheRunGoesBackTheProgramIsToldToStartAgain() throws Exception {
        wrap(false, "while order; do echo '{}'; done");
        stage.begin(asset);
        stage.step(asset, 10);
        stage.hand("force", "1");
        stage.reset(asset);
        stage.step(asset, 10);
        assertThat(started).hasSize(1);
        assertThat(orders()).hasSize(4);
        assertThat(orders().get(2)).contains("\"order\":\"start\"", "\"timeNs\":0");
        assertThat(orders().get(3)).as("no message of the run before").contains("\"messages\":[]");
    }

    @Test
    void orItIsStartedAnew() throws Exception {
        wrap(true, "while order; do echo '{}'; done");
        stage.begin(asset);
        stage.reset(asset);
        stage.step(asset, 10);
        assertThat(started).hasSize(2);
        assertThat(orders()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "order | the program ended with exit code 0 without an answer to order 1, 'start'",
        "exit 3 | the program ended with exit code 3 without an answer to order 1, 'start'",
        "kill -9 $$ | the program was ended by signal 9 without an answer to order 1, 'start'",
        "order; printf '{\"mess' | the program's output ended in the middle of line 1, which is '{\"mess'",
        "order; echo ready | line 1 of the program's output is no JSON",
        "order; printf '{}\\n{}\\n'; order; cat | the program's output goes on after line 1 without an order, with '{}",
        "order; printf '{}\\n> '; order; cat | the program's output goes on after line 1 without an order, with '> '",
        "order; echo '{}'; order; head -c 100000000 /dev/zero | line 2 of the program's output is longer than 16777216",
        "order; echo '{\"error\": \"no fuel\"}' | the program says: no fuel",
        "order; echo '{\"reachedNs\": 3}' | 'reachedNs' answers a step, and not the start",
        "order; echo '{}'; order; echo '{\"reachedNs\": 11}' | 'reachedNs' is 11 in a step from 0 to 10: the step goes",
        "order; echo '{}'; exec 1>&-; sleep 100 | the program has closed its output without an answer to order 2",
        "order; echo '{\"messages\":[{\"channel\":\"x\",\"value\":1}]}' | the program's message on channel 'x' at 0s"
            + " cannot be sent: asset 'plant' does not send 'x'",
        "order; echo '{\"messages\":[{\"channel\":\"angle\",\"value\":1e999}]}' | cannot be sent: a number is larger"})
    void whatNoAssetsProgramDoesIsToldInOneLine(final String script, final String message) {
        wrap(false, script);
        assertThatThrownBy(() -> {
            stage.begin(asset);
            for (int step = 1; step < 5; step++) {
                stage.step(asset, 10 * step);
            }
        }).isInstanceOf(WrapperException.class).hasMessageContaining(message).hasMessageNotContaining("\n");
        asset.close();
    }

    @Test
    void aProgramThatIsNotThereIsTold() {
        asset = new WrappedAsset(ChannelTypes.of(List.of()), () -> new Program(List.of("./no-such-program")), false,
            patience, LONG_S);
        assertThatThrownBy(() -> stage.begin(asset)).isInstanceOf(WrapperException.class)
            .hasMessageStartingWith("'./no-such-program' cannot be started: ");
    }

    @Test
    void aMessageThatIsNoJsonIsTold() throws Exception {
        wrap(false, "while order; do echo '{}'; done");
        stage.begin(asset);
        assertThatThrownBy(() -> stage.hand("force", "?")).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("message 0 of asset 'other' on channel 'force' cannot be read: a message of 1 bytes is no JSON;"
                + " name the type of the channel's values");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cat > /dev/null; exit 4 | 60 | the program ended with exit code 4 after the run",
        "sleep 100 | 1 | the program was told to stop, and has not ended within 1 s; it is killed"})
    void anEndThatIsNotInOrderIsTold(final String end, final long withinS, final String message) throws Exception {
        wrap(false, "order; echo '{}'; " + end, withinS);
        stage.begin(asset);
        assertThatThrownBy(() -> asset.stop(END)).isInstanceOf(WrapperException.class).hasMessage(message);
    }

    /** Else a shell whose command is killed would go on with the next one. */
    @Test
    void aProgramThatIsKilledDoesNothingMore() throws Exception {
        final Path on = folder.resolve("on");
        wrap(false, "order; sleep 100 & first=$!; for i in $(seq 100); do sleep 100 & done; echo '{}'; wait $first;"
            + " : > " + on + "; wait");
        stage.begin(asset);
        asset.close();
        ProcessHandle.of(started.get(0).pid()).ifPresent(shell -> shell.onExit().join());
        assertThat(on).doesNotExist();
    }

    /** Else one that has closed its output would be killed for its silence while its end is waited for. */
    @Test
    void aProgramThatCannotAnswerAnyMoreOwesNothing() throws Exception {
        final Path goesOn = folder.resolve("on");
        wrap(false, "order; exec 1>&-; while [ ! -e " + goesOn + " ]; do sleep 0.01; done; exit 3");
        final CompletableFuture<Void> fails = new CompletableFuture<>();
        final Thread asks = new Thread(() -> {
            try {
                stage.begin(asset);
            } catch (final Throwable e) {
                fails.completeExceptionally(e);
            }
        });
        asks.start();
        awaitThat(() -> !asks.isAlive() || Stream.of(asks.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("awaitEnd")));
        wall.addAndGet(TimeUnit.SECONDS.toNanos(10));
        patience.look();
        Files.createFile(goesOn);
        assertThatThrownBy(fails::get).hasCauseInstanceOf(WrapperException.class)
            .hasMessageContaining("without an answer to order 1, 'start'").hasMessageNotContaining("signal");
        assertThat(told).isEmpty();
    }

    @Test
    void anAnswerThatIsOwedForLongIsToldOnceAndTheProgramKilledWhenItIsTo() throws Exception {
        wrap(false, "order; exec sleep 100");
        final CompletableFuture<Void> asks = CompletableFuture.runAsync(() -> assertThatThrownBy(
            () -> stage.begin(asset)).hasMessageStartingWith("the program was ended by signal 9"));
        awaitThat(() -> {
            // The order is owed before the program has it.
            assertThat(asks).isNotDone();
            return Files.exists(folder.resolve("orders"));
        });
        wall.addAndGet(TimeUnit.SECONDS.toNanos(5) - 1);
        patience.look();
        assertThat(told).isEmpty();
        wall.addAndGet(1);
        patience.look();
        wall.addAndGet(TimeUnit.SECONDS.toNanos(1));
        patience.look();
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).startsWith("the program, process ").contains("has not answered its order to start")
            .endsWith("for 5 s; it is waited for");
        wall.addAndGet(TimeUnit.SECONDS.toNanos(10));
        patience.look();
        assertThat(told.get(1)).endsWith("within 10 s; it is killed");
        asks.get();
    }
}
