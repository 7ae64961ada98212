package io.takt.hub.core;

import io.takt.asset.Steps;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.shm.message.Mail;
import io.takt.shm.message.MailThread;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** The mail of an asset of a {@link HubLab}, on a thread where nobody else is unless one is put beside it. */
final class LabMail implements MailThread {
    static final int LARGE = 32 * 1024;

    private static final long MAX_DELAY_NS = 40;

    private final Mail mail;
    private Mail beside;

    LabMail(final HubLab lab, final LabAsset asset) {
        mail = new Mail(asset.name, Steps.fixedNs(asset.stepNs), MAX_DELAY_NS, asset.clocks.timeNs(),
            asset.clocks.messages(), lab.messages(), id -> { }, this);
    }

    Mail mail() {
        return mail;
    }

    /** Another reads while this one waits for room. */
    LabMail beside(final LabMail other) {
        beside = other.mail;
        return this;
    }

    /** Sends large messages in what is under way. */
    LabMail send(final String channel, final int messages) {
        for (int i = 0; i < messages; i++) {
            mail.output(channel).send(new UnsafeBuffer(new byte[LARGE]), 0, LARGE);
        }
        return this;
    }

    /** A step that sends large messages; the asset's clock stays where it is. */
    void step(final String channel, final long fromNs, final long toNs, final int messages) throws Exception {
        mail.begin(fromNs, toNs);
        send(channel, messages);
        mail.publish(fromNs, toNs);
        mail.advance(fromNs, toNs);
    }

    @Override
    public void readAll() {
        if (beside != null) {
            beside.read();
        }
    }

    @Override
    public void pass(final int round, final BooleanSupplier unless) {
        if (!unless.getAsBoolean()) {
            throw new IllegalStateException("waits for room that nobody makes");
        }
    }

    @Override
    public long doorbell() {
        return 0;
    }
}
