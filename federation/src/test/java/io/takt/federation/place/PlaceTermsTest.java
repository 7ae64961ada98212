package io.takt.federation.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.RefusalCode;
import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.rule.Report;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines between a child and its parent, which are the same on one host and over a link. */
class PlaceTermsTest {
    private static final PlaceTerms TERMS = new PlaceTerms("lab", "site-a", 5, 20, Report.SLOWEST, 7L, Long.MAX_VALUE);

    @Test
    void aJoinSaysAllByWhichTheTreeWasJudged() {
        assertThat(TERMS.join(new ToParent.Join(40L), 1)).isEqualTo(Request.Join.of(1, "site-a").stepNs(5)
            .federate(Report.SLOWEST).seed(7L).maxDelayNs(20L).timeNs(40L));
    }

    @Test
    void aChildSaysItsOwnNameAndTheResetThatIsDone() {
        assertThat(TERMS.request(new ToParent.Child(-7), 2)).isEqualTo(new Request.Child(2, -7, "lab"));
        assertThat(TERMS.request(new ToParent.ResetDone(9L), 3)).isEqualTo(new Request.ResetDone(3, "site-a", 9L));
        assertThat(PlaceTerms.news(new Event.Reset(9L))).isEqualTo(new ParentNews.Reset(9L));
    }

    @Test
    void aCycleIsToldInAnAnswerOrLater() {
        final List<Event.Ancestor> above = List.of(new Event.Ancestor(1, "root"));
        assertThat(PlaceTerms.newsOfAncestry(new Event.Ancestry(above))).isEqualTo(new ParentNews.Ancestry(above));
        assertThat(PlaceTerms.newsOfAncestry(new Event.Refused("lab", "CYCLE", "why")))
            .isEqualTo(new ParentNews.Refused("why"));
        assertThat(PlaceTerms.newsOfAncestry(Reply.refused(1, RefusalCode.CYCLE, "why")))
            .isEqualTo(new ParentNews.Refused("why"));
        assertThat(PlaceTerms.newsOfAncestry(Reply.refused(1, "unknown op 'child'"))).as("an earlier version").isNull();
        assertThat(PlaceTerms.newsOfAncestry(Reply.done(1))).isNull();
        assertThat(PlaceTerms.newsOfAncestry(new Event.Settle())).isNull();
    }
}
