package io.takt.conform;

import io.takt.asset.Takt;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.agrona.IoUtil;

/** One process of the program beside one hub of the kit's, step by step. All happens on the thread of the trial. */
final class Trial implements AutoCloseable, Member.Finder {
    static final String ASSET = "subject";
    static final String DECLARATION = "TAKT_REFLECT";
    private static final String HUB = "conform";
    private static final long LOOK_NS = 50_000;
    private static final long RARE_LOOK_NS = 500_000;
    private static final long OFTEN_FOR_NS = 20_000_000;
    private static final long QUIET_NS = 30_000_000;
    private static final long QUIET_WITHOUT_BELL_NS = 150_000_000;

    final Scene scene;
    final RandomGenerator random;
    final Channels channels;
    Hub hub;
    volatile Program program;
    boolean givesBack = true;
    private final List<String> command;
    private long patienceNs;
    private final int longer;
    private final Path folder;
    private final HubDirectory directory;
    /** Breaks of rules that hold in all trials, by the rule's name. */
    private final Map<String, Broken> found = new LinkedHashMap<>();
    private boolean mayEnd;
    private long heldSinceNs;
    private long heldNs;

    /**
     * @param longer how many times as long as usual the steps are that the program is told to hold.
     */
    Trial(final List<String> command, final Scene scene, final Path folder, final long patienceNs,
        final int longer, final RandomGenerator random) throws IOException {
        this.command = command;
        this.scene = scene;
        this.folder = folder;
        this.patienceNs = patienceNs;
        this.longer = longer;
        this.random = random;
        directory = new HubDirectory(folder, HUB);
        IoUtil.delete(directory.path().toFile(), true);
        IoUtil.delete(directory.messages().toFile(), true);
        directory.path().toFile().mkdirs();
        channels = new Channels(directory.messages(), scene, counter -> hub.memory.ring(counter));
        hub = new Hub(directory, scene, channels, scene.startNs, 1 + random.nextInt(1 << 30), random, this);
        start();
    }

    private void start() throws IOException {
        program = Program.start(command, folder.resolve("output.txt"), directory, ASSET,
            Map.of(Takt.ASSET_VARIABLE, ASSET, DECLARATION, scene.declaration()));
    }

    /** Another process, in the place of the one before. */
    void startSuccessor() throws IOException {
        start();
        mayEnd = false;
    }

    /** Another hub of the same name, which goes on where the one before was killed. */
    void takeOver(final long coreTimeNs) throws IOException {
        hub = new Hub(directory, scene, channels, coreTimeNs, hub.epoch() + 1, random, this);
    }

    Map<String, Broken> found() {
        return found;
    }

    @Override
    public void found(final String rule, final String seen, final String expected) {
        if (Judge.rules().stream().noneMatch(each -> each.name().equals(rule) && each.script() == null)) {
            // An error of the kit's, which must not count as the program's.
            throw new AssertionError("no rule '" + rule + "' is looked after in all trials");
        }
        found.putIfAbsent(rule, new Broken(seen, expected));
    }

    // ---- Waiting ----

    /** One look at everything. */
    void look() throws IOException {
        hub.poll();
        channels.items();
        if (givesBack && channels.reader() != null) {
            channels.reader().giveBack();
        }
    }

    /** From now on the end of the program is no error. */
    void mayEnd() {
        mayEnd = true;
    }

    /** From now on it is one again. */
    void mustGoOn() {
        mayEnd = false;
    }

    /** Waits for what has to happen. */
    void await(final BooleanSupplier done, final Supplier<String> seen, final String expected)
        throws Broken, IOException {
        final long startNs = System.nanoTime();
        look();
        while (!done.getAsBoolean()) {
            final long waitedNs = System.nanoTime() - startNs;
            final boolean hasEnded = !program.isAlive() && !mayEnd;
            if (hasEnded || waitedNs > patienceNs) {
                look();
                if (done.getAsBoolean()) {
                    return;
                }
                throw new Broken(hasEnded ? "the program ended " + program.end()
                    : "after " + waitedNs / 1_000_000_000 + " s: " + seen.get(), expected);
            }
            if (Thread.interrupted()) {
                throw new IllegalStateException("interrupted");
            }
            LockSupport.parkNanos(waitedNs < OFTEN_FOR_NS ? LOOK_NS : RARE_LOOK_NS);
            look();
        }
    }

    /** Waits until the asset has nothing more to do: its thread sleeps, and its clock stands. */
    void settle(final Member member) throws Broken, IOException {
        final long startNs = System.nanoTime();
        long since = startNs;
        long timeNs = Long.MIN_VALUE;
        int heard = -1;
        boolean slept = false;
        while (System.nanoTime() - since < (slept ? QUIET_NS : QUIET_WITHOUT_BELL_NS)) {
            look();
            final long nowNs = member.clocks == null ? Long.MIN_VALUE : member.timeNs();
            if (nowNs != timeNs || hub.heard.size() != heard) {
                timeNs = nowNs;
                heard = hub.heard.size();
                since = System.nanoTime();
                slept = false;
            }
            slept |= member.sleepsFor() != -1;
            if (!program.isAlive() && !mayEnd) {
                throw new Broken("the program ended " + program.end(), "it takes part until it is told otherwise");
            }
            if (System.nanoTime() - startNs > patienceNs) {
                throw new Broken("its clock or its requests do not come to rest", "it waits when it has nothing to do");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** The same, and sleeps where it has a doorbell: on a busy host yields, or a step, may take long before that. */
    void asleep(final Member member) throws Broken, IOException {
        final long startNs = System.nanoTime();
        long timeNs;
        do {
            settle(member);
            timeNs = member.timeNs();
            await(() -> !member.hasDoorbell() || member.sleepsFor() != -1, () -> "its doorbell is -1 at T_i = "
                + member.timeNs() + " ns, while it has nothing to do", "it sleeps");
            require(System.nanoTime() - startNs <= patienceNs || member.timeNs() == timeNs, "its clock does not come to"
                + " rest", "it waits when it has nothing to do");
        } while (member.timeNs() != timeNs);
    }

    /** Looks for a while, in which nothing is to happen. */
    void linger(final long forNs) throws IOException {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < forNs) {
            look();
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    // ---- The beginning of an asset ----

    /** The asset, once it has joined. */
    Member joined() throws Broken, IOException {
        return joinedAfter(0);
    }

    /** The member that joins when so many have. */
    Member joinedAfter(final int before) throws Broken, IOException {
        await(() -> hub.members.size() > before, () -> "no join; the hub has heard " + hub.heard,
            "the program connects to the hub that TAKT_DIR and TAKT_HUB name, and joins");
        final Member member = hub.members.get(before);
        final boolean reflects = scene.outputs.isEmpty() || channels.outputs(member.join).contains("echo");
        require(reflects, "its join declares no output 'echo', so it is no reflecting asset (then use --plain), or"
            + " does not do what " + DECLARATION + " says", scene.declaration());
        return member;
    }

    /** The process that has joined, as far as that is known. */
    long pidOf(final Member member) {
        final long told = member.join.path("pid").asLong();
        return program.hasProcess(told) ? told : program.pid();
    }

    /** How many sockets, pipes and files of the hub it has open; a rule is left out where that is not known. */
    long openOf(final Member member) throws LeftOut {
        return known(Program.openOf(pidOf(member), folder));
    }

    /** How many places of the hub's files it has mapped; likewise. */
    long mapsOf(final Member member) throws LeftOut {
        return known(Program.mapsOf(pidOf(member), folder));
    }

    private static long known(final long number) throws LeftOut {
        if (number < 0) {
            throw new LeftOut("the files of a process cannot be seen here");
        }
        return number;
    }

    /** Waits until it has no more open than so much; a runtime may open others for a moment. */
    void awaitOpen(final Member member, final long most, final String when) throws Broken, IOException {
        final long pid = pidOf(member);
        await(() -> Program.openOf(pid, folder) <= most, () -> Program.openOf(pid, folder) + " sockets, pipes and files"
            + " of the hub are open " + when, "no more: each that is not needed any more is closed");
    }

    /** Likewise of the hub's files that it has mapped. */
    void awaitMaps(final Member member, final long most, final String when) throws Broken, IOException {
        final long pid = pidOf(member);
        await(() -> program.isAlive() && Program.mapsOf(pid, folder) <= most, () -> Program.mapsOf(pid, folder)
            + " maps of the hub's files " + when, "no more");
    }

    /** How the program has fared, in one line. */
    String story() {
        return "the hub has heard " + hub.heard + (program.isAlive() ? "" : ", and the program ended " + program.end());
    }

    /** The asset, once it is ready; the hub runs. */
    Member running() throws Broken, IOException {
        final Member member = joined();
        ready(member);
        // All others are ready, too: their dawn is over.
        channels.endDawn();
        hub.state("RUNNING", null);
        return member;
    }

    void ready(final Member member) throws Broken, IOException {
        await(() -> member.readies > 0, () -> "no request 'ready'; the hub has heard " + hub.heard,
            "after its join it says ready");
    }

    // ---- Counting ----

    /** All senders have done their steps up to a time, and T_c goes there. */
    void advance(final long timeNs) {
        for (final Scene.In input : scene.inputs) {
            final Sender sender = channels.sender(input.sender());
            if (sender.log().load(Log.GONE) == 0 && sender.log().load(Log.FRONTIER) < timeNs) {
                sender.publish(timeNs);
            }
        }
        hub.count(timeNs, true);
    }

    /** The asset's last step up to a time. */
    static long floor(final Member member, final long timeNs) {
        return member.firstNs + (timeNs - member.firstNs) / member.stepNs * member.stepNs;
    }

    /** Waits until the asset has done all steps up to T_c. */
    void reach(final Member member) throws Broken, IOException {
        reach(member, floor(member, hub.coreTimeNs()));
    }

    void reach(final Member member, final long wantedNs) throws Broken, IOException {
        await(() -> member.clocks != null && member.timeNs() >= wantedNs,
            () -> "T_i = " + (member.clocks == null ? "gone" : member.timeNs() + " ns") + " while T_c = "
                + hub.coreTimeNs() + " ns and its step is " + member.stepNs + " ns",
            "it steps up to " + wantedNs + " ns");
    }

    /** Advances in pieces within D_max, so that the asset has to follow. */
    void go(final Member member, final long untilNs) throws Broken, IOException {
        while (hub.coreTimeNs() < untilNs) {
            advance(Math.min(untilNs, hub.coreTimeNs() + 1 + random.nextLong(2 * member.stepNs)));
            reach(member);
        }
    }

    /** T_c allows more steps, and a sender holds the asset, which is asleep then. */
    void atGate(final Member member, final String holder) throws Broken, IOException {
        final long timeNs = hub.coreTimeNs() + 8 * member.stepNs;
        for (final Scene.In input : scene.inputs) {
            if (!input.sender().equals(holder)) {
                channels.sender(input.sender()).publish(timeNs);
            }
        }
        hub.count(timeNs, true);
        asleep(member);
        require(member.timeNs() < floor(member, timeNs), "T_i = " + member.timeNs() + " ns, while '" + holder
            + "' has published up to " + channels.log(holder).load(Log.FRONTIER) + " ns", "it waits for it");
    }

    /** Waits for the end of the program. */
    void ended(final String expected) throws Broken, IOException {
        mayEnd = true;
        await(() -> !program.isAlive(), () -> "it still runs", expected);
        look();
    }

    static void require(final boolean holds, final String seen, final String expected) throws Broken {
        if (!holds) {
            throw new Broken(seen, expected);
        }
    }

    // ---- The reflecting asset ----

    /** Sends the reflecting asset an order, which it gets in the first step that begins later than T_c is now. */
    void order(final String order) throws Broken {
        require(channels.sender("kit").send("order", hub.coreTimeNs() + 1, order), "no room for an order",
            "it reads its inputs");
    }

    /** Orders a step of so much wall time. For its end all has so much longer. */
    void orderHold(final long ms) throws Broken {
        heldNs = longer * ms * Scene.MS;
        patienceNs += heldNs;
        order("hold " + longer * ms);
    }

    long heldMs() {
        return heldNs / Scene.MS;
    }

    /** Waits for the beginning of the step that the asset holds, and looks at it for a while. */
    void awaitHeld(final Member member, final long fromNs) throws Broken, IOException {
        heldSinceNs = System.nanoTime();
        await(() -> {
            final long lookNs = System.nanoTime();
            final boolean hasBegun = member.timeNs() >= fromNs;
            heldSinceNs = hasBegun ? heldSinceNs : lookNs;
            return hasBegun;
        }, () -> "T_i = " + member.timeNs() + " ns", "it steps up to " + fromNs + " ns");
        linger(50 * Scene.MS);
    }

    /**
     * After a look at the asset in the step that it holds: nothing is to be judged if that may be over by now, as it
     * cannot have begun before the last look at the step before it.
     */
    void requireHeld() throws Late {
        if (System.nanoTime() - heldSinceNs >= heldNs) {
            throw new Late(heldMs());
        }
    }

    /** All lines that it has sent back, of all its processes. */
    List<String> notes() {
        final List<String> notes = new ArrayList<>();
        if (channels.own() == null) {
            return notes;
        }
        final int echo = channels.own().channels().indexOf("echo");
        for (final Reader.Item item : channels.sent()) {
            if (item.channel() == echo) {
                notes.addAll(List.of(new String(item.bytes(), StandardCharsets.ISO_8859_1).split("\n")));
            }
        }
        return notes;
    }

    /** Those that begin with a word. */
    List<String> notes(final String word) {
        return notes().stream().filter(note -> note.startsWith(word + " ")).toList();
    }

    void check() {
        hub.checkMemory();
        if (channels.reader() != null && channels.reader().trouble() != null) {
            found("log", channels.reader().trouble(), "a log as the page on message logs has it");
        }
    }

    @Override
    public void close() throws IOException {
        program.close();
        hub.close();
        IoUtil.delete(directory.path().toFile(), true);
        IoUtil.delete(directory.messages().toFile(), true);
    }
}
