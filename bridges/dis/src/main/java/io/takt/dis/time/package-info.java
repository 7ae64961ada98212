/** Time stamps of DIS, and the clocks of those that write them. Pure: without sockets and clocks of its own. */
package io.takt.dis.time;
