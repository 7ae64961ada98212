package io.takt.hakoniwa.read;

/**
 * A PDU: a place for one value of fixed size.
 *
 * @param robot   whose it is.
 * @param name    unique for the robot.
 * @param id      by which programs call it; unique for the robot.
 * @param bytes   its size, 1 or more.
 * @param channel the channel of a hub that is its place there.
 */
public record Pdu(String robot, String name, int id, int bytes, String channel) {
    /**
     * Its name on a command line.
     *
     * @return {@code ROBOT/NAME}.
     */
    public String path() {
        return robot + "/" + name;
    }
}
