package io.takt.recording.format;

import java.util.List;

/**
 * How a recorded run ended. A recording without it was cut short.
 *
 * @param state      of the hub.
 * @param end        why, as {@code takt run --json} says it.
 * @param reason     the same in words.
 * @param coreTimeNs T_c.
 * @param position   of the stream's end, in bytes.
 * @param assets     how they stood.
 */
public record Ending(String state, String end, String reason, long coreTimeNs, long position, List<AssetEnd> assets) {
    /**
     * How an asset stood in the end.
     *
     * @param name   its name.
     * @param timeNs T_i.
     * @param digest of what was delivered to it, 16 hexadecimal digits; null when it receives nothing.
     */
    public record AssetEnd(String name, long timeNs, String digest) {
    }

    /**
     * The digest of an asset.
     *
     * @param name its name.
     * @return null when it has none.
     */
    public String digestOf(final String name) {
        return assets.stream().filter(asset -> asset.name().equals(name)).map(AssetEnd::digest)
            .filter(digest -> digest != null).findFirst().orElse(null);
    }
}
