package io.takt.dist;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The wrappers in wrappers/python, with the simulators that they wrap: their own tests, in virtual environments. */
@Tag("long")
class PythonWrappersIT extends HubTest {
    private void pytest(final String list, final String file) throws Exception {
        PythonTools.pytest(PythonTools.withWrappers(list, folder), "wrappers/python/tests/" + file, folder, base);
    }

    @Test
    void modelsOfMujocoAreAssets() throws Exception {
        pytest("wrappers", "test_mujoco.py");
    }

    @Test
    void environmentsOfGymnasiumAreAssets() throws Exception {
        pytest("wrappers", "test_gymnasium.py");
    }

    @Test
    void federationsOfHelicsAreAssets() throws Exception {
        pytest("wrappers", "test_helics.py");
    }

    @Test
    void autopilotsOfMavlinkHaveTheTimeOfAHub() throws Exception {
        pytest("wrappers", "test_mavlink.py");
    }

    /** Its own scenarios run where the environment variable TAKT_MOSAIK names a clone of mosaik. */
    @Test
    void simulatorsOfMosaikAreAssets() throws Exception {
        pytest("wrappers", "test_mosaik.py");
    }

    @Test
    void theTimeOfAHubIsTheClockOfRos2() throws Exception {
        pytest("ros2", "test_ros2.py");
    }

    /** SUMO's package is some 300 MB. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void networksOfSumoAreAssets() throws Exception {
        pytest("sumo", "test_sumo.py");
    }
}
