package io.takt.wrapper.fmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import io.takt.asset.message.UnitConversion;
import io.takt.wrapper.kit.value.ValueType;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A step and its values leave the collector nothing to do. */
class AllocationTest {
    private static final int STEPS = 10_000;
    /** In the first ones the JVM links and compiles, for which it allocates as well. */
    private static final int ROUNDS = 10;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"linear2, x, u", "ball3, h, g"})
    void aStepAllocatesNothing(final String model, final String output, final String input) throws Exception {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assumeThat(threads.isThreadAllocatedMemorySupported()).isTrue();
        final long id = Thread.currentThread().getId();
        final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
        try (Fmu fmu = Fmu.open(Fmus.make(folder, model), new FmuLog(line -> { }, false))) {
            final ChannelValues values = new ChannelValues(output, List.of(fmu.variable(output)), ValueType.DOUBLE,
                fmu, Map.of());
            final ChannelValues set = new ChannelValues(input, List.of(fmu.variable(input)), ValueType.DOUBLE, fmu,
                Map.of());
            values.convert(List.of(new UnitConversion(100, -273.15)));
            final Instance instance = fmu.instance();
            instance.enterInitializationMode(0);
            instance.exitInitializationMode();
            if (instance.hasEvents()) {
                instance.endEventMode();
            }
            long least = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                final long before = threads.getThreadAllocatedBytes(id);
                for (int step = 0; step < STEPS; step++) {
                    instance.step(instance.reachedS(), 1e-6);
                    instance.get(values.memory());
                    instance.set(set.memory());
                    values.write(bytes);
                }
                least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
            }
            assertThat(least).isLessThan(STEPS);
        }
    }
}
