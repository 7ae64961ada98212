package io.takt.conform;

import java.util.Comparator;
import java.util.HexFormat;

/** A message that the asset is to be handed. */
record Arrival(String channel, String sender, long deliveryNs, long stampNs, long sequence, byte[] bytes) {
    /** In which gated messages are handed over. */
    static final Comparator<Arrival> ORDER = Comparator.comparingLong(Arrival::deliveryNs)
        .thenComparingLong(Arrival::stampNs).thenComparing(Arrival::sender).thenComparingLong(Arrival::sequence);

    /** As the reflecting asset tells it. */
    String told() {
        return channel + " " + sender + " " + deliveryNs + " " + stampNs + " " + sequence + " x"
            + HexFormat.of().formatHex(bytes);
    }
}
