/**
 * A ring of records in shared memory, with one writer and many readers, each of which gets all of them. It knows bytes,
 * records, readers' slots, room and sleepers; what a record means is its user's ({@code io.takt.shm.message}).
 */
package io.takt.shm.ring;
