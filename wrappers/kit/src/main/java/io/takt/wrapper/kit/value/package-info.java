/**
 * The values of channels as JSON. Wrappers of simulators that others wrote know a channel only by its name, so the user
 * says which type its values have, and they become what {@link io.takt.asset.message.Codec} reads and writes elsewhere.
 */
package io.takt.wrapper.kit.value;
