/**
 * A functional mock-up unit (FMU) as an asset, see {@code docs/how-to/fmu.md}. {@link io.takt.wrapper.fmu.FmuArchive}
 * reads the file, {@link io.takt.wrapper.fmu.Instance} is the model in its binary, of either version of FMI, and
 * {@link io.takt.wrapper.fmu.FmuAsset} steps it.
 */
package io.takt.wrapper.fmu;
