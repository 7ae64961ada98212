/**
 * How a hub stands, for all who look at it: one model, of which the commands, the metrics and every page are views.
 */
package io.takt.hub.view;
