/*
 * A complete asset in C99 and POSIX, written from docs/reference/protocol.md. To make it yours, replace the simulator.
 *
 *   cc -std=c99 -O2 -o asset asset.c
 *   ./asset [HUB NAME [STEP_NS]]
 *
 * HUB and NAME are by default TAKT_HUB and TAKT_ASSET, which a hub sets for what it launches; STEP_NS is what the hub's
 * configuration says. SIGINT and SIGTERM make it leave in order. Exit status: 0 the hub stopped, or the asset has left;
 * 1 the hub is gone, or anything else is wrong; 2 bad arguments, or the hub refuses; 3 the run failed.
 */
#define _GNU_SOURCE                                   /* POSIX 2008, and syscall() for the futex */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#ifdef __linux__
#include <linux/futex.h>
#endif
#include <poll.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { DONE, BROKEN, REFUSED, RUN_FAILED };           /* exit statuses */
enum { DOORBELL = 1, JOIN, READY, RESET_DONE, LEAVE }; /* ids of requests */
enum { SPINS = 200, YIELDS = 50, LOOK_EVERY_STEPS = 64, LOOK_EVERY_MS = 1000, SLEEP_MS = 20 };

static const char *name;
static int hub;                                       /* the control socket */
static int has_clocks;                                /* not before the join is answered, nor in a reset */
static int64_t *core_clock, *my_clock, *my_retain;    /* in shared memory; the core's is only read */
static int64_t *my_sleep, *my_activity, *core_sleep, *core_sleep_for;
static char *cnc;                                     /* the mapped file */
static int64_t my_number, core_seen, time_ns, step_ns, interval_ns, due_ns, steps, retains, resets;
static char declared_step[40];
static volatile sig_atomic_t asked_to_leave;

/* The simulator: a ball that falls. */
static double height_m, speed_mps;

static void simulator_reset(void) {
    height_m = 1000;
    speed_mps = 0;
}

static void simulator_step(int64_t from_ns, int64_t to_ns) {
    speed_mps += 9.81e-9 * (double) (to_ns - from_ns);
    height_m -= speed_mps * 1e-9 * (double) (to_ns - from_ns);
}

/* Ends the process, and with it the connection, with one line. */
static void finish(int status, const char *what, const char *more) {
    fprintf(status == DONE ? stdout : stderr, "%s: %s%s; at %" PRId64 " ns after %" PRId64 " steps, %" PRId64
        " retained, %" PRId64 " resets\n", name == NULL ? "asset" : name, what, more, time_ns, steps, retains, resets);
    exit(status);
}

/*
 * The value of a field, wherever it is in a line; so a key must stand there only once, which holds for what a hub says
 * to a connection with one asset. No text can be taken for a key: a quote within a text has a backslash before it, so
 * the quote and the colon that end a key cannot stand in one.
 */
static const char *field(const char *line, const char *key) {
    size_t length = strlen(key);
    const char *at = strchr(line, '"');
    while (at != NULL && (strncmp(at + 1, key, length) != 0 || strncmp(at + 1 + length, "\":", 2) != 0)) {
        at = strchr(at + 1, '"');
    }
    return at == NULL ? "" : at + length + 3;
}

static int64_t number(const char *line, const char *key) {
    char *end;
    const char *value = field(line, key);
    int64_t parsed = strtoll(value, &end, 10);
    if (end == value) {
        finish(BROKEN, "the hub speaks another protocol, it did not say ", key);
    }
    return parsed;
}

/* An escaped character is taken as it is: right for quotes and backslashes, and good enough to read an error by. */
static const char *text(const char *line, const char *key, char *to, size_t size) {
    size_t length = 0;
    const char *from = field(line, key);
    for (from += *from == '"'; *from != '\0' && *from != '"' && length < size - 1; from++) {
        from += *from == '\\' && from[1] != '\0';
        to[length++] = *from;
    }
    to[length] = '\0';
    return to;
}

static void say(int id, const char *op, const char *more) {
    char line[512];
    size_t sent = 0, length = (size_t) snprintf(line, sizeof line,
        "{\"op\":\"%s\",\"id\":%d%s%.100s%s%.120s}\n", op, id, id == DOORBELL ? "" : ",\"asset\":\"",
        id == DOORBELL ? "" : name, id == DOORBELL ? "" : "\"", more);
    while (sent < length) {
        ssize_t n = send(hub, line + sent, length - sent, 0);
        if (n < 0 && errno != EINTR) {
            return;                                   /* The hub is gone; the next look at the socket tells. */
        }
        sent += n > 0 ? (size_t) n : 0;
    }
}

static void map(const char *path) {
    struct stat file;
    int fd = open(path, O_RDWR);
    cnc = fd < 0 || fstat(fd, &file) != 0 ? MAP_FAILED
        : mmap(NULL, (size_t) file.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (cnc == MAP_FAILED || __atomic_load_n((int32_t *) cnc, __ATOMIC_ACQUIRE) != 0x000200) {
        finish(BROKEN, "cannot be mapped, or is of another version: ", path);
    }
    close(fd);
}

/* The value of a record, after a look at its description. */
static int64_t *counter(int64_t id, int type) {
    const int32_t *length = (const int32_t *) cnc;
    char *descriptions = cnc + 128 + length[1] + length[2];
    int32_t *record = (int32_t *) (descriptions + 512 * id);
    if (id < 0 || id >= length[4] / 128 || __atomic_load_n(record, __ATOMIC_ACQUIRE) != 1 || record[1] != type) {
        finish(BROKEN, "the hub named a record that is no clock", "");
    }
    return (int64_t *) (descriptions + length[3] + 128 * id);
}

static int64_t wall_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Takes them from the reply to a request for a doorbell; returns what a join says of it. */
static const char *take_doorbell(const char *line) {
    static char said[40];
    my_sleep = counter(number(line, "sleepCounter"), 7005);
    my_activity = counter(number(line, "activityCounter"), 7007);
    core_sleep = counter(number(line, "coreSleepCounter"), 7005);
    core_sleep_for = counter(number(line, "coreSleepForCounter"), 7005);
    snprintf(said, sizeof said, ",\"doorbell\":%" PRId64, number(line, "sleepCounter"));
    return said;
}

/* Takes them from a join's reply or from a clocks event. */
static void take_clocks(const char *line) {
    core_clock = counter(number(line, "coreTimeCounter"), 7001);
    my_clock = counter(number(line, "timeCounter"), 7002);
    my_retain = counter(number(line, "retainCounter"), 7006);
    my_number = number(line, "number");
    time_ns = number(line, "timeNs");
    core_seen = steps = retains = 0;
    due_ns = wall_ns() + interval_ns;
    has_clocks = 1;
}

/* When this process started, in clock ticks since the boot: field 22. 0 where that is not told. */
static unsigned long long start_time(void) {
    char line[1024] = "";
    FILE *file = fopen("/proc/self/stat", "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        line[0] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    const char *at = strrchr(line, ')');              /* The end of field 2, which may hold blanks itself. */
    for (int field = 3; at != NULL && field <= 22; field++) {
        at = strchr(at + 1, ' ');
    }
    return at == NULL ? 0 : strtoull(at, NULL, 10);
}

static void on_line(const char *line) {
    char word[16], why[400];
    if (strncmp(field(line, "ok"), "false", 5) == 0) {
        finish(REFUSED, "the hub refuses: ", text(line, "error", why, sizeof why));
    } else if (*field(line, "ok") != '\0' && number(line, "id") == DOORBELL) {
        char more[160];
        snprintf(more, sizeof more, "%s,\"pid\":%ld,\"startTime\":%llu%s", declared_step, (long) getpid(),
            start_time(), take_doorbell(line));
        say(JOIN, "join", more);
    } else if (*field(line, "ok") != '\0' && number(line, "id") == JOIN) {
        step_ns = number(line, "stepNs");
        interval_ns = number(line, "intervalNs");
        take_clocks(line);
        say(READY, "ready", "");
    } else if (*field(line, "ok") != '\0' && number(line, "id") == LEAVE) {
        finish(DONE, "left", "");
    } else if (strcmp(text(line, "event", word, sizeof word), "reset") == 0) {
        simulator_reset();
        resets++;
        has_clocks = 0;                               /* Once it is answered the records are not ours any more. */
        say(RESET_DONE, "reset-done", "");
    } else if (strcmp(word, "clocks") == 0) {
        take_clocks(line);
    } else if (strcmp(word, "state") != 0) {
        return;                                       /* An event of which this program does not know. */
    } else if (strcmp(text(line, "state", word, sizeof word), "STOPPED") == 0) {
        finish(DONE, "stopped: ", text(line, "reason", why, sizeof why));
    } else if (strcmp(word, "FAILED") == 0) {
        finish(RUN_FAILED, "the run failed: ", text(line, "reason", why, sizeof why));
    }
}

/* Handles what the hub has said; waits for that so long at most. */
static void listen_to_hub(int wait_ms) {
    static char lines[65536];
    static size_t used;
    struct pollfd readable = { .fd = hub, .events = POLLIN };
    if (poll(&readable, 1, wait_ms) <= 0) {
        return;
    }
    ssize_t n = recv(hub, lines + used, sizeof lines - used, 0);
    if (n <= 0) {
        finish(BROKEN, "the hub is gone", "");
    }
    char *line = lines, *end = lines + used + n, *feed;
    for (; (feed = memchr(line, '\n', (size_t) (end - line))) != NULL; line = feed + 1) {
        *feed = '\0';
        on_line(line);
    }
    used = (size_t) (end - line);
    memmove(lines, line, used);
    if (used == sizeof lines) {
        used /= 2;                                    /* Too long a line loses its middle; it is a reason. */
    }
}

/* Sleeps while the low half of a counter is that of a value. The socket cannot end it, so it must not last long. */
static void sleep_on(int64_t *word, int64_t value, int64_t most_ns) {
    struct timespec most = { .tv_sec = most_ns / 1000000000, .tv_nsec = most_ns % 1000000000 };
#ifdef __linux__
    syscall(SYS_futex, (char *) word + 4 * (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__), FUTEX_WAIT, (uint32_t) value,
        &most, NULL, 0);
#else
    (void) word, (void) value;
    most = (struct timespec) { .tv_nsec = 1000000 < most_ns ? 1000000 : most_ns };
    nanosleep(&most, NULL);
#endif
}

/* Wakes the hub if it sleeps for the time that was just published. */
static void ring_hub(void) {
    int64_t expected = my_number;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);          /* Either we see that it sleeps, or it sees our time. */
    if (__atomic_load_n(core_sleep, __ATOMIC_ACQUIRE) == my_number
        && time_ns >= __atomic_load_n(core_sleep_for, __ATOMIC_ACQUIRE)
        && __atomic_compare_exchange_n(core_sleep, &expected, -1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
#ifdef __linux__
        syscall(SYS_futex, (char *) core_sleep + 4 * (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__), FUTEX_WAKE, 1);
#endif
    }
}

/* A count-up by rule (a); whether the clock has moved. */
static int count_up(int is_first_try) {
    if (interval_ns > 0) {
        int64_t late_ns = wall_ns() - due_ns;
        if (late_ns < 0) {
            return 0;
        }
        due_ns += (late_ns / interval_ns + 1) * interval_ns;
    }
    if (step_ns > core_seen - time_ns) {              /* Reading costs; an earlier reading may do. */
        core_seen = __atomic_load_n(core_clock, __ATOMIC_ACQUIRE);
    }
    if (step_ns > core_seen - time_ns) {
        if (is_first_try || interval_ns > 0) {
            __atomic_store_n(my_retain, ++retains, __ATOMIC_RELEASE);
        }
        return 0;
    }
    if (interval_ns > 0) {
        __atomic_store_n(my_activity, my_number, __ATOMIC_RELEASE);
    }
    simulator_step(time_ns, time_ns + step_ns);
    time_ns += step_ns;
    steps++;
    __atomic_store_n(my_clock, time_ns, __ATOMIC_RELEASE);
    if (interval_ns > 0) {
        __atomic_store_n(my_activity, -1, __ATOMIC_RELEASE);
    }
    ring_hub();
    return 1;
}

/* The nth rest of a wait: the first spin, the next yield, and all others sleep until the hub rings. */
static void rest(int nth) {
    if (nth >= SPINS) {
        listen_to_hub(0);
    }
    if (nth < SPINS) {
        __atomic_signal_fence(__ATOMIC_SEQ_CST);      /* Only keeps the compiler from folding the loop. */
    } else if (nth < SPINS + YIELDS || !has_clocks) {
        sched_yield();
    } else {
        int64_t due_in_ns = interval_ns > 0 ? due_ns - wall_ns() : 0;
        int64_t most_ns = due_in_ns > 0 && due_in_ns < SLEEP_MS * 1000000LL ? due_in_ns : SLEEP_MS * 1000000LL;
        int64_t wanted = due_in_ns > 0 ? INT64_MAX - 1 : (time_ns + step_ns) & ~1LL;
        __atomic_store_n(my_sleep, wanted, __ATOMIC_SEQ_CST);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);      /* Either we see T_c now, or the hub sees that we sleep. */
        if (__atomic_load_n(core_clock, __ATOMIC_ACQUIRE) < time_ns + step_ns || due_in_ns > 0) {
            sleep_on(my_sleep, wanted, most_ns);
        }
        __atomic_store_n(my_sleep, -1, __ATOMIC_RELEASE);
    }
}

static void connect_to(const char *hub_name) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    struct passwd *user = getpwuid(getuid());
    const char *base = getenv("TAKT_DIR");
    int of_user = base == NULL || *base == '\0';
    int length = snprintf(address.sun_path, sizeof address.sun_path, "%s%s/%s/control.sock",
        of_user ? "/dev/shm/takt-" : base, !of_user ? "" : user == NULL ? "?" : user->pw_name, hub_name);
    hub = socket(AF_UNIX, SOCK_STREAM, 0);
    if (length >= (int) sizeof address.sun_path || hub < 0
        || connect(hub, (struct sockaddr *) &address, sizeof address) != 0) {
        finish(BROKEN, "no hub answers at ", address.sun_path);
    }
    strcpy(strrchr(address.sun_path, '/') + 1, "cnc.dat");
    map(address.sun_path);
}

static void on_signal(int signal) {
    asked_to_leave = signal;
}

int main(int argc, char **argv) {
    const char *hub_name = argc > 1 ? argv[1] : getenv("TAKT_HUB");
    name = argc > 1 ? argv[2] : getenv("TAKT_ASSET");
    if (hub_name == NULL || name == NULL || argc > 4) {
        finish(REFUSED, "usage: asset [HUB NAME [STEP_NS]], by default TAKT_HUB and TAKT_ASSET of the environment", "");
    }
    if (argc == 4) {
        snprintf(declared_step, sizeof declared_step, ",\"stepNs\":%.20s", argv[3]);
    }
    sigaction(SIGINT, &(struct sigaction) { .sa_handler = on_signal }, NULL);
    sigaction(SIGTERM, &(struct sigaction) { .sa_handler = on_signal }, NULL);
    sigaction(SIGPIPE, &(struct sigaction) { .sa_handler = SIG_IGN }, NULL);
    simulator_reset();
    connect_to(hub_name);
    say(DOORBELL, "doorbell", "");
    for (int rests = 0, leaving = 0; ; ) {
        if (asked_to_leave && !leaving) {
            leaving = 1;
            say(LEAVE, "leave", "");
        } else if (leaving || !has_clocks) {
            listen_to_hub(LOOK_EVERY_MS);
        } else if (!count_up(rests == 0)) {
            rest(rests);
            rests += rests < SPINS + YIELDS;
        } else {
            rests = 0;
            if (steps % LOOK_EVERY_STEPS == 0) {
                listen_to_hub(0);
            }
        }
    }
}
