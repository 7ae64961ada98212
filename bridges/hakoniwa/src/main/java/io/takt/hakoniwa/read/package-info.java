/** The files of Hakoniwa. */
package io.takt.hakoniwa.read;
