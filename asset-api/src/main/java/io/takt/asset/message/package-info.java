/**
 * Messages between assets, which arrive the same way in every run.
 *
 * <p>A <em>channel</em> is a named stream of time-stamped messages from one asset to any number of others. A
 * <em>link</em> is one sender-receiver pair of it, with a delay, jitter and loss of its own. Assets declare what they
 * send and receive, or the hub's configuration does; then they have {@link io.takt.asset.message.Channels}.
 */
package io.takt.asset.message;
