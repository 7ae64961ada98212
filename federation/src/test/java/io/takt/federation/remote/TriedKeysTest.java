package io.takt.federation.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TriedKeysTest {
    private static final byte[] OLD = {1};
    private static final byte[] NEW = {2};

    private byte[] inFile = OLD;
    private final TriedKeys keys = new TriedKeys(() -> {
        if (inFile == null) {
            throw new IOException("there is no file");
        }
        return inFile.clone();
    });

    @Test
    void theNewKeyIsTriedAndThenInTurnsTheOneThatTheSessionHas() throws Exception {
        keys.next();
        assertThat(keys.onLinked()).isNull();
        inFile = NEW;
        for (int i = 0; i < 3; i++) {
            for (final byte[] expected : new byte[][] {NEW, NEW, OLD, OLD}) {
                assertThat(keys.next()).isEqualTo(expected);
                keys.refused();
            }
        }
        keys.next();
        assertThat(keys.onLinked()).isNull();
    }

    @Test
    void thatASessionGoesOnByItIsSaid() throws Exception {
        keys.next();
        keys.onLinked();
        inFile = NEW;
        keys.refused();
        keys.refused();
        assertThat(keys.next()).isEqualTo(OLD);
        assertThat(keys.onLinked()).isEqualTo("the parent has not got the new one that is here; copy the file there");
        assertThat(keys.next()).as("the next connection").isEqualTo(NEW);
    }

    @Test
    void aFileThatCannotBeReadHoldsUpTheFirstTryAlone() throws Exception {
        inFile = null;
        assertThatThrownBy(keys::next).isInstanceOf(IOException.class).hasMessage("there is no file");
        inFile = OLD;
        keys.next();
        keys.onLinked();
        inFile = null;
        assertThat(keys.next()).isEqualTo(OLD);
        assertThat(keys.onLinked()).isEqualTo("there is no file");
    }

    @Test
    void withoutASessionThereIsNoOther() throws Exception {
        keys.next();
        keys.refused();
        keys.refused();
        inFile = NEW;
        assertThat(keys.next()).isEqualTo(NEW);
    }
}
