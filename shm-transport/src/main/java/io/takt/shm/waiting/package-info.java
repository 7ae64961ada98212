/** How threads of different processes wait for each other: spin, yield, and a sleep that the other side ends. */
package io.takt.shm.waiting;
