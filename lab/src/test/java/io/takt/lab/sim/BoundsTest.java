package io.takt.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class BoundsTest {
    private final Bounds bounds = new Bounds(2, 10);

    private void shows(final int party, final long time) {
        bounds.countedUp(1, party, time, true);
    }

    @Example
    void remembersHowFarApartTheClocksWere() {
        shows(2, 10);
        shows(0, 7);
        assertThat(bounds.spread()).isEqualTo(7);
        shows(1, 6);
        assertThat(bounds.spread()).isEqualTo(1);
        assertThat(bounds.lag()).isEqualTo(4);
        assertThat(bounds.greatestSpread()).isEqualTo(7);
        assertThat(bounds.greatestLag()).isEqualTo(10);
        assertThat(bounds.coreTime()).isEqualTo(10);
        assertThat(bounds.violations()).isZero();
    }

    @Example
    void seesACoreThatIsTooFarAhead() {
        shows(2, 11);
        assertThat(bounds.violations()).isEqualTo(1);
    }

    @Example
    void seesAnAssetThatIsAheadOfTheCore() {
        shows(2, 5);
        shows(1, 6);
        assertThat(bounds.violations()).isEqualTo(1);
    }

    @Example
    void seesClocksThatGoBack() {
        shows(2, 10);
        shows(0, 5);
        shows(0, 4);
        shows(2, 9);
        assertThat(bounds.violations()).isEqualTo(2);
    }

    /** The slowest is kept by counting; looking at all clocks anew must say the same. */
    @Property(seed = "12", tries = 200)
    void agreesWithTheFederate(@ForAll final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Federate federate = new Federate(new Settings(3, 20, List.of(1L, 2L, 5L, 5L)));
        final Bounds seen = new Bounds(4, 20);
        final List<Long> spreads = new ArrayList<>(List.of(0L));
        for (int i = 0; i < 300; i++) {
            final int party = random.nextInt(5);
            final boolean progressed = party == 4 ? federate.countUpCore(federate::assetTime)
                : federate.countUpAsset(party, federate.coreTime());
            seen.countedUp(i, party, party == 4 ? federate.coreTime() : federate.assetTime(party), progressed);
            spreads.add(federate.spread());
            assertThat(seen.spread()).isEqualTo(federate.spread());
            assertThat(seen.lag()).isEqualTo(federate.lag());
        }
        assertThat(seen.greatestSpread()).isEqualTo(spreads.stream().max(Long::compare).get());
        assertThat(seen.violations()).isZero();
    }
}
