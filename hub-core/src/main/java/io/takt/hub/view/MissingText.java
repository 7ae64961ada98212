package io.takt.hub.view;

import io.takt.asset.AssetState;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.ShortList;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names the assets that a hub waits for, and says whether their processes live. */
public final class MissingText {
    private MissingText() {
    }

    /**
     * First all names, then the details of each.
     *
     * @param status of a hub.
     * @return such as {@code radar, tug; radar: its process 4711 is stopped and is to attach again}.
     */
    public static String list(final HubStatus status) {
        final Map<String, AssetStatus> assets =
            status.assets().stream().collect(Collectors.toMap(AssetStatus::name, Function.identity()));
        final StringBuilder text = new StringBuilder(ShortList.of(status.missing()));
        status.missing().stream().limit(ShortList.MOST).forEach(name -> {
            final String why = why(assets.get(name));
            text.append(why == null ? "" : "; " + name + ": " + why);
        });
        return text.toString();
    }

    /** Null when there is nothing to say. */
    private static String why(final AssetStatus asset) {
        if (asset == null || !asset.away() && asset.state() != AssetState.JOINED) {
            return null;
        }
        return asset.away() ? BlockerText.whyAway(asset) : "not ready, its " + BlockerText.process(asset);
    }
}
