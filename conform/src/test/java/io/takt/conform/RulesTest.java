package io.takt.conform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RulesTest {
    @Test
    void namesAreUnlikeEachOther() {
        assertThat(Judge.rules()).extracting(Rule::name).doesNotHaveDuplicates().allMatch(name -> name.length() <= 20);
    }

    /** The page has the table that follows from the rules. */
    @Test
    void thePageHasAllRules() throws Exception {
        final StringBuilder table = new StringBuilder("| rule | demands | needs |\n| --- | --- | --- |\n");
        for (final Rule rule : Judge.rules()) {
            final String needs = rule.script() == null ? "looked after in all trials" : switch (rule.needs()) {
                case ANY -> "";
                case BELL -> "a doorbell";
                case REFLECTS -> "a reflecting asset";
            };
            table.append("| `").append(rule.name()).append("` | ").append(rule.demand()).append(" | ").append(needs)
                .append(" |\n");
        }
        final Path page = Path.of("../docs/reference/conform.md");
        final String text = Files.readString(page);
        if (Boolean.getBoolean("takt.rules.write")) {
            final int from = text.indexOf("| rule | demands |");
            Files.writeString(page, text.substring(0, from) + table + text.substring(text.indexOf("\n\n", from) + 1));
        }
        assertThat(Files.readString(page)).contains(table);
    }
}
