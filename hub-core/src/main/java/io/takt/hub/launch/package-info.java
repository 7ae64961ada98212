/** Programs that a configuration wants launched as assets. */
package io.takt.hub.launch;
