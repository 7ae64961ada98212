package io.takt.hub.core.event;

import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.control.Reply;
import java.util.List;
import java.util.Map;

/**
 * An asset that has joined, as the recorder in the hub's process is told of it; or a mirror of an asset of another hub,
 * with those of its channels that cross the border, and without inputs.
 *
 * @param asset    its name; of a mirror the path.
 * @param steps    by how much it counts up; of a mirror, where that is not known, the core's step.
 * @param timeNs   T_i at which it starts: 0, the core's time, or where a process stood whose place it takes.
 * @param pid      its process, which may be that of others; 0 when it does not say.
 * @param log      absolute path of its message log; null when it neither sends nor receives.
 * @param slot     of the reader in the log.
 * @param channels what it sends, by their indices in the log.
 * @param inputs   the links by which it receives, by their numbers.
 * @param told     the channels of which it is told at those that come from a carrier.
 */
public record TappedJoin(String asset, Steps steps, long timeNs, long pid, String log, int slot,
    List<OutputSpec> channels, List<InputSpec> inputs, Map<Integer, Reply.Sent> told) {
}
