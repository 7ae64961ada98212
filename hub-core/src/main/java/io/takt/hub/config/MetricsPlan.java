package io.takt.hub.config;

import io.takt.hub.core.status.PageWay;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a hub serves its metrics and its page.
 *
 * @param port    0 for any free port; null for nowhere, unless the command line says where.
 * @param bind    the address at which programs of other hosts reach it; null for this host alone.
 * @param control whether the page may pause, resume, reset and stop.
 * @param names   by which other hosts may call this one, besides its addresses and its own name.
 */
public record MetricsPlan(Integer port, String bind, boolean control, List<String> names) {
    /** It comes from another machine, stays in the status of this hub, and becomes part of a browser's address. */
    private static final Pattern TOLD = Pattern.compile("[A-Za-z0-9.:%_\\[\\]-]{1,255}");
    private static final Set<String> ALL_INTERFACES = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    /**
     * Without names.
     *
     * @param port    0 for any free port; null for nowhere.
     * @param bind    the address at which programs of other hosts reach it; null for this host alone.
     * @param control whether the page may pause, resume, reset and stop.
     */
    public MetricsPlan(final Integer port, final String bind, final boolean control) {
        this(port, bind, control, List.of());
    }

    /** Nowhere. */
    public static final MetricsPlan NONE = new MetricsPlan(null, null, false);

    /**
     * This plan, where the port is known.
     *
     * @param taken the port that is served; not 0.
     * @return the plan.
     */
    public MetricsPlan served(final int taken) {
        return new MetricsPlan(taken, bind, control, names);
    }

    /** {@return a danger of this plan in one line that begins with the path of a field; null for none} */
    public String warning() {
        return !control || bind == null ? null : "metrics.control: the page is open to other hosts unencrypted, so its"
            + " token, with which one can stop this hub, can be read on the way; leave metrics.bind out, and reach the"
            + " page by ssh -L or a proxy with TLS";
    }

    /** {@return host and port of the page, as the hub itself calls them; null where they are not known} */
    public String page() {
        return port == null || port == 0 ? null : new Address(bind == null ? "127.0.0.1" : bind, port).toString();
    }

    /**
     * The way to the page of another hub.
     *
     * @param told what that hub says of its {@link #page}; null where it says nothing. A text that is no host and port
     *             of at most 255 characters counts as nothing.
     * @param host at which it is reached from here: a number, or the name that its page goes by, without the brackets
     *             of IPv6.
     * @return the way, or why there is none.
     */
    public static PageWay way(final String told, final String host) {
        final Address page = told == null || !TOLD.matcher(told).matches() ? null : Address.parse(told);
        if (page == null) {
            return new PageWay(null, "that hub serves no page; metrics.port in its configuration makes it");
        }
        final Address reached = new Address(host, page.port());
        if (ALL_INTERFACES.contains(page.host())) {
            return new PageWay(reached.toString(), null);
        }
        return !page.isLoopback() || reached.isLoopback() ? new PageWay(page.toString(), null)
            : new PageWay(null, "its page is for its own host alone; ssh -L " + page.port() + ":" + page + " " + host
                + " leads to it");
    }
}
