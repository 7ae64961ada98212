package io.takt.bench;

import io.aeron.AeronCounters;
import io.aeron.protocol.DataHeaderFlyweight;
import io.takt.bench.program.AeronDriver;
import io.takt.bench.program.AeronEcho;
import io.takt.bench.program.AeronFlow;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.IoUtil;

/** A media driver and programs that send messages by Aeron alone. Their unit of work is to receive one. */
final class LiveAeron extends Running {
    private final Path directory;
    private final int recordBytes;
    private final List<List<String>> programs = new ArrayList<>();
    private ClockFile file;
    private Clock position;

    private LiveAeron(final Bench bench, final int bytes) {
        super(bench);
        this.directory = bench.workplace().inMemory(bench.workplace().newHubName());
        this.recordBytes = BitUtil.align(DataHeaderFlyweight.HEADER_LENGTH + bytes, BitUtil.CACHE_LINE_LENGTH / 2);
    }

    /** One sends messages in batches, the other receives all of them as often as it has subscriptions. */
    static LiveAeron flow(final Bench bench, final int messages, final int bytes, final int subscriptions)
        throws IOException, InterruptedException {
        final LiveAeron aeron = new LiveAeron(bench, bytes);
        aeron.add(AeronFlow.class, "receive", aeron.directory, messages, subscriptions);
        aeron.add(AeronFlow.class, "send", aeron.directory, messages, bytes);
        return started(aeron);
    }

    /** Two play a ball. */
    static LiveAeron echo(final Bench bench, final int bytes) throws IOException, InterruptedException {
        final LiveAeron aeron = new LiveAeron(bench, bytes);
        aeron.add(AeronEcho.class, aeron.directory, 1, 2, bytes, "serve");
        aeron.add(AeronEcho.class, aeron.directory, 2, 1, bytes);
        return started(aeron);
    }

    private void add(final Class<?> program, final Object... args) {
        final List<String> command = new ArrayList<>(List.of("java", program.getName()));
        for (final Object each : args) {
            command.add(each.toString());
        }
        programs.add(command);
    }

    @Override
    void launch() throws IOException, InterruptedException {
        add(takt(List.of("java", AeronDriver.class.getName(), directory.toString())));
        line(0, AeronDriver.OPEN);
        for (final List<String> each : programs) {
            add(takt(each));
        }
        file = ClockFile.forReading(directory.resolve("cnc.dat"));
        await("messages by Aeron", this::isFlowing);
    }

    private Program takt(final List<String> args) throws IOException {
        return bench().workplace().takt(List.of(), "", args);
    }

    private boolean isFlowing() {
        file.counters().forEach((counterId, typeId, key, label) -> {
            if (typeId == AeronCounters.DRIVER_SUBSCRIBER_POSITION_TYPE_ID) {
                position = file.clock(counterId);
            }
        });
        return position != null && position.read() > 0;
    }

    @Override
    double done() {
        return (double) position.read() / recordBytes;
    }

    @Override
    public void close() {
        super.close();
        if (file != null) {
            file.close();
        }
        IoUtil.delete(directory.toFile(), true);
    }
}
