package io.takt.hub.core.plan;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The channels that the configuration names. What an asset declares by itself is added to them; where both speak of the
 * same, the configuration counts.
 *
 * @param seed    of the scenario, from which jitter and loss are drawn.
 * @param outputs by sender.
 * @param inputs  by receiver.
 * @param checked whether senders are to write checks of what they send.
 */
public record MessagePlan(long seed, Map<String, List<OutputSpec>> outputs, Map<String, List<InputSpec>> inputs,
    boolean checked) {
    /** No channels. */
    public static final MessagePlan NONE = new MessagePlan(0, Map.of(), Map.of(), false);

    /**
     * What an asset sends, with what it declares by itself.
     *
     * @param asset    its name.
     * @param declared by itself.
     * @return the configured first, always in the same places.
     */
    public List<OutputSpec> outputs(final String asset, final List<OutputSpec> declared) {
        final Map<String, OutputSpec> all = new LinkedHashMap<>();
        outputs.getOrDefault(asset, List.of()).forEach(output -> all.put(output.channel(), output));
        declared.forEach(output -> all.putIfAbsent(output.channel(), output));
        return List.copyOf(all.values());
    }

    /**
     * What an asset receives, with what it declares by itself.
     *
     * @param asset    its name.
     * @param declared by itself.
     * @return the configured first, always in the same places.
     */
    public List<InputSpec> inputs(final String asset, final List<InputSpec> declared) {
        final Map<List<String>, InputSpec> all = new LinkedHashMap<>();
        inputs.getOrDefault(asset, List.of())
            .forEach(input -> all.put(List.of(input.channel(), input.sender()), input));
        declared.forEach(input -> all.putIfAbsent(List.of(input.channel(), input.sender()), input));
        return new ArrayList<>(all.values());
    }
}
