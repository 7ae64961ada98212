/*
 * The C counterpart of a hub and its assets: the speed of the machine with the same protocol and nothing around it.
 *
 * A core and N assets, each a process of its own, share one anonymous mapping with a clock for each. They keep exactly
 * the rules of Takt:
 *
 *   (a) an asset goes to T' = T_i + 1 when T' <= T_c
 *   (b) the core goes to T' = T_c + 1 when T' - T_i <= D_max for every asset
 *
 * With D_max = 1 that is lock-step: one count-up of the core is one round trip between it and every asset. Both sides
 * remember what they read of other clocks and read again only when that allows no step; the core asks first the asset
 * that held it last time. All of that is what Takt does, so the difference in speed is that of the programs.
 *
 * The parent process measures from outside, as it is done with Takt: it sleeps, reads T_c, sleeps, and reads T_c again.
 *
 *   lockstep -n ASSETS -m spin|yield|futex -d D_MAX -b BEATS -w WARM_UP_SECONDS -s SECONDS
 *
 * prints the core's count-ups per second and the processor time that all processes used, in percent of one processor.
 * With BEATS the core counts up so many times a second of wall time; with 0, which is assumed, whenever it may.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* Two cache lines: processors fetch them in pairs, so neighbours within 128 bytes would slow each other down. */
#define LINE 128
#define MOST_ASSETS 1024
#define SPINS 50

enum mode { SPIN, YIELD, FUTEX };

/* Written by one process, read by the others. The sleepers' words are apart from the time, which all processes read. */
struct clock {
    _Alignas(LINE) _Atomic int64_t time;
    _Alignas(LINE) _Atomic uint32_t bell; /* changes whenever sleepers are woken; a futex compares it */
    _Atomic uint32_t sleeping;            /* whether a process may be asleep on the bell */
};

static enum mode mode = SPIN;
static long beat_ns = 0; /* 0 for a core that does not keep to the wall clock */

static void die(const char *what) {
    fprintf(stderr, "lockstep: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb"); /* "yield" is a no-op on most of these processors */
#endif
}

static int64_t read_clock(struct clock *clock) {
    return atomic_load_explicit(&clock->time, memory_order_acquire);
}

#ifdef __linux__
/*
 * Announce, look again, wait. The writer publishes first and then looks for an announcement; with a full
 * fence between store and load on both sides, one of the two sees the other, so no wake-up is lost. When the bell has
 * changed since it was read, the kernel does not let us sleep at all.
 */
static void sleep_until_it_moves(struct clock *clock, const int64_t needed) {
    const uint32_t bell = atomic_load(&clock->bell);
    atomic_store(&clock->sleeping, 1);
    atomic_thread_fence(memory_order_seq_cst);
    if (read_clock(clock) < needed) {
        const struct timespec at_most = {.tv_sec = 1, .tv_nsec = 0};
        syscall(SYS_futex, &clock->bell, FUTEX_WAIT, bell, &at_most, NULL, 0);
    }
}

/* A system call only when a process sleeps. */
static void wake_sleepers(struct clock *clock) {
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&clock->sleeping, memory_order_relaxed) && atomic_exchange(&clock->sleeping, 0)) {
        atomic_fetch_add(&clock->bell, 1);
        syscall(SYS_futex, &clock->bell, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    }
}
#else
static void sleep_until_it_moves(struct clock *clock, const int64_t needed) {
    (void) clock;
    (void) needed;
}

static void wake_sleepers(struct clock *clock) {
    (void) clock;
}
#endif

static void publish(struct clock *clock, const int64_t time) {
    atomic_store_explicit(&clock->time, time, memory_order_release);
    if (mode == FUTEX) {
        wake_sleepers(clock);
    }
}

/* Waits until the clock has reached what is needed; returns its time. */
static int64_t await(struct clock *clock, const int64_t needed) {
    int spins = 0;
    int64_t time = read_clock(clock);
    while (time < needed) {
        if (mode == SPIN || spins < SPINS) {
            spins++;
            relax();
        } else if (mode == YIELD) {
            sched_yield();
        } else {
            sleep_until_it_moves(clock, needed);
            spins = 0;
        }
        time = read_clock(clock);
    }
    return time;
}

static struct timespec now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time;
}

static double seconds(const struct timespec time) {
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void await_beat(struct timespec *beat) {
#ifdef __linux__
    beat->tv_nsec += beat_ns;
    if (beat->tv_nsec >= 1000000000) {
        beat->tv_nsec -= 1000000000;
        beat->tv_sec++;
    }
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, beat, NULL) == EINTR) {
    }
#else
    (void) beat;
#endif
}

/* Rule (a), for ever. */
static void run_asset(struct clock *core, struct clock *own) {
    int64_t core_seen = 0;
    for (int64_t next = 1;; next++) {
        if (core_seen < next) {
            core_seen = await(core, next);
        }
        publish(own, next);
    }
}

/* Rule (b), for ever. */
static void run_core(struct clock *core, struct clock *assets, const int count, const int64_t max_delay) {
    static int64_t seen[MOST_ASSETS];
    int64_t lowest_seen = 0;
    int blocker = 0;
    struct timespec beat = now();
    for (int64_t next = 1;; next++) {
        const int64_t needed = next - max_delay;
        if (lowest_seen < needed) {
            if (seen[blocker] < needed) {
                seen[blocker] = await(&assets[blocker], needed);
            }
            lowest_seen = INT64_MAX;
            for (int i = 0; i < count; i++) {
                if (seen[i] < needed) {
                    seen[i] = read_clock(&assets[i]);
                    if (seen[i] < needed) {
                        blocker = i;
                        seen[i] = await(&assets[i], needed);
                    }
                }
                lowest_seen = seen[i] < lowest_seen ? seen[i] : lowest_seen;
            }
        }
        if (beat_ns > 0) {
            await_beat(&beat);
        }
        publish(core, next);
    }
}

/* Processor time of these processes so far; 0 where the system does not tell that of other processes. */
static double processor_s(const pid_t *processes, const int count) {
    double used_s = 0;
#ifdef __linux__
    for (int i = 0; i < count; i++) {
        clockid_t its_clock;
        struct timespec used;
        if (clock_getcpuclockid(processes[i], &its_clock) == 0 && clock_gettime(its_clock, &used) == 0) {
            used_s += seconds(used);
        }
    }
#else
    (void) processes;
    (void) count;
#endif
    return used_s;
}

static void sleep_s(const double seconds) {
    struct timespec left = {.tv_sec = (time_t) seconds, .tv_nsec = (long) ((seconds - (double) (time_t) seconds) * 1e9)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

/* A process that ends with its parent, however that ends. Returns 0 in the child. */
static pid_t fork_child(const pid_t parent) {
    const pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) {
            _exit(1);
        }
#else
        (void) parent;
#endif
    }
    return child;
}

static enum mode mode_named(const char *name) {
    if (strcmp(name, "spin") == 0) {
        return SPIN;
    }
    if (strcmp(name, "yield") == 0) {
        return YIELD;
    }
#ifdef __linux__
    if (strcmp(name, "futex") == 0) {
        return FUTEX;
    }
#endif
    fprintf(stderr, "lockstep: no mode '%s' here\n", name);
    exit(2);
}

int main(int argc, char **argv) {
    int count = 1;
    int64_t max_delay = 1;
    int beats = 0;
    double warm_up_s = 0.5;
    double measured_s = 3;
    for (int option = getopt(argc, argv, "n:m:d:b:w:s:"); option != -1;
        option = getopt(argc, argv, "n:m:d:b:w:s:")) {
        switch (option) {
            case 'n': count = atoi(optarg); break;
            case 'm': mode = mode_named(optarg); break;
            case 'd': max_delay = atoll(optarg); break;
            case 'b': beats = atoi(optarg); break;
            case 'w': warm_up_s = atof(optarg); break;
            case 's': measured_s = atof(optarg); break;
            default: return 2;
        }
    }
    if (count < 1 || count > MOST_ASSETS || max_delay < 1 || beats < 0 || warm_up_s < 0 || measured_s <= 0) {
        fprintf(stderr, "lockstep: 1 to %d assets, D_max at least 1, and some time to measure\n", MOST_ASSETS);
        return 2;
    }
    beat_ns = beats == 0 ? 0 : 1000000000 / beats;

    struct clock *clocks = mmap(NULL, sizeof(struct clock) * (size_t) (count + 1), PROT_READ | PROT_WRITE,
        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (clocks == MAP_FAILED) {
        die("mmap");
    }
    struct clock *core = &clocks[0];
    struct clock *assets = &clocks[1];
    pid_t children[MOST_ASSETS + 1];
    const pid_t parent = getpid();
    for (int i = 0; i < count; i++) {
        children[i] = fork_child(parent);
        if (children[i] == 0) {
            run_asset(core, &assets[i]);
        }
    }
    children[count] = fork_child(parent);
    if (children[count] == 0) {
        run_core(core, assets, count, max_delay);
    }

    sleep_s(warm_up_s);
    const double from_used_s = processor_s(children, count + 1);
    const double from_s = seconds(now());
    const int64_t from = read_clock(core);
    sleep_s(measured_s);
    const int64_t to = read_clock(core);
    const double took_s = seconds(now()) - from_s;
    const double used_s = processor_s(children, count + 1) - from_used_s;
    for (int i = 0; i <= count; i++) {
        kill(children[i], SIGKILL);
        waitpid(children[i], NULL, 0);
    }
    printf("%.1f %.3f\n", (double) (to - from) / took_s, 100 * used_s / took_s);
    return 0;
}
