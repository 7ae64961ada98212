package io.takt.dist;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Channels;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Assets of one process that talk a lot: time, size and content of their messages depend on all that they have heard.
 * So a message that comes in one run otherwise than in another changes all that follows.
 *
 * <p>Arguments are the names of the assets; none for the one that the hub has launched. After "deaf" what they send
 * depends on the time alone, so that a process in the place of a lost one says what that would have said. "loud" is
 * that, and one step of each in which it sends more than its log can hold. A file hold-NAME keeps NAME in the step
 * before that for as long as it is there, so that no run ends before the test has disturbed it.
 *
 * <p>Each sends the channel "talk" and hears those of all assets that send it one. Asset c sends "news" as well, which
 * d receives retroactively: at no particular time, so its messages must not depend on them.
 */
final class Chatter implements Asset {
    private static final int LONGEST = 300;
    private static final int MOST_A_STEP = 4;
    private static final long HOLDS_AT_NS = 9_000_000_000L;
    private static final long LOUD_AT_NS = 9_005_000_000L;
    /** One after the other: where two had no room at once, the one that is killed could lose what it had copied. */
    private static final long LOUD_APART_NS = 100_000_000L;
    /** For a, b, c, d the one that is held. */
    private static final String HEARERS = "bdac";
    private static final int LOUD_LENGTH = 60_000;
    private static final int LOUD_MESSAGES = 300;
    private static final long LOOK_EVERY_NS = 1_000_000;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LONGEST]);
    private final String name;
    private final boolean isDeaf;
    private final boolean isLoud;
    private Output talk;
    private Output news;
    private long heard;
    private int newsHeard;

    private Chatter(final String name, final boolean isDeaf, final boolean isLoud) {
        this.name = name;
        this.isDeaf = isDeaf;
        this.isLoud = isLoud;
    }

    public static void main(final String[] args) throws Exception {
        final List<String> names =
            args.length == 0 ? List.of(Takt.assetName("")) : new ArrayList<>(Arrays.asList(args));
        final boolean isLoud = names.get(0).equals("loud");
        final boolean isDeaf = isLoud || names.get(0).equals("deaf");
        try (HubConnection hub = Takt.connect()) {
            for (final String name : isDeaf ? names.subList(1, names.size()) : names) {
                hub.join(AssetSpec.named(name), new Chatter(name, isDeaf, isLoud));
            }
            hub.run();
        }
    }

    @Override
    public void connect(final Channels channels) {
        talk = channels.output("talk");
        channels.subscribe("talk", this::hear);
        if ("c".equals(name)) {
            news = channels.output("news");
        } else if ("d".equals(name)) {
            channels.subscribe("news", message -> newsHeard++);
        }
    }

    @Override
    public void stop() {
        if (newsHeard > 0) {
            System.out.println(newsHeard + " news");
        }
    }

    private void hear(final Message message) {
        if (isDeaf) {
            return;
        }
        heard = 31 * heard + message.deliveryNs() + message.sender().hashCode() + message.length();
        for (int i = 0; i < message.length(); i++) {
            heard = 31 * heard + message.buffer().getByte(message.index() + i);
        }
    }

    @Override
    public void start(final long timeNs) {
        heard = 0;
        if (!isDeaf || timeNs == 0) {
            talk.send(bytes, 0, 8);
        }
    }

    private static boolean contains(final long fromNs, final long toNs, final long timeNs) {
        return fromNs < timeNs && timeNs <= toNs;
    }

    private void hold(final long fromNs, final long toNs) {
        final long holdsAtNs = HOLDS_AT_NS + HEARERS.indexOf(name) * LOUD_APART_NS;
        while (contains(fromNs, toNs, holdsAtNs) && Files.exists(Path.of("hold-" + name))) {
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
    }

    private void beLoud(final long fromNs, final long toNs) {
        final long loudAtNs = LOUD_AT_NS + "abcd".indexOf(name) * LOUD_APART_NS;
        final UnsafeBuffer much = new UnsafeBuffer(new byte[LOUD_LENGTH]);
        for (int left = contains(fromNs, toNs, loudAtNs) ? LOUD_MESSAGES : 0; left > 0; left--) {
            talk.send(much, 0, LOUD_LENGTH);
        }
    }

    @Override
    public void step(final long fromNs, final long toNs) {
        hold(fromNs, toNs);
        if (isLoud) {
            beLoud(fromNs, toNs);
        }
        final SplittableRandom chance = new SplittableRandom(heard + fromNs);
        for (int left = chance.nextInt(MOST_A_STEP); left > 0; left--) {
            final int length = chance.nextInt(LONGEST);
            for (int i = 0; i < length; i++) {
                bytes.putByte(i, (byte) (heard >>> i % Long.SIZE));
            }
            talk.send(bytes, 0, length, fromNs + 1 + chance.nextLong(toNs - fromNs));
            if (news != null) {
                news.send(bytes, 0, length / 2);
            }
        }
    }
}
