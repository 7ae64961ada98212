/**
 * Calls between assets: requests, progress, cancels and answers, with time-outs in simulated time.
 *
 * <p>A service is two channels of messages, declared by {@link io.takt.asset.AssetSpec#serves} and
 * {@link io.takt.asset.AssetSpec#calls}. So calls are as deterministic as messages are: nothing here knows the wall
 * clock. Both ends are used on the thread that drives their asset.
 */
package io.takt.asset.call;
