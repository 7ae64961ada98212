/*
 * A sender at one receiver: finds the messages in the sender's log, copies them into the inbox, knows how far the
 * sender has got, and gives room back.
 *
 *            the receiver is put back                the sender has been put back, too
 *  READING ──────────────────────────► DISCARDING ──────────────────────────────────────► READING
 *     ▲  reads up to the sender's next    reads nothing; all that was sent before is void
 *     │  reset, not beyond                                                              │
 *     └──────────────── all have been put back: resume ─────────────────────────────────┘
 *
 * A message stays in the log until the receiver has used it, so that a process that takes the receiver's place finds
 * it, too; unless the sender waits for room.
 */
#ifndef TAKT_SOURCE_H
#define TAKT_SOURCE_H

#include <stdbool.h>

#include "counters.h"
#include "inbox.h"
#include "log.h"

/* Records up to an end, all used when the receiver is beyond a delivery. */
typedef struct tk_piece {
    int64_t end;
    int64_t delivery_ns;
} tk_piece;

typedef struct tk_source {
    tk_log log;                 /* its path tells senders of one name at different hubs apart */
    int64_t slot_at;            /* offset of the receiver's slot */
    tk_inbox *inbox;
    tk_link *links[TK_MOST_CHANNELS];  /* by channel; NULL for one that is not taken */
    tk_link *taken[TK_MOST_CHANNELS];  /* the same without gaps */
    size_t taken_count;
    tk_list arrived;            /* retroactive messages that were not handed over */
    int64_t max_delay_ns;
    int64_t start_within_ns;    /* the step that gets a message begins less than that after its delivery */
    bool has_retroactive;

    int64_t head;
    int64_t cursor;
    int64_t tail_seen;
    int64_t used_seen;          /* of the ring; it only grows */
    int64_t checked_from;       /* records from there on have a check; negative for none */
    int64_t frontier_ns;        /* as it was seen last */
    int64_t found_up_to_ns;     /* the frontier before the last look */
    int64_t void_until;
    int64_t void_after_ns;
    int64_t resets;
    int handed_place;
    bool is_damaged;
    bool has_looked;            /* at the frontier, since the last look at the records */
    bool is_discarding;

    tk_piece *pieces;           /* a ring: of what was read and not given back */
    size_t first_piece;
    size_t piece_count;
    size_t piece_size;          /* a power of two */
    int64_t copied;             /* messages that are not used, and in the log no more */
    int64_t used_up_to;         /* before this position all is used, though not given back yet */
} tk_source;

/* A word of the receiver's slot in the log. */
static inline int64_t *tk_source_slot(const tk_source *source, int64_t offset) {
    return tk_log_at(&source->log, source->slot_at + offset);
}

int tk_source_open(tk_source *source, const char *path, int64_t slot, tk_inbox *inbox, int64_t max_delay_ns,
    int64_t start_within_ns, takt_error *error);
void tk_source_close(tk_source *source);
void tk_source_add(tk_source *source, tk_link *link);

/* Takes in what is there. */
int tk_source_read(tk_source *source, takt_error *error);
/* Whether a step need not wait for this sender. */
bool tk_source_opens(tk_source *source, int64_t from_ns, int64_t to_ns);
/*
 * How far a receiver may go that is not to pass a delivery, as far as the sender has published; to be asked before its
 * messages are read.
 */
int64_t tk_source_published_reach(tk_source *source, int64_t granularity_ns);
/* For which frontier the receiver sleeps that this sender holds, or does not; TK_NO_FRONTIER for none. */
int64_t tk_source_awaited(tk_source *source, bool is_holding, int64_t from_ns, int64_t to_ns);
void tk_source_announce(tk_source *source, int64_t awaited, int64_t doorbell);
void tk_source_withdraw(tk_source *source);

/* Whether there are retroactive messages of a step that the sender has ended. */
bool tk_source_has_arrived(const tk_source *source);
/* A step is done up to a time: before the first message that has not been handed over, all were. */
void tk_source_note_handed(tk_source *source, int64_t time_ns);
/* The position before which a predecessor was handed all in the steps that it ended by a time. */
int64_t tk_source_handed_by(tk_source *source, int64_t time_ns);

/* A step is done and published. */
void tk_source_used(tk_source *source, int64_t from_ns, int64_t to_ns, const tk_counters *counters);
/* The receiver waits itself: gives all room back where the sender waits for it. */
void tk_source_make_room(tk_source *source, const tk_counters *counters);

void tk_source_discard(tk_source *source);
void tk_source_resume(tk_source *source, const tk_counters *counters);

#endif
