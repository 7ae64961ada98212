package io.takt.shm.asset;

import io.takt.shm.clock.LowestTimes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The callback assets of one thread, in the order in which they joined, and the T_c for which each of them waits. One
 * more costs the same however many there are. Owned by that thread.
 */
final class HostedAssets {
    private final Map<AssetSession, Hosted> bySession = new LinkedHashMap<>();
    private final List<Hosted> slots = new ArrayList<>();
    private final List<Hosted> withInterval = new ArrayList<>();
    private final List<Hosted> visited = new ArrayList<>();
    private final LowestTimes wanted = new LowestTimes();
    private long lowestWantedNs = LowestTimes.NONE;
    private boolean isAnyGone;
    /** By the number in the hub; null until it is asked for. */
    private Int2ObjectHashMap<Hosted> byNumber;

    /** An asset has joined; its first visit is up to the caller. */
    void add(final Hosted asset) {
        bySession.put(asset.session(), asset);
        asset.slot(slots.size());
        slots.add(asset);
        if (asset.session().hasInterval()) {
            withInterval.add(asset);
        }
        if (asset.isVisited()) {
            visited.add(asset);
        }
        wanted.set(asset.slot(), LowestTimes.NONE);
        if (byNumber != null) {
            byNumber.put(asset.session().number(), asset);
        }
    }

    /** An asset has taken a command: new clocks may be those of another number. */
    void onCommand(final SessionCommand command) {
        if (command instanceof SessionCommand.Clocks) {
            byNumber = null;
        }
    }

    /** Null when no asset of this thread has the session. */
    Hosted of(final AssetSession session) {
        return bySession.get(session);
    }

    /** Null when there is none. */
    Hosted numbered(final int number) {
        if (byNumber == null) {
            byNumber = new Int2ObjectHashMap<>();
            slots.forEach(each -> byNumber.put(each.session().number(), each));
        }
        return byNumber.get(number);
    }

    /** All that are there, be they about to go or not. */
    int count() {
        return slots.size();
    }

    Hosted at(final int slot) {
        return slots.get(slot);
    }

    void addAllTo(final List<Hosted> some) {
        some.addAll(slots);
    }

    List<AssetSession> sessions() {
        return List.copyOf(bySession.keySet());
    }

    List<Hosted> withInterval() {
        return withInterval;
    }

    /** Assets that are to be visited in every cycle. */
    List<Hosted> visited() {
        return visited;
    }

    /** The lowest T_c for which an asset is to be visited; later than all times when there is none. */
    long lowestWantedNs() {
        return lowestWantedNs;
    }

    int blocks() {
        return wanted.blocks();
    }

    long lowestOf(final int block) {
        return wanted.lowestOf(block);
    }

    int endOf(final int block) {
        return Math.min(slots.size(), wanted.endOf(block));
    }

    long wantedAt(final int slot) {
        return wanted.get(slot);
    }

    /** The asset in a slot has been visited; {@link #settleBlock} is to follow. */
    void raise(final int slot) {
        wanted.raise(slot, slots.get(slot).wantedNs());
    }

    void settleBlock(final int block) {
        wanted.settle(block);
    }

    void settleLowest() {
        lowestWantedNs = wanted.lowest();
    }

    /** An asset has been visited; {@link #settleLowest} is to follow. */
    void settle(final Hosted asset) {
        wanted.set(asset.slot(), asset.wantedNs());
    }

    /** An asset has no more turns; it stays in its slot until {@link #removeGone}. */
    void goes(final Hosted asset) {
        asset.goes();
        bySession.remove(asset.session(), asset);
        isAnyGone = true;
    }

    /** Between two cycles: those that have gone make room. */
    void removeGone() {
        if (!isAnyGone) {
            return;
        }
        isAnyGone = false;
        byNumber = null;
        slots.removeIf(Hosted::isGone);
        withInterval.removeIf(Hosted::isGone);
        visited.removeIf(Hosted::isGone);
        for (int slot = 0; slot < slots.size(); slot++) {
            slots.get(slot).slot(slot);
            raise(slot);
        }
        for (int slot = slots.size(); slot < wanted.slots(); slot++) {
            wanted.raise(slot, LowestTimes.NONE);
        }
        for (int block = 0; block < wanted.blocks(); block++) {
            wanted.settle(block);
        }
        settleLowest();
    }
}
