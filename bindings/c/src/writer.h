/*
 * The sender's side of its log. Records are staged, and then published all at once with the step that they belong to:
 * a step whose process dies has sent nothing.
 *
 *        heads of readers            published (tail)       next              limit
 *   ───────────┴──────────────────────────┴───────────────────┴─────────────────┴────►  positions
 *               read, or to be read           staged            room that is known
 */
#ifndef TAKT_WRITER_H
#define TAKT_WRITER_H

#include <stdbool.h>

#include "counters.h"
#include "log.h"
#include "shm.h"

typedef struct tk_writer {
    tk_log log;
    int64_t next;
    int64_t published;
    int64_t limit;            /* on this side of the end of what is used of the ring */
    int64_t reserved;
    int64_t room;             /* no reader needs anything from a ring's length before there */
    int64_t used;
    int64_t count;            /* messages and deliveries until now, and those that are published */
    int64_t published_count;
    int64_t sequence;
    int64_t latest_stamp_ns;  /* INT64_MAX where it is not known */
    int step_place;           /* 0 or 1: where the last step stands */
    int count_place;
    bool is_checked;
    int64_t most_published;   /* bytes, at once */
    int64_t padding;          /* among what is not published yet */
    int64_t grow_again_at;    /* position; the host had no memory */
    uint64_t digest;          /* of what was delivered to a predecessor */
} tk_writer;

/* Goes on where the log ends, for an asset that stands at a time. */
int tk_writer_open(tk_writer *writer, const char *path, int64_t time_ns, takt_error *error);
void tk_writer_close(tk_writer *writer);

static inline bool tk_writer_is_traced(const tk_writer *writer) {
    return tk_load(tk_log_at(&writer->log, TK_AT_TRACING)) > 0;
}

/* Whether what is written is read. */
static inline bool tk_writer_is_read(const tk_writer *writer) {
    return tk_load32(tk_log_at32(&writer->log, TK_AT_SLOTS)) > 0 || tk_writer_is_traced(writer);
}

/* When the step of a predecessor began that ended at a time; another time where there was none. */
int64_t tk_writer_start_of_step_to(const tk_writer *writer, int64_t time_ns, int64_t otherwise_ns);

/*
 * Room for a message, to be written behind the record's header and then committed with as many bytes or fewer; NULL
 * when there is none. It is forgotten by the next record.
 */
char *tk_writer_claim(tk_writer *writer, size_t size);
void tk_writer_commit(tk_writer *writer, char *record, int32_t channel, int64_t stamp_ns, size_t size);

/* Stage a record; false when there is no room. A message takes the next sequence number. */
bool tk_writer_message(tk_writer *writer, int32_t channel, int64_t stamp_ns, const void *data, size_t size);
bool tk_writer_delivered(tk_writer *writer, int32_t input, int64_t delivery_ns, int64_t sequence, int64_t end_ns);
bool tk_writer_void(tk_writer *writer, int64_t after_ns);

/* All that is staged can be read from now on. Says whether there was anything. */
bool tk_writer_publish(tk_writer *writer);
/* A step is done, and its time is about to be published. */
void tk_writer_end_step(tk_writer *writer, int64_t from_ns, int64_t to_ns, uint64_t digest);
/* After a full fence: wakes readers that sleep for a frontier, or for news. */
void tk_writer_wake(tk_writer *writer, int64_t frontier_ns, bool is_news, const tk_counters *counters);

/* There is no room: readers that make some ring a doorbell, and those in the way that sleep are to read. */
void tk_writer_await_room(tk_writer *writer, int64_t doorbell, const tk_counters *counters);
bool tk_writer_has_more_room(const tk_writer *writer);
void tk_writer_await_no_more(tk_writer *writer);

/* Begins anew at 0; staged records are gone. */
void tk_writer_reset(tk_writer *writer);

#endif
