package io.takt.steward.asset;

import io.takt.asset.message.Message;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A message that a test hands to an asset. */
record Given(String channel, String sender, long sequence, long stampNs, long deliveryNs, byte[] bytes)
    implements Message {
    @Override
    public DirectBuffer buffer() {
        return new UnsafeBuffer(bytes);
    }

    @Override
    public int index() {
        return 0;
    }

    @Override
    public int length() {
        return bytes.length;
    }
}
