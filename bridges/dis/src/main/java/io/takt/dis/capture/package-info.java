/** Captures of exercises: files of libpcap's classic format. */
package io.takt.dis.capture;
