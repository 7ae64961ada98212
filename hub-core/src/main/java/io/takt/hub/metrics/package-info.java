/** A hub's status as metrics for Prometheus, and the page on which they are served. */
package io.takt.hub.metrics;
