/** Files with the keys by which a parent and a child hub know each other. */
package io.takt.federation.key;
