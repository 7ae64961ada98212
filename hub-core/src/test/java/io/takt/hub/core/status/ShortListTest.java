package io.takt.hub.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShortListTest {
    private static String of(final int count) {
        return ShortList.of(IntStream.range(0, count).mapToObj(i -> "n" + i).toList());
    }

    @Test
    void namesTheFirstAndCountsTheRest() {
        assertThat(ShortList.of(List.of())).isEmpty();
        assertThat(of(2)).isEqualTo("n0, n1");
        assertThat(of(11)).isEqualTo("n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10");
        assertThat(of(12)).isEqualTo("n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 2 more");
        assertThat(of(10_000)).endsWith("n9 and 9990 more");
    }
}
