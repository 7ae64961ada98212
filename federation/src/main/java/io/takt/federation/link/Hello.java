package io.takt.federation.link;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * How a child begins a connection. Fields of later versions are passed over.
 *
 * @param takt    version of the link's protocol.
 * @param session random number of the child's process: after a lost connection the same process says the same one.
 * @param got     number of the newest control frame that it has got in this session.
 * @param page    host and port of the child's page, as the child itself calls them; null for none.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Hello(int takt, long session, long got, String page) {
    /** The version that this one speaks; another one for each change that the other end would not understand. */
    public static final int VERSION = 4;

    private static final ObjectMapper JSON = JsonMapper.builder()
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    /**
     * The parent's answer.
     *
     * @param takt  version of the link's protocol.
     * @param link  number that the frames over UDP of this connection carry.
     * @param got   number of the newest control frame that the parent has got in this session.
     * @param fresh whether the parent knows nothing of this session.
     * @param page  host and port of the parent's page, as the parent itself calls them; null for none.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Welcome(int takt, long link, long got, boolean fresh, String page) {
        /** {@return the frame's payload} */
        public ByteBuffer write() {
            return Hello.write(this);
        }

        /**
         * Reads a payload.
         *
         * @param payload of a WELCOME.
         * @return the answer.
         * @throws IOException when it is none; in one line.
         */
        public static Welcome read(final ByteBuffer payload) throws IOException {
            return Hello.read(payload, Welcome.class);
        }
    }

    /**
     * The end of the line with which either end says that the other one is of another version.
     *
     * @param other version of the other end.
     * @return such as {@code speaks version 1 of the link's protocol, and this hub version 2; ...}.
     */
    public static String otherVersion(final int other) {
        return "speaks version " + other + " of the link's protocol, and this hub version " + VERSION
            + "; run the same Takt on both machines";
    }

    /** {@return the frame's payload} */
    public ByteBuffer write() {
        return write(this);
    }

    /**
     * Reads a payload.
     *
     * @param payload of a HELLO.
     * @return what the child says.
     * @throws IOException when it is none; in one line.
     */
    public static Hello read(final ByteBuffer payload) throws IOException {
        return read(payload, Hello.class);
    }

    private static ByteBuffer write(final Object value) {
        try {
            return ByteBuffer.wrap(JSON.writeValueAsBytes(value));
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("a record of numbers cannot fail", e);
        }
    }

    private static <T> T read(final ByteBuffer payload, final Class<T> type) throws IOException {
        final String text = StandardCharsets.UTF_8.decode(payload).toString();
        try {
            final T read = JSON.readValue(text, type);
            if (read != null) {
                return read;
            }
        } catch (final JsonProcessingException e) {
            throw new IOException("the first frame is no " + type.getSimpleName() + " of a link", e);
        }
        throw new IOException("the first frame is no " + type.getSimpleName() + " of a link");
    }
}
