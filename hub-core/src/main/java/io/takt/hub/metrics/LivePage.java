package io.takt.hub.metrics;

import com.sun.net.httpserver.HttpHandler;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.host.HubDirectory;
import java.util.Optional;
import java.util.ServiceLoader;

/** A page that shows a hub, at the port of its metrics; another module has it, found by {@link ServiceLoader}. */
public interface LivePage {
    /** A hub that is shown. */
    interface Shown {
        /**
         * How it stands.
         *
         * @return a snapshot.
         * @throws io.takt.asset.TaktException when it does not answer; in one line.
         */
        HubStatus status();

        /**
         * The same, once a second for a history that no page shows yet: assets need report nothing for it, and no
         * process is looked at.
         *
         * @return a snapshot.
         * @throws io.takt.asset.TaktException when it does not answer; in one line.
         */
        default HubStatus glance() {
            return status();
        }

        /** {@return where it is on this host} */
        HubDirectory directory();

        /** {@return what a request to pause, resume, reset or stop has to know; null where none is taken} */
        String token();
    }

    /** The page of one hub. */
    interface Site extends AutoCloseable {
        /**
         * The handler of a path.
         *
         * @param path of a request.
         * @return called by several threads at once, and closes no exchange; null for none.
         */
        HttpHandler handler(String path);

        /**
         * Whether an answer goes on and on. All others are cut off when a client does not read them.
         *
         * @param path of a request.
         * @return true for a handler that itself ends connections that are not read.
         */
        boolean isEndless(String path);

        /** No page gets anything any more. */
        @Override
        void close();
    }

    /** {@return the page that is installed; none in an installation without pages} */
    static Optional<LivePage> installed() {
        return ServiceLoader.load(LivePage.class).findFirst();
    }

    /**
     * Makes the page of a hub. From now on it is asked once a second how it stands.
     *
     * @param hub to show.
     * @return what serves it.
     */
    Site of(Shown hub);
}
