#define _GNU_SOURCE
#include "log.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "error.h"
#include "shm.h"

/* "TAKTLOG2"; the last byte is the version. */
#define LOG_MAGIC INT64_C(0x32474f4c544b4154)
#define VERSION_SHIFT 56
#define LARGEST_RING (INT64_C(1) << 30)
enum { SMALLEST_RING = 1024 };

static int is_no_log(const char *path, takt_error *error) {
    return tk_fail(error, TAKT_DAMAGED, "%s is no message log that this library knows", path);
}

static int is_other_version(const char *path, int64_t magic, takt_error *error) {
    return tk_fail(error, TAKT_DAMAGED, "the message log %s has version %d, and this library knows %d: take the library"
        " of the hub's release", path, (int) (magic >> VERSION_SHIFT) - '0', (int) (LOG_MAGIC >> VERSION_SHIFT) - '0');
}

int tk_log_open(tk_log *log, const char *path, takt_error *error) {
    *log = (tk_log) { 0 };
    if (strlen(path) >= sizeof log->path) {
        return tk_fail(error, TAKT_SYSTEM, "the path of the message log %.60s... has more than %zu characters; set"
            " TAKT_DIR to a shorter one", path, sizeof log->path - 1);
    }
    size_t size;
    char *file = tk_map(path, TK_AT_RING + 1, &size);
    if (file == NULL && errno != 0) {
        return tk_fail(error, TAKT_SYSTEM, "the message log %s cannot be opened: %s", path, strerror(errno));
    }
    if (file == NULL) {
        return is_no_log(path, error);
    }
    log->file = file;
    log->size = size;
    const int64_t magic = tk_load(tk_log_at(log, 0)), rest = magic ^ LOG_MAGIC;
    if (rest != 0 && (rest & ((INT64_C(1) << VERSION_SHIFT) - 1)) == 0) {
        tk_log_close(log);
        return is_other_version(path, magic, error);
    }
    log->capacity = *tk_log_at(log, TK_AT_CAPACITY);
    log->channels = *tk_log_at32(log, TK_AT_CHANNELS);
    const int32_t name = *tk_log_at32(log, 64), channels = log->channels;
    if (magic != LOG_MAGIC || log->capacity < SMALLEST_RING || log->capacity > LARGEST_RING
        || (log->capacity & (log->capacity - 1)) != 0 || (int64_t) size < TK_AT_RING + log->capacity
        || name < 0 || name > 124 || channels < 0 || channels > TK_MOST_CHANNELS) {
        tk_log_close(log);
        return is_no_log(path, error);
    }
    memcpy(log->name, file + 68, (size_t) name);
    const char *last = strrchr(log->name, '/');
    log->leaf = last == NULL ? 0 : (int32_t) (last + 1 - log->name);
    strcpy(log->path, path);
    return TAKT_OK;
}

void tk_log_close(tk_log *log) {
    if (log->file != NULL) {
        munmap(log->file, log->size);
    }
    *log = (tk_log) { 0 };
}

int64_t tk_log_used(const tk_log *log) {
    const int64_t used = tk_load(tk_log_at(log, TK_AT_USED));
    return used < SMALLEST_RING || used > log->capacity || (used & (used - 1)) != 0 ? log->capacity : used;
}

int32_t tk_log_slots(const tk_log *log) {
    const int32_t slots = tk_load32(tk_log_at32(log, TK_AT_SLOTS));
    return slots < 0 ? 0 : slots > TK_MOST_SLOTS ? TK_MOST_SLOTS : slots;
}

int64_t tk_log_lowest_head(const tk_log *log, int64_t position) {
    const int32_t slots = tk_log_slots(log);
    for (int32_t slot = 0; slot < slots; slot++) {
        if (tk_load32(tk_log_at32(log, tk_slot_offset(slot) + TK_SLOT_IN_USE)) == 1) {
            const int64_t head = tk_load(tk_log_at(log, tk_slot_offset(slot)));
            position = head < position ? head : position;
        }
    }
    return position;
}

int64_t tk_log_frontier(const tk_log *log) {
    /* The hub stores the frontier of a sender that comes before it says that it has come. */
    const int64_t frontier_ns = tk_load(tk_log_at(log, TK_AT_GONE)) == 1 ? TK_NOTHING_WILL_COME
        : tk_load(tk_log_at(log, TK_AT_FRONTIER));
    return frontier_ns < TK_NOTHING_PUBLISHED ? TK_NOTHING_PUBLISHED : frontier_ns;
}

int64_t tk_log_promise(const tk_log *log, int32_t channel) {
    const int64_t promise_ns = tk_load(tk_log_at(log, TK_AT_CHANNEL_TABLE + TK_CHANNEL_LENGTH * channel
        + TK_CHANNEL_PROMISE));
    return promise_ns < 0 ? 0 : promise_ns;
}
