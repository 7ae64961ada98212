package io.takt.hub.daemon;

import io.takt.hub.core.event.ParentNews;
import io.takt.hub.core.event.ToParent;
import io.takt.hub.core.world.ParentClock;
import io.takt.rule.Report;
import java.util.Map;
import java.util.function.Consumer;

/** The tie of a child hub to its parent: shared memory of the same host, or a link to another one. */
public interface ParentLink extends AutoCloseable {
    /** {@return the parent's clock, for the hub's thread; the same object always} */
    ParentClock clock();

    /** {@return which time this hub reports to its parent; the same always} */
    Report report();

    /**
     * The hub can hear. Called once, before {@link #tell}.
     *
     * @param hears takes what is heard of the parent, in order; from any thread.
     * @param wakes wakes the hub's thread when the parent's time has come that it waits for; from any thread.
     */
    void open(Consumer<ParentNews> hears, Runnable wakes);

    /**
     * Tells the parent, in order. Called on the hub's thread; does not block.
     *
     * @param message what it is told.
     */
    void tell(ToParent message);

    /**
     * Connections to this hub's own control socket that the link keeps until it is closed; a hub that ends waits for
     * all others.
     *
     * @return how many; from any thread.
     */
    default int ownConnections() {
        return 0;
    }

    /**
     * The rejections of input that came as the parent's; from any thread.
     *
     * @return how often, by one word for why, as of {@link ChildLinks.Rejected}; a snapshot.
     */
    default Map<String, Long> rejected() {
        return Map.of();
    }

    /** The hub is gone; nothing of its clock may be touched any more. */
    @Override
    void close();
}
