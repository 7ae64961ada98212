/*
 * Watches a hub's clocks from outside, by docs/reference/protocol.md alone, and checks that T_i <= T_c <= T_i + D_max.
 *
 *   cc -std=c99 -O2 -o observer observer.c && ./observer CNC_FILE HUB MAX_DELAY_NS SECONDS
 *
 * Waits for the file if need be; ends when the hub has removed it, or the time is over. Prints one line. Exit status:
 * 0 no violation, 1 violations, 2 there was nothing to watch.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CORE_TIME = 7001, ASSET_TIME = 7002, MOST_ASSETS = 65536, FIND_EVERY_NS = 20000000, PAUSE_NS = 50000 };
struct clock { int64_t id, epoch; int32_t state, type, asset; };
static const char *descriptions, *values;
static struct clock core, assets[MOST_ASSETS];
static int64_t records, seen_ns[MOST_ASSETS];

static int64_t wall_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t read_ns(const struct clock *clock) {
    return __atomic_load_n((const int64_t *) (values + 128 * clock->id), __ATOMIC_ACQUIRE);
}

/* The state is read first, so the rest is at least as new. */
static struct clock look_at(int64_t id) {
    const char *at = descriptions + 512 * id;
    struct clock clock = { .id = id, .state = __atomic_load_n((const int32_t *) at, __ATOMIC_ACQUIRE) };
    clock.type = *(const int32_t *) (at + 4);
    clock.epoch = *(const int64_t *) (at + 16);
    clock.asset = *(const int32_t *) (at + 24);
    return clock;
}

/* Whether a record still is the clock that it was: not freed, nor used again since. */
static int is_current(const struct clock *clock) {
    struct clock now = look_at(clock->id);
    return now.state == 1 && now.type == clock->type && now.epoch == clock->epoch && now.asset == clock->asset;
}

/* Finds records by type, epoch (0 for any) and the beginning of the label. */
static int find(int32_t type, int64_t epoch, const char *label, struct clock *found, int most) {
    struct clock clock;
    int n = 0;
    for (int64_t id = 0; id < records && n < most && (clock = look_at(id)).state != 0; id++) {
        if (clock.state == 1 && clock.type == type && (epoch == 0 || clock.epoch == epoch)
            && strncmp(descriptions + 512 * id + 132, label, strlen(label)) == 0) {
            found[n++] = clock;
        }
    }
    return n;
}

/* Maps the file; -1 when it is not there, or not complete yet. */
static int map(const char *path) {
    struct stat file;
    const int fd = open(path, O_RDONLY);
    const int32_t *header = fd < 0 || fstat(fd, &file) != 0 || file.st_size < 128 ? MAP_FAILED
        : mmap(NULL, (size_t) file.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (header == MAP_FAILED || __atomic_load_n(header, __ATOMIC_ACQUIRE) != 0x000200) {
        return header == MAP_FAILED ? 0 : munmap((void *) header, (size_t) file.st_size), close(fd), -1;
    }
    descriptions = (const char *) header + 128 + header[1] + header[2];
    values = descriptions + header[3];
    records = header[4] / 128;
    return fd;
}

int main(int argc, char **argv) {
    char core_label[400], asset_label[400];
    int64_t passes = 0, violations = 0, largest_ns = 0, found_ns = 0;
    struct stat file = { .st_nlink = 1 };
    if (argc != 5) {
        return fprintf(stderr, "usage: observer CNC_FILE HUB MAX_DELAY_NS SECONDS\n"), 2;
    }
    const int64_t max_delay_ns = atoll(argv[3]), end_ns = wall_ns() + 1000000000 * atoll(argv[4]);
    snprintf(core_label, sizeof core_label, "takt core-time hub=%s", argv[2]);
    snprintf(asset_label, sizeof asset_label, "takt asset-time hub=%s asset=", argv[2]);
    for (int fd = -1, count = 0; file.st_nlink > 0 && wall_ns() < end_ns; ) {
        nanosleep(&(struct timespec) { .tv_nsec = PAUSE_NS }, NULL);
        if (fd < 0 && (fd = map(argv[1])) < 0) {
            continue;
        }
        if (!is_current(&core) || wall_ns() - found_ns > FIND_EVERY_NS) {
            found_ns = wall_ns();                 /* A new epoch, or new assets, or a hub that is no more. */
            count = find(CORE_TIME, 0, core_label, &core, 1) == 0 ? 0
                : find(ASSET_TIME, core.epoch, asset_label, assets, MOST_ASSETS);
            fstat(fd, &file);
        }
        const int64_t first_ns = read_ns(&core);
        for (int i = 0; i < count; i++) {
            seen_ns[i] = read_ns(&assets[i]);
        }
        const int64_t second_ns = read_ns(&core);
        for (int i = 0; i < count; i++) {
            const int64_t lag_ns = first_ns - seen_ns[i];
            const int is_violation = lag_ns > max_delay_ns || seen_ns[i] > second_ns;
            if ((is_violation || lag_ns > largest_ns) && (!is_current(&core) || !is_current(&assets[i]))) {
                found_ns = 0;                     /* It has left, or the epoch is over: the reading means nothing. */
                break;
            }
            violations += is_violation;
            largest_ns = lag_ns > largest_ns ? lag_ns : largest_ns;
        }
        passes += count > 0;
    }
    printf("passes %" PRId64 ", violations %" PRId64 ", largest lag %" PRId64 " ns\n", passes, violations, largest_ns);
    return passes == 0 ? 2 : violations > 0;
}
