package io.takt.conform;

import java.io.IOException;

/**
 * A rule that an asset has to keep.
 *
 * @param name   by which it is asked for.
 * @param demand its demand, in one line.
 * @param needs  the kind of program to which it applies.
 * @param scene  for its trial.
 * @param script of its trial; null for a rule that is looked after in all trials.
 */
record Rule(String name, String demand, Needs needs, java.util.function.Supplier<Scene> scene, Script script) {
    /** The kind of program that a rule needs. */
    enum Needs {
        /** Any asset. */
        ANY,
        /** One that follows the kit's orders. */
        REFLECTS,
        /** One that joins with a doorbell. */
        BELL
    }

    /** The trial of a program; it tells its observations. */
    @FunctionalInterface
    interface Script {
        String run(Trial trial) throws Broken, IOException;
    }

    /** One that is looked after in all trials. */
    static Rule always(final String name, final String demand) {
        return new Rule(name, demand, Needs.ANY, Scene::new, null);
    }
}
