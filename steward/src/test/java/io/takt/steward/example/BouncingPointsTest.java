package io.takt.steward.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Physics;
import io.takt.steward.check.RetroactivityCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example of a whole physics runs as it stands, and is short. */
class BouncingPointsTest {
    private static final int MOST_LINES = 45;
    private static final Path SOURCE = Path.of("src/test/java/io/takt/steward/example/BouncingPoints.java");

    @Test
    void itIsShort() throws IOException {
        assertThat(Files.readAllLines(SOURCE)).hasSizeLessThanOrEqualTo(MOST_LINES);
    }

    @Test
    void itPrintsWhereThePointIs() {
        final PrintStream before = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            BouncingPoints.main();
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
            .containsExactly("at 900: " + place(900, 0, 0), "kicked: " + place(900, 100, 11));
    }

    /** Where the first point is, tick by tick: it turns before it would leave the line. */
    private static long place(final long time, final long kickedAt, final long kick) {
        long place = 500;
        long speed = 30;
        for (long now = 0; now < time; now++) {
            speed = kick != 0 && now == kickedAt ? kick : speed;
            speed = place + speed > 1_000 || place + speed < 0 ? -speed : speed;
            place += speed;
        }
        return place;
    }

    @Test
    void itsPastMayChangeInAllWays() {
        final Physics physics = Physics.builder().cells(BouncingPoints.POINT).events(BouncingPoints.Turn.class)
            .predictors(BouncingPoints.WALL).build();
        RetroactivityCheck.of(physics, (random, time) ->
            new BouncingPoints.Turn(random.nextInt(2), 1 + random.nextInt(40))).audited().verify(20);
    }
}
