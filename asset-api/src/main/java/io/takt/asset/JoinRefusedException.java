package io.takt.asset;

import java.util.Objects;

/** The hub does not take the asset; the code says why to a program, the message to a person, with what is right. */
public class JoinRefusedException extends TaktException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    private final RefusalCode code;

    /**
     * With a message, of a reason without a code.
     *
     * @param message one line: what, where, what would be right.
     */
    public JoinRefusedException(final String message) {
        this(RefusalCode.OTHER, message);
    }

    /**
     * With a code and a message.
     *
     * @param code    why.
     * @param message one line: what, where, what would be right.
     */
    public JoinRefusedException(final RefusalCode code, final String message) {
        super(message);
        this.code = Objects.requireNonNull(code, "code");
    }

    /**
     * With a message and a cause, for a reason without a code.
     *
     * @param message one line: what, where, what would be right.
     * @param cause   what led to it.
     */
    public JoinRefusedException(final String message, final Throwable cause) {
        super(message, cause);
        this.code = RefusalCode.OTHER;
    }

    /** {@return why, for a program; never null} */
    public RefusalCode code() {
        return code;
    }
}
