package io.takt.bench.program;

/** One place for each sphere: of all that is predicted for it only the first is in, and it is never put in twice. */
final class OnePlaceList implements EventList {
    private final int[] count;
    private final long[] events;
    private final long[] canaries;
    private final OwnerHeap heap;

    OnePlaceList(final int[] count) {
        this.count = count;
        events = new long[count.length];
        canaries = new long[count.length];
        heap = new OwnerHeap(count.length, (one, other, time) -> events[one] < events[other]);
    }

    @Override
    public void put(final int owner, final long due, final long event) {
        events[owner] = event;
        canaries[owner] = EventList.canaries(event, count);
        heap.put(owner, due);
    }

    @Override
    public long firstDue() {
        return heap.firstDue();
    }

    @Override
    public long firstEvent() {
        return events[heap.first()];
    }

    @Override
    public boolean firstIsStale() {
        return EventList.isStale(events[heap.first()], canaries[heap.first()], count);
    }

    /** Its place is taken when its next event is put in. */
    @Override
    public int takeFirst() {
        return heap.first();
    }

    @Override
    public int longest() {
        return count.length;
    }

    @Override
    public long cleared() {
        return 0;
    }
}
