import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.Codec;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Forecast;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import io.takt.steward.asset.Borders;
import io.takt.steward.asset.StewardAsset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hard disks in a box of four rooms, of which this program has some. A disk that comes to a doorway is in the next room
 * 20 ms later, or turns back if its place is taken. Lengths are metres, a tick is a microsecond.
 */
public final class Rooms {
    private static final double RADIUS = 0.03;
    private static final int DISKS = 20;
    private static final double TICKS_PER_SECOND = 1e6;

    private static final CellType<Disk> DISK = CellType.of("disk", Disk.class);
    private static final CellType<Room> ROOM = CellType.of("room", Room.class);
    private static final Predictor<Disk> NEXT = Predictor.of("next", DISK, Rooms::predict);

    private Rooms() {
    }

    /** A disk as of a time; between two rooms it is on its way to one, and nothing can happen to it. */
    record Disk(long since, double x, double y, double vx, double vy, long room, boolean between) {
        Disk at(final long time) {
            final double seconds = (time - since) / TICKS_PER_SECOND;
            return new Disk(time, x + vx * seconds, y + vy * seconds, vx, vy, room, between);
        }

        Disk with(final double newVx, final double newVy) {
            return new Disk(since, x, y, newVx, newVy, room, between);
        }

        double distanceTo(final Disk other) {
            return Math.sqrt((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y));
        }
    }

    record Room(List<Long> disks) {
        Room with(final long disk) {
            final List<Long> more = new ArrayList<>(disks);
            more.add(disk);
            return new Room(more);
        }

        Room without(final long disk) {
            return new Room(disks.stream().filter(each -> each != disk).toList());
        }
    }

    /** A disk comes into a room, or goes back if there is none in which it has its place. */
    record Enter(long number, Disk disk) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Room> cell = tx.cell(ROOM, disk.room);
            final Room room = tx.get(cell) == null ? new Room(List.of()) : tx.get(cell);
            final Disk here = new Disk(tx.time(), disk.x, disk.y, disk.vx, disk.vy, disk.room, false);
            if (room.disks.stream().allMatch(other -> other == number
                || tx.get(tx.cell(DISK, other)).at(tx.time()).distanceTo(here) >= 2 * RADIUS)) {
                tx.set(cell, room.with(number));
                tx.set(tx.cell(DISK, number), here);
            } else {
                tx.set(tx.cell(DISK, number), beyond(here.with(-here.vx, -here.vy)));
            }
        }
    }

    record Leave(long number) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Disk> cell = tx.cell(DISK, number);
            final Disk disk = tx.get(cell).at(tx.time());
            final Cell<Room> room = tx.cell(ROOM, disk.room);
            tx.set(room, tx.get(room).without(number));
            tx.set(cell, beyond(disk));
        }
    }

    /** On its way to the room beside. */
    private static Disk beyond(final Disk disk) {
        final boolean isAcross = Math.abs(disk.x - 1) < Math.abs(disk.y - 1);
        final long to = isAcross ? disk.room / 2 * 2 + (disk.vx > 0 ? 1 : 0) : disk.room % 2 + (disk.vy > 0 ? 2 : 0);
        return new Disk(disk.since, isAcross ? 1 : disk.x, isAcross ? disk.y : 1, disk.vx, disk.vy, to, true);
    }

    record Bounce(long number, boolean across) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Disk> cell = tx.cell(DISK, number);
            final Disk disk = tx.get(cell).at(tx.time());
            tx.set(cell, across ? disk.with(-disk.vx, disk.vy) : disk.with(disk.vx, -disk.vy));
        }
    }

    /** Two disks exchange what they have of their speeds along the line between their centres. */
    record Hit(long one, long other) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Cell<Disk> first = tx.cell(DISK, one);
            final Cell<Disk> second = tx.cell(DISK, other);
            final Disk a = tx.get(first).at(tx.time());
            final Disk b = tx.get(second).at(tx.time());
            final double dx = b.x - a.x;
            final double dy = b.y - a.y;
            final double along = ((b.vx - a.vx) * dx + (b.vy - a.vy) * dy) / (dx * dx + dy * dy);
            tx.set(first, a.with(a.vx + along * dx, a.vy + along * dy));
            tx.set(second, b.with(b.vx - along * dx, b.vy - along * dy));
        }
    }

    /** The first thing that happens to a disk: a wall, a doorway, or a disk with a greater number. */
    private static void predict(final Cell<Disk> cell, final Forecast forecast) {
        final Disk disk = forecast.get(cell);
        if (disk.between) {
            return;
        }
        final long number = cell.number();
        final long left = disk.room % 2;
        final long low = disk.room / 2;
        long first = disk.since + side(disk.x, disk.vx, left);
        Event event = (disk.vx > 0) == (left == 0) ? new Leave(number) : new Bounce(number, true);
        final long vertical = disk.since + side(disk.y, disk.vy, low);
        if (vertical < first) {
            first = vertical;
            event = (disk.vy > 0) == (low == 0) ? new Leave(number) : new Bounce(number, false);
        }
        for (final long other : forecast.get(forecast.cell(ROOM, disk.room)).disks) {
            final long contact = other > number ? contact(disk, forecast.get(forecast.cell(DISK, other))) : first;
            if (contact < first) {
                first = contact;
                event = new Hit(number, other);
            }
        }
        forecast.predict(first, event);
    }

    /** Ticks until a disk is at the wall of its room, 0 or 1, or with its centre in the doorway. */
    private static long side(final double at, final double speed, final long from) {
        final double end = speed > 0 ? from == 0 ? 1 : 2 - RADIUS : from == 0 ? RADIUS : 1;
        return Math.max(0, (long) Math.ceil((end - at) / speed * TICKS_PER_SECOND));
    }

    /** When two disks touch; the greatest long if they do not. */
    private static long contact(final Disk disk, final Disk other) {
        final long since = Math.max(disk.since, other.since);
        final Disk a = disk.at(since);
        final Disk b = other.at(since);
        final double dx = b.x - a.x;
        final double dy = b.y - a.y;
        final double dvx = b.vx - a.vx;
        final double dvy = b.vy - a.vy;
        final double nearing = dx * dvx + dy * dvy;
        final double speeds = dvx * dvx + dvy * dvy;
        final double root = nearing * nearing - speeds * (dx * dx + dy * dy - 4 * RADIUS * RADIUS);
        if (nearing >= 0 || root < 0) {
            return Long.MAX_VALUE;
        }
        return since + Math.max(0, (long) Math.floor((-nearing - Math.sqrt(root)) / speeds * TICKS_PER_SECOND));
    }

    /** Each room begins with some disks, in rows. */
    private static void fill(final Steward steward, final long room) {
        final Random random = new Random(room);
        for (int i = 0; i < DISKS; i++) {
            final double angle = 2 * Math.PI * random.nextDouble();
            steward.insert(0, new Enter(room * DISKS + i, new Disk(0, room % 2 + 0.1 + i % 5 * 0.2,
                room / 2 + 0.15 + i / 5 * 0.22, StrictMath.cos(angle), StrictMath.sin(angle), room, false)));
        }
    }

    /** A disk that is between two rooms now, after an event; null for none. */
    private static Enter between(final EventRecord event) {
        for (final EventRecord.Access write : event.writes()) {
            if (write.value() instanceof Disk disk && disk.between) {
                return new Enter(write.cell().number(), disk);
            }
        }
        return null;
    }

    public static void main(final String[] args) throws Exception {
        final String name = args[0];
        final Set<Long> own = Stream.of(args).skip(1).map(Long::valueOf).collect(Collectors.toSet());
        final Physics physics = Physics.builder().cells(DISK, ROOM).events(Enter.class, Leave.class, Bounce.class,
            Hit.class).predictors(NEXT).build();
        final StewardAsset rooms = StewardAsset.of(physics)
            .tick(Duration.ofNanos(1_000))
            .beginsWith(steward -> own.forEach(room -> fill(steward, room)))
            .borders(Borders.after(Duration.ofMillis(20))
                .crosses("door", Codec.json(Enter.class), Rooms::between,
                    enter -> own.contains(enter.disk.room) ? enter : null)
                .announcedOn("ahead"))
            .savedIn(Path.of("saved"), Duration.ofSeconds(2))
            .build();
        try (HubConnection hub = Takt.connect()) {
            rooms.drive(hub.join(AssetSpec.named(name)));
        }
        System.out.println("final up to " + rooms.committedTick() / 1_000 + " ms: " + rooms.digest());
    }
}
