package io.takt.steward.asset;

import io.takt.asset.SimTime;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.nio.file.Path;

/**
 * The scenario of which a file is: of another one nothing can be taken over. That it is of this run is known by
 * {@link io.takt.asset.JoinedAsset#isSuccessor}, and because a run that begins at 0 deletes all earlier files.
 *
 * @param asset      its name.
 * @param seed       of the scenario.
 * @param tickNs     of the physics.
 * @param maxDelayNs D_max, on which it depends up to where history was final.
 */
record Identity(String asset, long seed, long tickNs, long maxDelayNs) {
    void write(final StateOutput out) {
        out.writeString(asset);
        out.writeLong(seed);
        out.writeLong(tickNs);
        out.writeLong(maxDelayNs);
    }

    /** Reads the identity of a file, which must be this one. */
    void require(final StateInput in, final Path file) {
        final Identity other = new Identity(in.readString(), in.readLong(), in.readLong(), in.readLong());
        if (!equals(other)) {
            throw new SaveException(file + " is of another run: it was written by " + other + ", and this is " + this);
        }
    }

    @Override
    public String toString() {
        return "asset '" + asset + "' with a tick of " + SimTime.format(tickNs) + ", the seed " + seed
            + " and maxDelay " + SimTime.format(maxDelayNs);
    }
}
