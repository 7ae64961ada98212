/**
 * A ring of records in shared memory, with one writer and many readers, each of which gets all of them. It knows bytes,
 * records, readers' slots, room and sleepers; the meaning of a record is left to its user
 * ({@code io.takt.shm.message}).
 */
package io.takt.shm.ring;
