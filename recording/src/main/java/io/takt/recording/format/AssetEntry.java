package io.takt.recording.format;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.shm.control.ChannelForms;
import java.util.List;

/**
 * An asset as it joined.
 *
 * @param name     its name.
 * @param stepNs   ΔT_i.
 * @param startNs  T_i at which it started; not 0 for one that joined later, or took the place of a process.
 * @param pid      its process, which may be that of others; 0 when that is not known.
 * @param channels what it sends, by their indices.
 * @param inputs   the links by which it receives, by their indices.
 */
public record AssetEntry(String name, long stepNs, long startNs, long pid,
    @JsonSerialize(contentConverter = ChannelForms.OutputWriter.class)
    @JsonDeserialize(contentConverter = ChannelForms.OutputReader.class) List<OutputSpec> channels,
    @JsonSerialize(contentConverter = ChannelForms.InputWriter.class)
    @JsonDeserialize(contentConverter = ChannelForms.InputReader.class) List<InputSpec> inputs) {
}
