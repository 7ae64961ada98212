/** A hub's task as data: clocks, assets, channels and gates, as the configuration names them. */
package io.takt.hub.core.plan;
