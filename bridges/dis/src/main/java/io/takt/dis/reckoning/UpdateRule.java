package io.takt.dis.reckoning;

import java.nio.ByteBuffer;

/**
 * When an entity's state has to be sent: when the others, who reckon on from the last one, are wrong by more than the
 * thresholds, when something else than the motion has changed, and when the last one is a heartbeat old. For one
 * thread.
 */
public final class UpdateRule {
    private final double mostMetres;
    private final double leastCosine;
    private final long heartbeatNs;
    private final DeadReckoning reckoning = new DeadReckoning();
    private final Motion expected = new Motion();
    private final Motion actual = new Motion();
    private final double[][] one = new double[3][3];
    private final double[][] other = new double[3][3];

    /**
     * A rule for all entities.
     *
     * @param mostMetres  that the location may be wrong by, 0 or more.
     * @param mostDegrees that the orientation may be wrong by, 0 to 180.
     * @param heartbeatNs simulation time after which a state is sent in any case, more than 0.
     */
    public UpdateRule(final double mostMetres, final double mostDegrees, final long heartbeatNs) {
        this.mostMetres = mostMetres;
        this.leastCosine = Math.cos(Math.toRadians(mostDegrees));
        this.heartbeatNs = heartbeatNs;
    }

    /**
     * Whether a new state has to be sent.
     *
     * @param sent   the last Entity State PDU that was sent of this entity, from index 0 on.
     * @param sentNs simulation time of that.
     * @param state  the new one.
     * @param nowNs  simulation time of that, not before {@code sentNs}.
     * @return true where the receivers would be wrong, or not know.
     */
    public boolean isDue(final ByteBuffer sent, final long sentNs, final ByteBuffer state, final long nowNs) {
        if (isHeartbeatDue(sentNs, nowNs) || !Motion.isSameBeside(sent, state)) {
            return true;
        }
        expected.read(sent, 0);
        reckoning.advance(expected, (nowNs - sentNs) / 1e9);
        actual.read(state, 0);
        double squared = 0;
        for (int i = 0; i < 3; i++) {
            final double difference = expected.location[i] - actual.location[i];
            squared += difference * difference;
        }
        return squared > mostMetres * mostMetres || cosine() < leastCosine;
    }

    /**
     * Whether a state has to be sent again, for those that have come late or have missed it.
     *
     * @param sentNs simulation time of the last one.
     * @param nowNs  simulation time.
     * @return true when that was a heartbeat ago.
     */
    public boolean isHeartbeatDue(final long sentNs, final long nowNs) {
        return nowNs - sentNs >= heartbeatNs;
    }

    /** Of the angle by which one orientation has to turn to be the other one. */
    private double cosine() {
        DeadReckoning.matrix(expected.orientation, one);
        DeadReckoning.matrix(actual.orientation, other);
        double trace = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                trace += one[i][j] * other[i][j];
            }
        }
        return (trace - 1) / 2;
    }
}
