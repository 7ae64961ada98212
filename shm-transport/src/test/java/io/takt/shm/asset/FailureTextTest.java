package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureTextTest {
    private static final StackTraceElement JDK =
        new StackTraceElement(null, "java.base", "17", "java.util.Objects", "requireNonNull", "Objects.java", 233);
    private static final StackTraceElement OUTBOX = frame("io.takt.shm.message.Outbox", "send");
    private static final StackTraceElement STEP = frame("plant.Boiler", "step");
    private static final StackTraceElement MAIN = frame("plant.Boiler", "main");

    private static StackTraceElement frame(final String type, final String method) {
        return new StackTraceElement(type, method, type.substring(type.lastIndexOf('.') + 1) + ".java", 7);
    }

    private static Throwable thrown(final String message, final StackTraceElement... frames) {
        final Throwable thrown = new IllegalStateException(message);
        thrown.setStackTrace(frames);
        return thrown;
    }

    @Test
    void thePlaceIsTheFirstInTheSimulatorsCode() {
        assertThat(FailureText.withPlace(thrown("dry", JDK, OUTBOX, STEP, MAIN)))
            .isEqualTo("java.lang.IllegalStateException: dry, in plant.Boiler.step(Boiler.java:7)");
    }

    @Test
    void withoutAPlaceItIsLeftOut() {
        assertThat(FailureText.withPlace(thrown("dry"))).isEqualTo("java.lang.IllegalStateException: dry");
        assertThat(FailureText.withPlace(thrown("dry", JDK, OUTBOX))).isEqualTo("java.lang.IllegalStateException: dry");
    }

    @Test
    void oneLineThatIsNotTooLong() {
        assertThat(FailureText.of(thrown("dry\nand hot", STEP))).isEqualTo("java.lang.IllegalStateException: dry");
        assertThat(FailureText.withPlace(thrown("x".repeat(5_000), STEP))).hasSizeLessThan(1_100)
            .endsWith("xxx..., in plant.Boiler.step(Boiler.java:7)");
    }

    @Test
    void anObjectThatThrowsWhenItIsAskedIsNamed() {
        final Throwable hostile = new Error() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }

            @Override
            public StackTraceElement[] getStackTrace() {
                throw new OutOfMemoryError();
            }
        };
        assertThat(FailureText.withPlace(hostile)).isEqualTo(hostile.getClass().getName());
    }
}
