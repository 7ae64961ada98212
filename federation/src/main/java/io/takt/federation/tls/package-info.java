/** The authenticated connection of a child hub to its parent: TLS 1.3 with a key that both have, or certificates. */
package io.takt.federation.tls;
