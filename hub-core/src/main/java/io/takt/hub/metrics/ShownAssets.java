package io.takt.hub.metrics;

import io.takt.asset.AssetState;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.HubView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The assets that have series of their own: all of a small hub, and of a large one those that hold it up most. One that
 * was among the worst stays for as long as there is room, so that series do not come and go with each scrape.
 */
final class ShownAssets {
    /** So many have series of their own. */
    static final int MOST = 200;

    /** So many of the worst come in at once. */
    private static final int WORST = MOST / 2;

    /** The one that was among the worst longest ago comes first. */
    private final Set<String> shown = new LinkedHashSet<>();

    /** The shown ones among the present. */
    List<AssetStatus> of(final HubView view) {
        final Map<String, AssetStatus> present = new HashMap<>();
        final List<String> worstFirst = new ArrayList<>();
        for (final HubView.Row row : view.rows()) {
            if (isPresent(row.status())) {
                present.put(row.status().name(), row.status());
                worstFirst.add(row.status().name());
            }
        }
        shown.retainAll(present.keySet());
        for (int i = Math.min(WORST, worstFirst.size()) - 1; i >= 0; i--) {
            shown.remove(worstFirst.get(i));
            shown.add(worstFirst.get(i));
        }
        for (int i = 0; i < worstFirst.size() && shown.size() < MOST; i++) {
            shown.add(worstFirst.get(i));
        }
        final Iterator<String> longestAgo = shown.iterator();
        while (shown.size() > MOST) {
            longestAgo.next();
            longestAgo.remove();
        }
        return shown.stream().map(present::get).toList();
    }

    /** An asset that is away still bounds the core, and most of all then. */
    static boolean isPresent(final AssetStatus asset) {
        return asset.away() || asset.state() != AssetState.LEFT && asset.state() != AssetState.LOST;
    }
}
