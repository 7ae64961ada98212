package io.takt.wrapper.fmu;

import static io.takt.wrapper.fmu.Stage.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.message.Unit;
import io.takt.wrapper.kit.WrapperException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variables with units in channels of other units, by an FMU that solves x' = u - k x. */
class VariableUnitsTest {
    private static final Unit M = new Unit("m", "m", 1, 0);
    private static final Unit CM = new Unit("cm", "m", 0.01, 0);
    private static final Unit MS = new Unit("m/s", "m.s-1", 1, 0);
    private static final Unit K = new Unit("K", "K", 1, 0);

    @TempDir
    private Path folder;

    /** With the type of x, and more attributes of u. */
    private Stage linear(final String typeOfX, final String moreOfU) throws Exception {
        final String units = "<UnitDefinitions><Unit name='m'><BaseUnit m='1'/></Unit>"
            + "<Unit name='mm'><BaseUnit m='1' factor='1e-3'/></Unit>"
            + "<Unit name='quarter'><BaseUnit s='-1' m='1' kg='0' factor='0.25'/></Unit>"
            + "<Unit name='warm'><BaseUnit K='1' factor='0.5' offset='200'/></Unit><Unit name='odd'/>"
            + "<Unit name='rpm'><BaseUnit rad='1' s='-1' factor='0.1'/></Unit></UnitDefinitions>";
        final String text = Fmus.description("linear2").replace("<TypeDefinitions>", units + "<TypeDefinitions>")
            .replace("<Real unit=\"m\"/>", "<Real " + typeOfX + "/>")
            .replace("\"input\"><Real start=\"0\"/>", "\"input\"><Real start=\"0\" " + moreOfU + "/>")
            .replace("<Real start=\"2\"/>", "<Real start=\"2\" unit=\"mm\"/>");
        return new Stage(Fmus.make(folder, "linear2", text, Map.of()));
    }

    private Stage still(final String typeOfX, final String moreOfU) throws Exception {
        return linear(typeOfX, moreOfU).set("k=0", "x0=5");
    }

    private void refused(final Stage stage, final String why) throws Exception {
        try (stage) {
            assertThatThrownBy(stage::begin).isInstanceOf(WrapperException.class).hasMessage(why, folder);
        }
    }

    @Test
    void numbersAreOfTheChannelsUnitOutsideAndOfTheVariablesInside() throws Exception {
        for (final String type : new String[] {"json", "double"}) {
            try (Stage stage = still("unit='m'", "unit='quarter'").sends("x", CM).receives("u", MS, null)
                .as("x=" + type, "u=" + type).begin()) {
                stage.hand("u", "-3");
                stage.step(S);
                assertThat(stage.logged()).containsExactly("x 500.0 at 0", "x -700.0 at 1000000000");
            }
        }
    }

    @Test
    void eachVariableOfAListHasItsOwn() throws Exception {
        try (Stage stage = still("unit='m'", "").sends("p", M).begin()) {
            assertThat(stage.logged()).containsExactly("p [1.0,0.002] at 0");
        }
    }

    @Test
    void anOffsetCountsForNoDifference() throws Exception {
        try (Stage stage = still("unit='warm'", "").sends("x", K).begin()) {
            assertThat(stage.logged()).containsExactly("x 202.5 at 0");
        }
        try (Stage stage = still("unit='warm' relativeQuantity='true'", "").sends("x", K).begin()) {
            assertThat(stage.logged()).containsExactly("x 2.5 at 0");
        }
    }

    @Test
    void aVariableWithoutUnitHasThatWhichIsWanted() throws Exception {
        try (Stage stage = still("", "").sends("x", CM).receives("u", M, CM).begin()) {
            stage.hand("u", "1");
            stage.step(S);
            assertThat(stage.logged()).containsExactly("x 5.0 at 0", "x 105.0 at 1000000000");
        }
    }

    @Test
    void aUnitOfTheSameNameIsBelievedToBeTheSame() throws Exception {
        try (Stage stage = still("unit='odd'", "").sends("x", new Unit("odd", "1", 7, 0)).begin()) {
            assertThat(stage.logged()).containsExactly("x 5.0 at 0");
        }
    }

    @Test
    void unitsThatDoNotFitAreRefused() throws Exception {
        refused(still("unit='m'", "").sends("x", MS), "variable 'x' of %s/linear2.fmu does not fit the unit of its"
            + " channel: 'm' cannot be converted into 'm/s': the one is a unit of m, the other of m.s-1");
        refused(still("unit='rpm'", "").sends("x", new Unit("Hz", "s-1", 1, 0)), "variable 'x' of %s/linear2.fmu does"
            + " not fit the unit of its channel: 'rpm' cannot be converted into 'Hz': the one is a unit of s-1.rad, the"
            + " other of s-1");
        refused(still("unit='odd'", "").sends("x", M), "the unit 'odd' of variable 'x' of %s/linear2.fmu has no"
            + " BaseUnit, so it cannot be converted into that of its channel, 'm'");
        refused(still("", "").receives("i_in", M, CM), "channel 'i_in' has another unit than variable 'i_in', whose"
            + " values of Int32 cannot be converted");
        refused(still("", "").receives("u", M, null).receives("u", CM, null), "variable 'u' is set in several units by"
            + " the senders of its channel; give them the same in the hub's configuration");
    }
}
