/** A child hub on the host of its parent: joins by its control socket and reads its clock in shared memory. */
package io.takt.federation.local;
