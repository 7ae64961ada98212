package io.takt.dashboards.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of a dashboard that Grafana takes for granted, without an error when one is missing. */
class DashboardsTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");
    private static final Pattern PAGE = Pattern.compile("^/d/([\\w-]+)");
    private static final int COLUMNS = 24;

    static Stream<ObjectNode> boards() {
        return Dashboards.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void panelsLieBesideEachOther(final JsonNode board) {
        final Set<Integer> ids = new HashSet<>();
        final Set<String> cells = new HashSet<>();
        for (final JsonNode panel : board.get("panels")) {
            assertThat(ids.add(panel.get("id").intValue())).isTrue();
            assertThat(panel.get("title").textValue()).isNotBlank();
            assertThat(panel.get("description").textValue()).as(panel.get("title").textValue()).isNotBlank();
            final JsonNode at = panel.get("gridPos");
            for (int x = 0; x < at.get("w").intValue(); x++) {
                for (int y = 0; y < at.get("h").intValue(); y++) {
                    assertThat(at.get("x").intValue() + x).isLessThan(COLUMNS);
                    assertThat(cells.add((at.get("x").intValue() + x) + " " + (at.get("y").intValue() + y))).isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("boards")
    void everyQueryHasItsDataSourceAndItsVariables(final JsonNode board) {
        final Set<String> variables = new HashSet<>(Set.of("__rate_interval", "__value", "__url_time_range"));
        board.at("/templating/list").forEach(each -> variables.add(each.get("name").textValue()));
        for (final JsonNode panel : board.get("panels")) {
            final Set<String> refs = new HashSet<>();
            assertThat(panel.get("targets")).isNotEmpty();
            for (final JsonNode target : panel.get("targets")) {
                assertThat(refs.add(target.get("refId").textValue())).isTrue();
                assertThat(target.at("/datasource/uid").textValue()).isEqualTo(Dashboard.DATASOURCE);
            }
        }
        final Matcher used = VARIABLE.matcher(board.toString());
        while (used.find()) {
            assertThat(variables).contains(used.group(1).equals("__all") ? "__value" : used.group(1));
        }
    }

    @ParameterizedTest
    @MethodSource("boards")
    void linksLeadToDashboardsThatThereAre(final JsonNode board) {
        final List<String> pages = new ArrayList<>();
        boards().forEach(each -> pages.add(each.get("uid").textValue()));
        final List<JsonNode> urls = board.findValues("url");
        assertThat(urls).hasSizeGreaterThanOrEqualTo(2).allSatisfy(url -> {
            final Matcher page = PAGE.matcher(url.textValue());
            assertThat(page.find()).isTrue();
            assertThat(pages).contains(page.group(1));
        });
    }

    @ParameterizedTest
    @MethodSource("boards")
    void columnsThatAreToLookSpecialAreThere(final JsonNode board) {
        for (final JsonNode panel : board.get("panels")) {
            final Set<String> columns = new HashSet<>();
            panel.at("/transformations/1/options/renameByName").forEach(each -> columns.add(each.textValue()));
            if (panel.get("type").textValue().equals("table")) {
                panel.at("/fieldConfig/overrides").forEach(each ->
                    assertThat(columns).contains(each.at("/matcher/options").textValue()));
            }
        }
    }
}
