/** The media driver that a hub carries with it. */
package io.takt.shm.driver;
