package io.takt.dist;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Takt;
import io.takt.asset.message.Codec;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import io.takt.steward.asset.StewardAsset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A copy of a world of which each copy makes inputs. Its argument is {@code polled} for a loop of its own, else
 * {@code called}. A file {@code wrong-<asset>.txt} in its folder with a time in
 * nanoseconds makes it another world from then on. In the step to a time it waits while there is a file
 * {@code hold-<milliseconds>.txt}.
 */
final class Replica {
    private static final int CELLS = 5;
    private static final long LONGEST = 300;
    private static final CellType<Value> VALUE = CellType.of("value", Value.class);
    private static final Predictor<Value> FADES = Predictor.of("fades", VALUE, (cell, forecast) -> {
        final Value value = forecast.get(cell);
        forecast.predict(value.since + 1 + Math.floorMod(value.number, LONGEST), new Mix(cell.number(), 1));
    });

    private Replica() {
    }

    record Value(long number, long since) {
    }

    /** A cell gets a number that depends on its last one, on the next cell, and on the time. */
    record Mix(long cell, long by) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Value> its = tx.cell(VALUE, cell);
            final Value before = tx.get(its);
            final Value next = tx.get(tx.cell(VALUE, (cell + 1) % CELLS));
            final long number = (before == null ? 1 : before.number) * 31 + (next == null ? 1 : next.number)
                + by * tx.time();
            tx.set(its, new Value(number, tx.time()));
        }
    }

    public static void main(final String[] args) throws Exception {
        final String name = Takt.assetName("replica");
        final Path wrong = Path.of("wrong-" + name + ".txt");
        final long wrongFromNs = Files.exists(wrong) ? Long.parseLong(Files.readString(wrong).strip()) : Long.MAX_VALUE;
        final StewardAsset world = StewardAsset
            .of(Physics.builder().cells(VALUE).events(Mix.class).predictors(FADES).build())
            .tick(Duration.ofMillis(1))
            .beginsWith(steward -> steward.insert(0, new Mix(0, 1)))
            .receives("input", Codec.oneLong(), (number, message) ->
                new Mix(number % CELLS, number + (message.stampNs() < wrongFromNs ? 0 : 1)))
            .inputs("input", Codec.oneLong(), (fromNs, toNs, input) -> {
                waitWhileHeld(toNs / 1_000_000);
                input.accept(toNs / 1_000_000 * 7 % 1_009);
            })
            .comparedOn("agree", Duration.ofMillis(50))
            .savedIn(Path.of("saved"), Duration.ofMillis(700)).build();
        try (HubConnection hub = Takt.connect()) {
            if (args[0].equals("polled")) {
                poll(hub.join(AssetSpec.named(name)), world);
            } else {
                hub.join(AssetSpec.named(name), world);
                hub.run();
            }
        }
        System.out.println("up to " + world.committedTick() + ": " + world.digest());
    }

    private static void waitWhileHeld(final long atMs) {
        while (Files.exists(Path.of("hold-" + atMs + ".txt"))) {
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static void poll(final PolledAsset asset, final StewardAsset world) throws Exception {
        world.joined(asset);
        world.connect(asset.channels());
        world.start(asset.timeNs());
        for (Turn turn = asset.await(); turn != Turn.STOP; turn = asset.await()) {
            if (turn == Turn.RESET) {
                world.reset();
                world.start(0);
            } else {
                world.step(asset.timeNs(), asset.nextNs());
            }
            asset.commit();
        }
        world.stop();
    }
}
