/**
 * Messages in shared memory: a log for each asset that sends, read by all that receive from it.
 *
 * <p>{@code log} side: {@link io.takt.shm.message.MessageLog} is the file, {@code LogWriter} and {@code LogReader} move
 * records through it. Asset side: {@link io.takt.shm.message.MessageEndpoint} is all that one asset sends and receives.
 */
package io.takt.shm.message;
