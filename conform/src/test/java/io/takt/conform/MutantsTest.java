package io.takt.conform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The faults of {@code mutants.txt} can be put into the C library as it is now; needs no compiler. */
class MutantsTest {
    @Test
    void eachOldTextStandsOnceInItsFile() throws Exception {
        assertThat(Mutant.all()).isNotEmpty();
        for (final Mutant mutant : Mutant.all()) {
            assertThat(mutant.timesIn(Files.readString(CPrograms.source(mutant))))
                .as("times that '%s' stands in %s, for the fault '%s'", mutant.oldText(), mutant.file(), mutant.name())
                .isEqualTo(1);
        }
    }

    @Test
    void eachRuleIsBrokenByOne() throws Exception {
        assertThat(Mutant.all()).extracting(Mutant::rule)
            .containsAll(Judge.rules().stream().map(Rule::name).toList());
    }

    @Test
    void eachBreaksARule() throws Exception {
        final List<String> names = Judge.rules().stream().map(Rule::name).toList();
        final List<String> trials =
            Judge.rules().stream().filter(rule -> rule.script() != null).map(Rule::name).toList();
        assertThat(Mutant.all()).allSatisfy(mutant -> {
            assertThat(names).as("rules, for the fault '%s'", mutant.name()).contains(mutant.rule());
            assertThat(trials).as("trials, for the fault '%s'", mutant.name()).contains(mutant.trial());
        });
    }
}
