package io.takt.lab.tree;

/**
 * How far the clocks of a tree have ever been apart: the root's core and the slowest asset, and any two assets. Exact:
 * every move of a clock is looked at.
 */
public final class TreeSpread {
    private final TreeClocks clocks;
    private final int firstAsset;
    private long least;
    private int slowestAssets;
    private long most;
    private long mostLag;
    private long mostApart;

    /**
     * Of clocks that are all at 0.
     *
     * @param clocks to look at.
     */
    public TreeSpread(final TreeClocks clocks) {
        this.clocks = clocks;
        firstAsset = clocks.shape().federates();
        slowestAssets = clocks.shape().assets();
    }

    /**
     * The most that the slowest asset was ever behind the root's core.
     *
     * @return simulation time.
     */
    public long mostLag() {
        return mostLag;
    }

    /**
     * The most that any two assets were ever apart.
     *
     * @return simulation time.
     */
    public long mostApart() {
        return mostApart;
    }

    void moved(final int node) {
        if (node == 0) {
            mostLag = Math.max(mostLag, clocks.time(0) - least);
        } else if (node >= firstAsset) {
            final long now = clocks.time(node);
            most = Math.max(most, now);
            if (now - clocks.step(node) == least && --slowestAssets == 0) {
                findSlowest();
            }
            mostApart = Math.max(mostApart, most - least);
        }
    }

    private void findSlowest() {
        least = Long.MAX_VALUE;
        final int end = clocks.shape().nodes();
        for (int asset = firstAsset; asset < end; asset++) {
            final long time = clocks.time(asset);
            if (time < least) {
                least = time;
                slowestAssets = 0;
            }
            if (time == least) {
                slowestAssets++;
            }
        }
    }
}
