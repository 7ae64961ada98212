package io.takt.dis.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.dis.pdu.Header;
import io.takt.dis.pdu.PduJson;
import io.takt.dis.pdu.PduKind;
import java.nio.ByteBuffer;

/**
 * Answers Start/Resume and Stop/Freeze PDUs that name the gateway's site and application, or all: resumes and pauses
 * the hub where that is allowed, and acknowledges. For one thread, that of {@link Orders}, which goes on while the hub
 * stands.
 */
public final class Lifecycle {
    private static final int ALL = 0xffff;
    /** Where the PDU names the site and the application that it is for. */
    private static final int RECEIVER = 18;
    private static final int START_ACKNOWLEDGED = 3;
    private static final int STOP_ACKNOWLEDGED = 4;
    private static final int ABLE = 1;
    private static final int UNABLE = 2;

    private final Hub hub;
    private final int version;
    private final int sender;

    /** The hub, as far as an exercise may rule it. */
    public interface Hub {
        /**
         * Has the hub stand.
         *
         * @return whether it does.
         */
        boolean pause();

        /**
         * Has the hub go on.
         *
         * @return whether it does.
         */
        boolean resume();
    }

    /** A hub over which an exercise has no power. */
    public static final Hub NOT_ALLOWED = new Hub() {
        @Override
        public boolean pause() {
            return false;
        }

        @Override
        public boolean resume() {
            return false;
        }
    };

    /**
     * For a hub.
     *
     * @param hub     is asked.
     * @param version of the answers, 6 or 7.
     * @param sender  the gateway's site above 16 bits of its application.
     */
    public Lifecycle(final Hub hub, final int version, final int sender) {
        this.hub = hub;
        this.version = version;
        this.sender = sender;
    }

    /** Whether a PDU is Start/Resume or Stop/Freeze, and names the sender's site and application, or all. */
    static boolean isOrder(final ByteBuffer from, final int index, final int sender) {
        final int kind = Header.kind(from, index);
        if (kind != PduKind.START.number() && kind != PduKind.STOP.number()) {
            return false;
        }
        final int site = from.getShort(index + RECEIVER) & 0xffff;
        final int application = from.getShort(index + RECEIVER + 2) & 0xffff;
        return (site == ALL || site == sender >>> 16) && (application == ALL || application == (sender & 0xffff));
    }

    /**
     * Looks at a PDU, and does what it asks for.
     *
     * @param from  holds it.
     * @param index of its first byte.
     * @return the answer, without time stamp and exercise; null where there is none.
     */
    public ByteBuffer answer(final ByteBuffer from, final int index) {
        if (!isOrder(from, index, sender)) {
            return null;
        }
        final PduKind kind = PduKind.of(Header.kind(from, index));
        final ObjectNode asked = PduJson.read(kind, from, index);
        final boolean isStart = kind == PduKind.START;
        final ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("id", 0);
        answer.set("receiver", asked.get("id"));
        answer.put("acknowledged", isStart ? START_ACKNOWLEDGED : STOP_ACKNOWLEDGED);
        answer.put("response", (isStart ? hub.resume() : hub.pause()) ? ABLE : UNABLE);
        answer.set("request", asked.get("request"));
        return PduJson.write(PduKind.ACKNOWLEDGE, answer, version, sender);
    }
}
