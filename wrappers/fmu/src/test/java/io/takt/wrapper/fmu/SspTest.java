package io.takt.wrapper.fmu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Systems of FMUs that become configurations. */
class SspTest {
    private static final long STEP_NS = 10_000_000;
    private static final String OUT = "<ssd:Connector name='y' kind='output'><ssc:Real unit='m'/></ssd:Connector>";
    private static final String IN = "<ssd:Connector name='u' kind='input'><ssc:Real unit='m'/></ssd:Connector>";
    private static final String TWO = component("a", "") + component("b", "");

    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void anFmuIsInside() {
        entries.put("resources/m.fmu", new byte[] {1, 2, 3});
        entries.put("resources/a b.fmu", new byte[1]);
    }

    private static String component(final String name, final String more) {
        return "<ssd:Component name='" + name + "' type='application/x-fmu-sharedlibrary' source='resources/m.fmu'>"
            + "<ssd:Connectors>" + OUT + IN + "<ssd:Connector name='n' kind='input'><ssc:Integer/></ssd:Connector>"
            + "</ssd:Connectors>" + more + "</ssd:Component>";
    }

    private static String link(final String start, final String end, final String more) {
        final StringBuilder text = new StringBuilder("<ssd:Connection");
        for (final String[] each : new String[][] {{"start", start}, {"end", end}}) {
            final int dot = each[1].lastIndexOf('.');
            text.append(dot < 0 ? "" : " " + each[0] + "Element='" + each[1].substring(0, dot) + "'")
                .append(" " + each[0] + "Connector='" + each[1].substring(dot + 1) + "'");
        }
        return text + ">" + more + "</ssd:Connection>";
    }

    private static String bindings(final String values) {
        return "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>" + set(values)
            + "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>";
    }

    private static String set(final String values) {
        return "<ssv:ParameterSet xmlns:ssv='v' version='1.0' name='s'><ssv:Parameters>" + values
            + "</ssv:Parameters></ssv:ParameterSet>";
    }

    private static String value(final String name, final String value) {
        return "<ssv:Parameter name='" + name + "'><ssv:Real value='" + value + "'/></ssv:Parameter>";
    }

    private static String system(final String elements, final String links, final String more) {
        return "<ssd:SystemStructureDescription xmlns:ssd='d' xmlns:ssc='c' name='my plant' version='1.0'>"
            + "<ssd:System name='root'><ssd:Elements>" + elements + "</ssd:Elements><ssd:Connections>" + links
            + "</ssd:Connections>" + more + "</ssd:System><ssd:DefaultExperiment stopTime='2.5'/>"
            + "</ssd:SystemStructureDescription>";
    }

    private String unpack(final String structure) throws IOException {
        entries.put("SystemStructure.ssd", structure.getBytes(StandardCharsets.UTF_8));
        return Ssp.unpack(Fmus.zip(folder.resolve("plant.ssp"), entries), folder.resolve("out"), STEP_NS);
    }

    private JsonNode configuration() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("out/plant.json").toFile());
    }

    private String launch(final int asset) throws IOException {
        return configuration().at("/assets/" + asset + "/launch").toString();
    }

    @Test
    void connectionsBecomeChannels() throws IOException {
        assertThat(unpack(system(TWO, link("a.y", "b.u", "") + link("a.y", "b.n", "") + link("b.y", "a.u", ""), "")))
            .isEqualTo(folder.resolve("out/plant.json") + ": 2 FMUs, with steps of 10ms\ntakt run -c "
                + folder.resolve("out/plant.json") + " --until 2.5s");
        assertThat(folder.resolve("out/resources/m.fmu")).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(((ObjectNode) configuration()).without("assets").toString()).isEqualTo(("{'hub':'my_plant',"
            + "'coreStep':'10ms','maxDelay':'100ms','channels':[{'name':'a.y','from':'a','type':'double','to':['b']},"
            + "{'name':'a.y-2','from':'a','to':['b']},{'name':'b.y','from':'b','type':'double','to':['a']}]}")
            .replace('\'', '"'));
        assertThat(launch(0)).isEqualTo(("['takt','fmu','resources/m.fmu','--out','a.y=y','--out','a.y-2=y','--in',"
            + "'b.y=u']").replace('\'', '"'));
        assertThat(launch(1)).isEqualTo(("['takt','fmu','resources/m.fmu','--in','a.y=u','--in','a.y-2=n','--out',"
            + "'b.y=y']").replace('\'', '"'));
    }

    @Test
    void outputsOfTheSystemAreWrittenIntoAFile() throws IOException {
        unpack(system(TWO, link("a.y", "b.u", "") + link("a.y", "y", ""), "<ssd:Connectors>" + OUT
            + "</ssd:Connectors>"));
        assertThat(configuration().at("/assets/2").toString()).isEqualTo(("{'name':'results','step':'10ms','launch':["
            + "'takt','log','--out','results.csv','--force']}").replace('\'', '"'));
        assertThat(configuration().get("channels").toString()).isEqualTo(("[{'name':'a.y','from':'a','type':'double',"
            + "'to':['b','results']}]").replace('\'', '"'));
    }

    @Test
    void anotherUnitIsConverted() throws IOException {
        unpack(system(component("a", "") + component("b", "").replace("'u' kind='input'><ssc:Real unit='m'",
            "'u' kind='input'><ssc:Real unit='mm'"), link("a.y", "b.u", ""), ""));
        assertThat(configuration().get("channels").toString()).isEqualTo(("[{'name':'a.y','from':'a','type':'double',"
            + "'unit':'m','to':[{'asset':'b','unit':'mm'}]}]").replace('\'', '"'));
    }

    /** Hubs take units by their names in UCUM, where C is the coulomb. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"K='1' offset='273.15' | K='1' | Cel | K",
        "m='1' factor='1e3' | m='1' factor='0.3048' | 1000.m | 3048.m/10000",
        "s='-1' rad='1' factor='0.10471975511965978' | s='-1' rad='1'"
            + " | 10471975511965978.s-1.rad/100000000000000000 | s-1.rad",
        "kg='1' m='2' s='-3' factor='1000' | kg='1' m='2' s='-3' | 1000.kg.m2.s-3 | kg.m2.s-3"})
    void unitsThatTheFileDescribesHaveTheirNamesOfUcum(final String one, final String other, final String unit,
        final String wanted) throws IOException {
        unpack(system(component("a", "").replace("unit='m'", "unit='C'") + component("b", "").replace("unit='m'",
            "unit='other'"), link("a.y", "b.u", ""), "").replace("<ssd:System name", "<ssd:Units><ssc:Unit name='C'>"
            + "<ssc:BaseUnit " + one + "/></ssc:Unit><ssc:Unit name='other'><ssc:BaseUnit " + other + "/></ssc:Unit>"
            + "<ssc:Unit name='none'/></ssd:Units><ssd:System name"));
        final JsonNode channel = configuration().at("/channels/0");
        assertThat(channel.get("unit").textValue()).isEqualTo(unit);
        assertThat(channel.at("/to/0/unit").textValue()).isEqualTo(wanted);
    }

    /** The outer one's own input is left open; a connector that leads through is not seen. */
    @Test
    void aSystemWithinIsResolved() throws IOException {
        final String inner = "<ssd:System name='in ner'><ssd:Connectors>" + OUT + IN + "</ssd:Connectors><ssd:Elements>"
            + component("b", "") + "</ssd:Elements><ssd:Connections>" + link("u", "b.u", "") + link("b.y", "y", "")
            + "</ssd:Connections></ssd:System>";
        assertThat(unpack(system(component("a", "") + inner, link("a.y", "in ner.u", "") + link("in ner.y", "a.u", "")
            + link("u", "a.n", ""), "<ssd:Connectors>" + IN + "</ssd:Connectors>")))
            .contains("\nno channel sets u, which the system has from outside\n");
        assertThat(configuration().get("channels").toString()).isEqualTo(("[{'name':'a.y','from':'a',"
            + "'type':'double','to':['in_ner.b']},{'name':'in_ner.b.y','from':'in_ner.b','type':'double',"
            + "'to':['a']}]").replace('\'', '"'));
    }

    /** Those of the system take the place of those of a component; a mapping gives values other names. */
    @Test
    void parametersBecomeStartValues() throws IOException {
        entries.put("resources/a.ssv", set(value("k", "1") + value("m", "2")).getBytes(StandardCharsets.UTF_8));
        entries.put("resources/b.ssm", ("<m:ParameterMapping xmlns:m='m'><m:MappingEntry source='m' target='b.k'/>"
            + "</m:ParameterMapping>").getBytes(StandardCharsets.UTF_8));
        unpack(system(component("a", "<ssd:ParameterBindings><ssd:ParameterBinding source='resources/a.ssv'/>"
            + "</ssd:ParameterBindings>") + component("b", bindings(value("k", "8")))
            .replace("m.fmu", "a%20b.fmu"), link("u", "a.u", ""),
            "<ssd:Connectors>" + IN + "</ssd:Connectors><ssd:ParameterBindings><ssd:ParameterBinding prefix='a.'>"
            + "<ssd:ParameterValues>" + set(value("k", "3")) + "</ssd:ParameterValues></ssd:ParameterBinding>"
            + "<ssd:ParameterBinding source='resources/a.ssv'><ssd:ParameterMapping source='resources/b.ssm'/>"
            + "</ssd:ParameterBinding><ssd:ParameterBinding><ssd:ParameterValues>" + set(value("u", "7"))
            + "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>"));
        assertThat(launch(0)).contains("\"k=3\"", "\"m=2\"", "\"u=7\"");
        assertThat(launch(1)).isEqualTo("[\"takt\",\"fmu\",\"resources/a b.fmu\",\"--set\",\"k=2\"]");
    }

    private void assertRefused(final String structure, final String message) {
        assertThatThrownBy(() -> unpack(structure)).isInstanceOf(WrapperException.class)
            .hasMessageStartingWith(folder.resolve("plant.ssp") + "").hasMessageContaining(message)
            .hasMessageNotContaining("\n");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "a.z | b.u | `` | has a connection with 'a.z', which is no connector",
        "a.y | b.u | <ssc:LinearTransformation factor='2'/> | has a LinearTransformation in its connection from 'a.y'"})
    void aConnectionThatIsNotUnderstoodIsTold(final String start, final String end, final String more,
        final String message) {
        assertRefused(system(TWO, link(start, end, more), ""), message);
    }

    @Test
    void aSystemThatIsNotUnderstoodIsTold() throws IOException {
        assertRefused(system(TWO, link("a.y", "b.u", "") + link("b.y", "b.u", ""), ""), "has two connections to 'b.u'");
        assertRefused(system(TWO, "", "").replace("'2.5'", "'x'"), "has the stopTime 'x', which is no number");
        assertRefused(system(TWO, "", "").replace("stopTime=", "startTime='1' stopTime="), "begins at 1 s, and");
        entries.put("resources/../../m.fmu", new byte[1]);
        assertRefused(system(TWO, "", ""), "its entry 'resources/../../m.fmu' leads out of its folder");
        entries.remove("resources/../../m.fmu");
        entries.put("m.fmu", new byte[1]);
        assertRefused(system(TWO.replace("resources/m.fmu", "./m.fmu"), "", ""), "the source 'm.fmu', which is no FMU");
        assertRefused(system(TWO.replace("m.fmu", "n.fmu"), "", ""),
            "has component 'a' with the source 'resources/n.fmu', which is no FMU in the file");
        assertRefused(system("<ssd:SignalDictionaryReference name='d'/>", "", ""),
            "has a SignalDictionaryReference 'd', which is not supported");
        assertRefused(system(component("a", bindings("<ssv:Parameter name='e'><ssv:Enumeration value='x'/>"
            + "</ssv:Parameter>")), "", ""), "sets parameter 'e' to a value of a kind that is not supported");
        assertRefused("<a xmlns='b'/>", "SystemStructure.ssd begins with <a>");
        assertRefused("<a", "SystemStructure.ssd is no XML: ");
        assertRefused("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><a>&b;</a>", "is no XML: DOCTYPE is");
        entries.clear();
        final Path empty = Fmus.zip(folder.resolve("empty.ssp"), entries);
        assertThatThrownBy(() -> Ssp.unpack(empty, folder.resolve("out"), STEP_NS))
            .hasMessage(empty + " has no SystemStructure.ssd");
        entries.put("SystemStructure.ssd", system("", "", "").getBytes(StandardCharsets.UTF_8));
        Fmus.zip(empty, entries);
        assertThatThrownBy(() -> Ssp.unpack(empty, folder, STEP_NS))
            .hasMessage("'" + folder + "' exists; --into names another folder");
    }
}
