package io.takt.proofs.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.takt.proofs.rule.FaultyClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every {@link LinkMutant} is noticed by the proof that it names. */
class LinkMutantsTest {
    private static final Path PAGE = Path.of("..", "docs", "explanation", "proofs.md");
    private static final Pattern ROW =
        Pattern.compile("^\\| [^`|]+ \\| `([A-Z_]+)` \\| `(Link\\w+#\\w+)` \\|$", Pattern.MULTILINE);

    /** The others take seconds each: classes are loaded anew, and a proof runs until it notices. */
    private static final Set<LinkMutant> QUICK = EnumSet.of(LinkMutant.REPORT_AHEAD, LinkMutant.BEGINS_AHEAD);

    @ParameterizedTest
    @EnumSource
    void isNoticedByTheNamedProof(final LinkMutant mutant) {
        assumeThat(Boolean.getBoolean("takt.slow") || QUICK.contains(mutant)).isTrue();
        assertThat((String) FaultyClasses.call(mutant.fault(), "io.takt.proofs.links.LinkProof", "failureOf",
            mutant.caughtBy())).as("what %s makes fail", mutant).isNotNull();
    }

    @Test
    void theTableOfLinkMutantsIsThatOfTheCode() throws IOException {
        assertThat(ROW.matcher(Files.readString(PAGE)).results().map(row -> row.group(1) + " " + row.group(2)))
            .containsExactly(Arrays.stream(LinkMutant.values()).map(each -> each + " " + each.caughtBy())
                .toArray(String[]::new));
    }
}
