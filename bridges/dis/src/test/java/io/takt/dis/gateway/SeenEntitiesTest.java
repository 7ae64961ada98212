package io.takt.dis.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.dis.Pdus;
import io.takt.dis.pdu.Header;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entities 1 to 10, in steps with time for some of them. */
class SeenEntitiesTest {
    private static final long S = 1_000_000_000;

    private final SeenEntities seen = new SeenEntities();
    private int asked;

    private void comes(final int entity, final long timeNs) {
        assertThat(seen.add(Pdus.entity(entity, 0), timeNs)).isTrue();
    }

    /** The entities that have a state; 5 is dropped. */
    private List<Integer> reckoned(final long nowNs, final int most) throws IOException {
        final List<Integer> entities = new ArrayList<>();
        asked = 0;
        final boolean isWhole = seen.reckon(nowNs, () -> ++asked <= most, (pdu, stampNs) -> {
            assertThat(stampNs).isEqualTo(nowNs);
            final int entity = (int) Header.entity(pdu, 0) & 0xffff;
            entities.add(entity);
            return entity != 5;
        });
        assertThat(isWhole).isEqualTo(asked <= most);
        return entities;
    }

    @Test
    void whereThereIsNoTimeForAllEachHasItsTurn() throws IOException {
        for (int i = 1; i <= 10; i++) {
            comes(i, 0);
        }
        assertThat(reckoned(S, 4)).containsExactly(1, 2, 3, 4);
        assertThat(asked).as("nothing is looked at after the time is up").isEqualTo(5);
        assertThat(reckoned(S, 4)).containsExactly(5, 6, 7, 8);
        assertThat(reckoned(S, 4)).containsExactly(9, 10, 1, 2);
        assertThat(reckoned(S, 0)).isEmpty();
        assertThat(reckoned(S, 9)).containsExactly(3, 4, 6, 7, 8, 9, 10, 1, 2);
        comes(3, 2 * S);
        comes(9, 2 * S);
        assertThat(reckoned(13 * S, 1)).as("the others are gone").containsExactly(3);
        assertThat(reckoned(13 * S, 9)).containsExactly(9, 3);
        seen.clear();
        comes(9, 13 * S);
        comes(1, 13 * S);
        assertThat(reckoned(13 * S, 9)).containsExactly(1, 9);
    }
}
