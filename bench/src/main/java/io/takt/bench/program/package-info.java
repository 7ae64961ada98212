/**
 * Programs that the bench starts as processes of their own: assets with messages, and their counterparts that use Aeron
 * alone. Both sides look the same wherever they can.
 */
package io.takt.bench.program;
