/** What all wrappers share. */
package io.takt.wrapper.kit;
