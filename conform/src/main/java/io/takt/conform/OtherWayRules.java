package io.takt.conform;

import io.takt.asset.message.Delivery;
import io.takt.conform.Rule.Needs;
import java.util.List;
import java.util.function.Supplier;

/**
 * Some rules once more, where the program uses the other way of its runtime: callbacks if it has a loop of its own, or
 * a loop. All that both ways have in common is judged by the other rules.
 */
final class OtherWayRules {
    private OtherWayRules() {
    }

    private static Rule other(final String name, final String demand, final Supplier<Scene> scene,
        final Rule.Script script) {
        return new Rule("other-" + name, demand, Needs.REFLECTS, () -> scene.get().otherWay(), script);
    }

    private static Scene talk() {
        return new Scene().reflecting();
    }

    static List<Rule> all() {
        return List.of(
            other("order", "the runtime's other way, callbacks or a loop, hands over messages in the same order",
                () -> talk().in("pose", "bob", Delivery.GATED, 0).in("wind", "ann", Delivery.GATED_UNTIL_END,
                    9 * Scene.MS), MessageRules::handed),
            other("news", "it hands retroactive messages over once their sender has done its step",
                () -> talk().in("news", "ann", Delivery.RETROACTIVE, Scene.MS), MessageRules::retroactive),
            other("latest", "before a step it hands over the newest of latest values, once",
                () -> talk().in("wind", "ann", Delivery.LATEST, 0), MessageRules::latest),
            other("reset", "in a reset it lets the program begin anew, and send its dawn", OtherWayRules::talk,
                ResetRules::log),
            other("leave", "a program that leaves in its step is given no more, and ends well", OtherWayRules::talk,
                LifeRules::leave),
            other("stopped", "after STOPPED the program ends with exit code 0", OtherWayRules::talk,
                trial -> LifeRules.end(trial, "STOPPED", true)),
            other("failed", "after FAILED it ends with another exit code than 0", OtherWayRules::talk,
                trial -> LifeRules.end(trial, "FAILED", false)),
            other("attach", "told to attach, it goes on with the hub that takes over, without a new start",
                () -> talk().attaches().in("pose", "ann", Delivery.GATED, 40 * Scene.MS), DeathRules::attach));
    }
}
