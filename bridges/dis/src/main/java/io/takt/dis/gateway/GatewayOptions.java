package io.takt.dis.gateway;

/**
 * The gateway's place in the exercise, and its ways.
 *
 * @param exercise      0 to 255; PDUs of others are dropped.
 * @param version       6 or 7, of PDUs that it makes.
 * @param sender        site above 16 bits of application, for entities that are named by a number alone.
 * @param isAbsolute    whether its stamps have the time of day, else simulation time.
 * @param startNs       wall time of simulation time 0, since 1970; negative where the first step sets it.
 * @param lagNs         wall time by which a step ends after its time, so that PDUs may be late, 0 or more.
 * @param isLateDropped whether PDUs that come later than their step are dropped, else they come with the next.
 * @param believedNs    by how much an absolute stamp may differ from the wall clock, 0 or more.
 * @param isReckoned    whether the states of entities that come are reckoned on, and sent at the end of each step.
 * @param mostMetres    that receivers' reckoning of a location may be wrong by, 0 or more.
 * @param mostDegrees   that their reckoning of an orientation may be wrong by, 0 to 180.
 * @param heartbeatNs   simulation time after which a state is sent again, more than 0.
 */
public record GatewayOptions(int exercise, int version, int sender, boolean isAbsolute, long startNs, long lagNs,
    boolean isLateDropped, long believedNs, boolean isReckoned, double mostMetres, double mostDegrees,
    long heartbeatNs) {
}
