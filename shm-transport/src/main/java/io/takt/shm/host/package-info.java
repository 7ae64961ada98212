/** The host: where hubs live on it, their locks, its processes, and what the JVM was started with. */
package io.takt.shm.host;
