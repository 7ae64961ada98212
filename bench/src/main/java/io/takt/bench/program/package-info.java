/**
 * Programs that the bench starts as processes of their own: assets with messages, and their counterparts that use Aeron
 * alone; stewards, and their counterparts that are plain loops. Both sides look the same wherever they can.
 */
package io.takt.bench.program;
