/** Frames of a link between two hubs, each sealed by itself: they may be lost, doubled and reordered, not forged. */
package io.takt.federation.seal;
