/** Units of measurement by their names. */
package io.takt.hub.unit;
