package io.takt.asset.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "Z", "7", "drone-1", "a.b_c-d", "0..", "x--", "takt"})
    void takesLettersDigitsAndSomeMarks(final String name) {
        assertThat(Names.isValid(name)).isTrue();
        assertThat(Names.requireValid(name)).isSameAs(name);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {".", "..", ".lock", "_a", "-a", "a b", " a", "a ", "a/b", "a\\b", "a=b", "a\n", "\na",
        "\u00e4", "a\u00e4", "\u0661", "a:b", "a\0"})
    void refusesEverythingElseWithTheRule(final String name) {
        assertThat(Names.isValid(name)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> Names.requireValid(name))
            .withMessage((name == null ? "the name is missing" : "'" + name + "' is not a name") + "; " + Names.rule());
    }

    @Test
    void isAtMostAHundredCharactersLong() {
        assertThat(Names.isValid("a".repeat(100))).isTrue();
        assertThat(Names.isValid("a".repeat(101))).isFalse();
        assertThat(Names.rule()).contains("1 to 100").doesNotContain("\n");
    }
}
