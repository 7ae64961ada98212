/**
 * {@link io.takt.shm.Takt}, the entrance for older simulators. The packages below hold the clocks in shared memory, the
 * control socket's protocol, the embedded media driver, and the asset's runtime.
 */
package io.takt.shm;
