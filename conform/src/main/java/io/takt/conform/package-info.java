/**
 * Judges one program, in whatever language, that takes part in runs as an asset. A hub of its own, which counts up,
 * answers, keeps silent and dies as a rule's trial wants it, talks to the program; the judgement is made from the
 * shared memory, the control socket and what the kernel knows of the process.
 */
package io.takt.conform;
