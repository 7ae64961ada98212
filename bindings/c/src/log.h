/* A message log: the file in which one asset's messages are. Where everything in it is. */
#ifndef TAKT_LOG_H
#define TAKT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "takt.h"

/* Offsets in the file. */
enum {
    TK_AT_CAPACITY = 8, TK_AT_CHANNELS = 16, TK_AT_SLOTS = 20, TK_AT_TRACING = 24, TK_AT_GONE = 32,
    TK_AT_VOID_UNTIL = 40, TK_AT_VOID_AFTER = 48, TK_AT_TAIL = 192, TK_AT_FRONTIER = 200, TK_AT_RESETS = 208,
    TK_AT_RESET_POSITION = 216, TK_AT_RESERVED = 224, TK_AT_EARLIER = 232, TK_AT_RESETS_OF_ALL = 240,
    TK_AT_RESET_POSITION_OF_ALL = 248, TK_AT_WAITS = 256, TK_AT_WAITER = 264, TK_AT_USED = 272, TK_AT_CHECKED = 288,
    TK_AT_SLEEPERS = 320, TK_AT_STEPS = 384, TK_AT_COUNTS = 416, TK_AT_DIGESTS = 448, TK_AT_STARTS = 464,
    TK_AT_CHANNEL_TABLE = 512, TK_AT_SLOT_TABLE = 12800, TK_AT_RING = 81920
};

/* Offsets in a channel, a slot, and a record. */
enum {
    TK_CHANNEL_LENGTH = 192, TK_CHANNEL_LATEST = 116, TK_CHANNEL_PROMISE = 128,
    TK_SLOT_LENGTH = 256, TK_SLOT_COPIED = 8, TK_SLOT_AWAITED = 64, TK_SLOT_DOORBELL = 72, TK_SLOT_HANDED = 80,
    TK_SLOT_MISSED = 112, TK_SLOT_NEWS = 120, TK_SLOT_IN_USE = 128,
    TK_RECORD_STAMP = 8, TK_RECORD_SEQUENCE = 16, TK_RECORD_LENGTH = 24, TK_RECORD_CHECK = 28, TK_RECORD_HEADER = 32,
    TK_ALIGNMENT = 32            /* of records */
};

enum { TK_PADDING = 1, TK_MESSAGE = 2, TK_VOID = 3, TK_DELIVERED = 4 };
enum { TK_MOST_CHANNELS = 64, TK_MOST_SLOTS = 256, TK_CHECKS_WANTED = -1 };

#define TK_NOTHING_WILL_COME INT64_MAX
enum { TK_NOTHING_PUBLISHED = -1, TK_READER_AWAKE = -1 };
#define TK_NO_FRONTIER INT64_MAX

typedef struct tk_log {
    char *file;
    size_t size;
    int64_t capacity;
    int32_t channels;
    char name[128];        /* of the sender, or its path */
    int32_t leaf;          /* where in it the name begins that the sender has at its own hub */
    char path[512];
} tk_log;

/*
 * Other processes write what is in a log: each field is looked at once where it matters, and no value of it leads out
 * of the file, or to a sum that does not exist.
 */
int tk_log_open(tk_log *log, const char *path, takt_error *error);
void tk_log_close(tk_log *log);

static inline int64_t *tk_log_at(const tk_log *log, int64_t offset) {
    return (int64_t *) (log->file + offset);
}

static inline int32_t *tk_log_at32(const tk_log *log, int64_t offset) {
    return (int32_t *) (log->file + offset);
}

static inline char *tk_log_record(const tk_log *log, int64_t position) {
    return log->file + TK_AT_RING + (position & (log->capacity - 1));
}

static inline int64_t tk_slot_offset(int64_t slot) {
    return TK_AT_SLOT_TABLE + TK_SLOT_LENGTH * slot;
}

/* The first 8 bytes of a record: length, type, channel. */
typedef struct tk_head {
    int32_t length;
    int16_t type;
    int16_t channel;
} tk_head;

/* Whether a position may be one of a record: from 0 on, aligned, and such that there is always a later one. */
static inline bool tk_is_position(int64_t position) {
    return position >= 0 && position <= INT64_MAX / 2 && position % TK_ALIGNMENT == 0;
}

/* How much of the ring is used: a power of two. */
int64_t tk_log_used(const tk_log *log);

/* Slots that are or were in use; never more than there are. */
int32_t tk_log_slots(const tk_log *log);

/* The least of a position and the heads of all slots in use. */
int64_t tk_log_lowest_head(const tk_log *log, int64_t position);

/* The stamp up to which all is published; TK_NOTHING_WILL_COME where there is no sender. */
int64_t tk_log_frontier(const tk_log *log);

int64_t tk_log_promise(const tk_log *log, int32_t channel);

#endif
