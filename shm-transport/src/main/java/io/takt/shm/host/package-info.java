/** The host: where hubs live on it, their locks, its processes, and the JVM's flags. */
package io.takt.shm.host;
