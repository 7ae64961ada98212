package io.takt.bench.program;

/**
 * The list of the Tentative Event Strategy as it was published: every prediction is pushed, and a stale one stays until
 * it comes up. Or, if wanted, until the list is twice as long as it was without any when they were last looked for.
 */
final class PushedList implements EventList {
    private static final int LEAST = 64;

    private final int[] count;
    private final EventArrays heap = new EventArrays();
    private int clearAt;
    private int longest;
    private long cleared;

    PushedList(final int[] count, final boolean clears) {
        this.count = count;
        clearAt = clears ? LEAST : Integer.MAX_VALUE;
    }

    @Override
    public void put(final int owner, final long due, final long event) {
        heap.push(due, event, EventList.canaries(event, count));
        longest = Math.max(longest, heap.size());
        if (heap.size() >= clearAt) {
            cleared += heap.keepFresh(count);
            heap.heapify();
            clearAt = Math.max(LEAST, 2 * heap.size());
        }
    }

    @Override
    public long firstDue() {
        return heap.size() == 0 ? Long.MAX_VALUE : heap.due(0);
    }

    @Override
    public long firstEvent() {
        return heap.event(0);
    }

    @Override
    public boolean firstIsStale() {
        return heap.isStale(0, count);
    }

    @Override
    public int takeFirst() {
        heap.pop();
        return -1;
    }

    @Override
    public int longest() {
        return longest;
    }

    @Override
    public long cleared() {
        return cleared;
    }
}
