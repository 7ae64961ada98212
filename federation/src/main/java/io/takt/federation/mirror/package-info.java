/** Channels across hubs: drives the mirrors of logs. */
package io.takt.federation.mirror;
