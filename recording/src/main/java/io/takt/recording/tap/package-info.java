/** Follows the logs of a hub in the same process. */
package io.takt.recording.tap;
