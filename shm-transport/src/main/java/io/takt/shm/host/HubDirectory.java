package io.takt.shm.host;

import io.aeron.CncFileDescriptor;
import io.takt.asset.Takt;
import io.takt.asset.name.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a hub lives: {@code <shm>/takt-<user>/<hub>/}, which is also its media driver's directory.
 *
 * <p>{@code <shm>} is {@code /dev/shm} on Linux and the temporary directory elsewhere; the environment variable
 * {@code TAKT_DIR} replaces {@code <shm>/takt-<user>}. Only the user may enter, which is all the access control that
 * the control socket and the clocks need.
 *
 * @param base  {@code <shm>/takt-<user>}.
 * @param hub   the hub's name.
 */
public record HubDirectory(Path base, String hub) {
    /** Name of the control socket in the directory. */
    public static final String SOCKET_FILE = "control.sock";

    /** Environment variable that replaces {@code <shm>/takt-<user>}. */
    public static final String BASE_VARIABLE = "TAKT_DIR";

    /** Environment variable that names the hub to connect to. */
    public static final String HUB_VARIABLE = "TAKT_HUB";

    /** Environment variable that names the asset which a launched program is to be. */
    public static final String ASSET_VARIABLE = Takt.ASSET_VARIABLE;

    /** Longest path that every kernel takes for a Unix-domain socket (Linux: 108 bytes with the closing zero). */
    private static final int LONGEST_SOCKET_PATH = 103;

    /** Files and folders of the media driver and the hub. */
    private static final Set<String> LEFT_BY_A_HUB = Set.of(CncFileDescriptor.CNC_FILE, SOCKET_FILE, "publications",
        "images", "loss-report.dat");

    /** The end of names of the media driver's files in its sub-folders. */
    private static final String LOG_SUFFIX = ".logbuffer";

    /** No hub can have this name. */
    private static final String TARGETS_FOLDER = ".targets";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /**
     * Checks the name and the length of the paths.
     *
     * @throws IllegalArgumentException when the name is no name, or the path is too long for a socket.
     */
    public HubDirectory {
        Names.requireValid(hub);
        final Path socket = base.resolve(hub).resolve(SOCKET_FILE);
        final int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST_SOCKET_PATH) {
            throw new IllegalArgumentException("the path " + socket + " has " + length + " bytes; a socket's path may"
                + " have " + LONGEST_SOCKET_PATH + ": choose a shorter hub name or a shorter " + BASE_VARIABLE);
        }
    }

    /**
     * The directory of a hub of this user on this host.
     *
     * @param hub the hub's name.
     * @return the directory, which need not exist.
     */
    public static HubDirectory of(final String hub) {
        return new HubDirectory(base(System.getenv()), hub);
    }

    /**
     * The folder in which the directories of a user's hubs are.
     *
     * @param environment of the process.
     * @return an absolute path.
     */
    public static Path base(final Map<String, String> environment) {
        final String replaced = environment.get(BASE_VARIABLE);
        if (replaced != null && !replaced.isEmpty()) {
            return Path.of(replaced).toAbsolutePath().normalize();
        }
        final Path shm = Path.of("/dev/shm");
        final Path parent = Files.isDirectory(shm) ? shm : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("takt-" + System.getProperty("user.name"));
    }

    /**
     * Names of the hubs that have a control socket; a hub that was killed leaves one behind.
     *
     * @param base as of {@link #base(Map)}.
     * @return in alphabetical order.
     */
    public static List<String> hubsIn(final Path base) {
        if (!Files.isDirectory(base)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(base)) {
            return entries.filter(entry -> Files.exists(entry.resolve(SOCKET_FILE)))
                .map(entry -> entry.getFileName().toString()).filter(Names::isValid).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot list " + base + ": " + e.getMessage(), e);
        }
    }

    /** {@return the absolute path of the hub's own directory, which is the media driver's as well} */
    public Path path() {
        return base.resolve(hub);
    }

    /** {@return the absolute path of the file in which the clocks are} */
    public Path cncFile() {
        return path().resolve(CncFileDescriptor.CNC_FILE);
    }

    /** {@return the absolute path of the control socket} */
    public Path socket() {
        return path().resolve(SOCKET_FILE);
    }

    /**
     * The folder with the messages between assets. It lies beside the directory, since messages that are under way
     * outlive a killed hub.
     *
     * @return an absolute path.
     */
    public Path messages() {
        return base.resolve(".messages-" + hub);
    }

    /**
     * The folder in which the hubs of this user tell where they serve metrics, for Prometheus.
     *
     * @return an absolute path.
     */
    public Path targets() {
        return base.resolve(TARGETS_FOLDER);
    }

    /**
     * The directory of the media driver by which a run is recorded; there for as long as it is.
     *
     * @return an absolute path.
     */
    public Path recorder() {
        return base.resolve(".recorder-" + hub);
    }

    /**
     * The file whose lock says that a hub of this name is running. It lies beside the directory, since the directory
     * itself is made anew by every start.
     *
     * @return an absolute path.
     */
    public Path lockFile() {
        return base.resolve(".lock-" + hub);
    }

    /**
     * Makes the base folder if it is missing, for the owner only, and checks that no other user could tamper with it.
     *
     * @throws IOException with one line that says what is wrong with it.
     */
    public void prepareBase() throws IOException {
        if (!Files.exists(base, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(base.getParent());
            Files.createDirectory(base);
            restrict(base);
        }
        if (!Files.isDirectory(base)) {
            throw new IOException(base + " is not a directory; set " + BASE_VARIABLE
                + " to one, or to a path where nothing is yet");
        }
        if (Files.isSymbolicLink(base) && System.getenv(BASE_VARIABLE) == null) {
            throw new IOException(base + " is a symbolic link; remove it, or set " + BASE_VARIABLE + " if it is yours");
        }
        final UserPrincipal owner = Files.getOwner(base);
        if (!owner.equals(currentUser())) {
            throw new IOException(base + " belongs to " + owner.getName() + "; set " + BASE_VARIABLE
                + " to a directory of your own");
        }
        if (isPosix()) {
            final Set<PosixFilePermission> open = EnumSet.copyOf(Files.getPosixFilePermissions(base));
            open.retainAll(Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE));
            if (!open.isEmpty()) {
                throw new IOException(base + " can be written by others; set " + BASE_VARIABLE
                    + " to a directory of your own, or, if this is one, run 'chmod 700 " + base + "'");
            }
        }
    }

    /**
     * Checks that the hub's directory may be made anew: that it is not there, or is what a killed hub left behind, even
     * one that was killed while it removed it.
     *
     * @throws IOException when it holds anything else; in one line.
     */
    public void requireReplaceable() throws IOException {
        if (!Files.exists(path(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isDirectory(path(), LinkOption.NOFOLLOW_LINKS)) {
            throw foreign();
        }
        try (Stream<Path> entries = Files.list(path())) {
            if (!entries.allMatch(HubDirectory::isLeftByAHub)) {
                throw foreign();
            }
        }
    }

    private static boolean isLeftByAHub(final Path entry) {
        if (!LEFT_BY_A_HUB.contains(entry.getFileName().toString()) || Files.isSymbolicLink(entry)) {
            return false;
        }
        if (!Files.isDirectory(entry)) {
            return true;
        }
        try (Stream<Path> logs = Files.list(entry)) {
            return logs.allMatch(log -> log.toString().endsWith(LOG_SUFFIX)
                && Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS));
        } catch (final IOException e) {
            return false;
        }
    }

    private IOException foreign() {
        return new IOException(path() + " is there and is no hub's directory; nothing was touched: give the hub another"
            + " name, or set " + BASE_VARIABLE + " to another folder");
    }

    /**
     * Closes a directory to all but its owner.
     *
     * @param directory of this user.
     * @throws IOException when the file system refuses.
     */
    public static void restrict(final Path directory) throws IOException {
        if (isPosix()) {
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
        }
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    private static UserPrincipal currentUser() throws IOException {
        final Path self = Path.of("/proc/self");
        return Files.exists(self) ? Files.getOwner(self) : Files.getOwner(Path.of(System.getProperty("user.home")));
    }
}
