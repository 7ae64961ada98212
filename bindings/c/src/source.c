#include "source.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "shm.h"

enum { GIVEN_BACK_AT_ONCE = 16, FEWEST_PIECES = 32 };

int tk_source_open(tk_source *source, const char *path, int64_t number, tk_inbox *inbox, int64_t max_delay_ns,
    int64_t start_within_ns, takt_error *error) {
    *source = (tk_source) { 0 };
    if (number < 0 || number >= TK_MOST_SLOTS) {
        return tk_fail(error, TAKT_DAMAGED, "the hub named the slot %d in %s; there are %d", (int) number, path,
            TK_MOST_SLOTS);
    }
    const int opened = tk_log_open(&source->log, path, error);
    if (opened != TAKT_OK) {
        return opened;
    }
    const tk_log *log = &source->log;
    source->slot_at = tk_slot_offset(number);
    source->inbox = inbox;
    source->max_delay_ns = max_delay_ns;
    source->start_within_ns = start_within_ns;
    source->resets = tk_load(tk_log_at(log, TK_AT_RESETS));
    const int64_t head = tk_load(tk_source_slot(source, 0)), from = tk_load(tk_log_at(log, TK_AT_RESET_POSITION));
    source->head = source->cursor = source->used_up_to = head > from ? head : from;
    if (!tk_is_position(source->cursor)) {
        tk_fail(error, TAKT_DAMAGED, "the log of asset '%s' (%s) is damaged: slot %d reads on at %lld", log->name, path,
            (int) number, (long long) source->cursor);
        tk_log_close(&source->log);
        return TAKT_DAMAGED;
    }
    source->checked_from = -1;
    source->frontier_ns = source->found_up_to_ns = TK_NOTHING_PUBLISHED;
    *tk_source_slot(source, TK_SLOT_COPIED) = 0;
    return TAKT_OK;
}

void tk_source_close(tk_source *source) {
    for (tk_pending *each = tk_list_poll(&source->arrived); each != NULL; each = tk_list_poll(&source->arrived)) {
        tk_inbox_give_back(source->inbox, each);
    }
    free(source->pieces);
    tk_log_close(&source->log);
}

void tk_source_add(tk_source *source, tk_link *link) {
    link->source = source;
    source->links[link->channel_index] = link;
    source->taken_count = 0;
    for (int i = 0; i < TK_MOST_CHANNELS; i++) {
        if (source->links[i] != NULL) {
            source->taken[source->taken_count++] = source->links[i];
        }
    }
    source->has_retroactive |= link->delivery == TAKT_RETROACTIVE;
}

/* ---- Reading ---- */

static bool is_void(const tk_source *source, int64_t position, int64_t stamp_ns) {
    return position < source->void_until && stamp_ns > source->void_after_ns;
}

/* Which messages a removal is about. */
typedef struct removal {
    const tk_source *source;
    int64_t after_stamp_ns;
    int64_t before_position;
} removal;

static bool is_of(const tk_pending *message, void *context) {
    const removal *its = context;
    return message->link->source == its->source && message->stamp_ns > its->after_stamp_ns
        && message->position < its->before_position;
}

static void remove_of(tk_source *source, int64_t after_stamp_ns, int64_t before_position) {
    removal its = { source, after_stamp_ns, before_position };
    tk_inbox *inbox = source->inbox;
    tk_heap_remove_if(inbox, &inbox->gated, is_of, &its);
    tk_heap_remove_if(inbox, &inbox->gated_until_end, is_of, &its);
    tk_heap_remove_if(inbox, &inbox->told, is_of, &its);
    tk_list_remove_if(inbox, &source->arrived, is_of, &its);
}

/* The nth of the pieces. */
static tk_piece *piece(const tk_source *source, size_t n) {
    return &source->pieces[(source->first_piece + n) & (source->piece_size - 1)];
}

static bool add_piece(tk_source *source, int64_t end, int64_t delivery_ns) {
    tk_piece *last = source->piece_count == 0 ? NULL : piece(source, source->piece_count - 1);
    if (last != NULL && delivery_ns <= last->delivery_ns) {
        last->end = end;
        return true;
    }
    if (last == NULL && delivery_ns == TK_LOST) {
        source->used_up_to = end;
        return true;
    }
    if (source->piece_count == source->piece_size) {
        const size_t size = source->piece_size == 0 ? FEWEST_PIECES : 2 * source->piece_size;
        tk_piece *pieces = malloc(size * sizeof *pieces);
        if (pieces == NULL) {
            return false;
        }
        for (size_t i = 0; i < source->piece_count; i++) {
            pieces[i] = *piece(source, i);
        }
        free(source->pieces);
        source->pieces = pieces;
        source->piece_size = size;
        source->first_piece = 0;
    }
    *piece(source, source->piece_count++) = (tk_piece) { end, delivery_ns };
    return true;
}

static void forget_pieces(tk_source *source) {
    source->piece_count = 0;
    source->used_up_to = source->cursor;
}

static int damaged(tk_source *source, takt_error *error) {
    source->is_damaged = true;
    return tk_fail(error, TAKT_DAMAGED, "the log of asset '%s' (%s) is damaged at position %lld", source->log.name,
        source->log.path, (long long) source->cursor);
}

typedef struct tk_record {
    tk_head head;
    int64_t stamp_ns;
    int64_t sequence;
    int32_t size;
    uint32_t check;
    const char *data;
    bool is_checked;
} tk_record;

/* Whether what is used of the ring goes so far. */
static bool is_used(tk_source *source, int64_t up_to) {
    if (up_to > source->used_seen) {
        source->used_seen = tk_log_used(&source->log);
    }
    return up_to <= source->used_seen;
}

/* Reads the record at the cursor; false where there is none that was ever written. */
static bool read_record(tk_source *source, tk_record *into) {
    const int64_t offset = source->cursor & (source->log.capacity - 1), left = source->log.capacity - offset;
    const int64_t there = source->tail_seen - source->cursor;
    const char *at = tk_log_record(&source->log, source->cursor);
    *into = (tk_record) { 0 };
    if (left < TK_RECORD_HEADER || source->cursor % TK_ALIGNMENT != 0 || !is_used(source, offset + TK_ALIGNMENT)) {
        return false;
    }
    memcpy(&into->head, at, sizeof into->head);
    const int32_t length = into->head.length;
    if (length < TK_RECORD_HEADER || length % TK_ALIGNMENT != 0 || length > left || length > there) {
        return false;
    }
    if (into->head.type == TK_PADDING) {
        return length == left;
    }
    if (!is_used(source, offset + length)) {
        return false;
    }
    memcpy(&into->stamp_ns, at + TK_RECORD_STAMP, 8);
    if (into->head.type != TK_VOID) {
        memcpy(&into->sequence, at + TK_RECORD_SEQUENCE, 8);
        memcpy(&into->size, at + TK_RECORD_LENGTH, 4);
    }
    memcpy(&into->check, at + TK_RECORD_CHECK, 4);
    into->data = at + TK_RECORD_HEADER;
    into->is_checked = source->checked_from >= 0 && source->cursor >= source->checked_from;
    int64_t head;
    memcpy(&head, at, sizeof head);
    return into->size >= 0 && into->size <= length - TK_RECORD_HEADER && (!into->is_checked
        || into->check >> 16 == tk_check_head(head, into->stamp_ns, into->sequence, into->size));
}

/* Copies a message for the receiver. */
static int take_message(tk_source *source, const tk_link *link, const tk_record *its, int64_t delivery_ns,
    takt_error *error) {
    tk_inbox *inbox = source->inbox;
    tk_pending *message = tk_inbox_take(inbox, (size_t) its->size);
    if (message == NULL) {
        return tk_fail(error, TAKT_SYSTEM, "no memory for a message of %d bytes from '%s'", its->size, link->sender);
    }
    message->link = link;
    message->stamp_ns = its->stamp_ns;
    message->delivery_ns = delivery_ns;
    message->sequence = its->sequence;
    message->position = source->cursor;
    message->size = (size_t) its->size;
    memcpy(message->data, its->data, message->size);
    message->crc = tk_crc32c(message->data, message->size);
    if (its->is_checked && (its->check & 0xffff) != tk_check_bytes(message->crc)) {
        tk_inbox_give_back(inbox, message);
        return damaged(source, error);
    }
    if (link->delivery == TAKT_RETROACTIVE) {
        tk_list_add(&source->arrived, message);
    } else if (!tk_heap_add(link->delivery == TAKT_GATED ? &inbox->gated : &inbox->gated_until_end, message)) {
        tk_inbox_give_back(inbox, message);
        return tk_fail(error, TAKT_SYSTEM, "no memory for the messages from '%s'", link->sender);
    }
    return TAKT_OK;
}

static int take_record(tk_source *source, const tk_record *its, takt_error *error) {
    int64_t delivery_ns = TK_LOST;
    if (its->head.type == TK_MESSAGE) {
        const tk_link *link = its->head.channel >= 0 && its->head.channel < TK_MOST_CHANNELS
            ? source->links[its->head.channel] : NULL;
        if (link != NULL) {
            delivery_ns = tk_fate_delivery(&link->fate, its->stamp_ns, its->sequence);
        }
        if (delivery_ns != TK_LOST
            && (delivery_ns <= link->used_up_to_ns || is_void(source, source->cursor, its->stamp_ns))) {
            delivery_ns = TK_LOST;
        }
        const int taken = delivery_ns == TK_LOST ? TAKT_OK : take_message(source, link, its, delivery_ns, error);
        if (taken != TAKT_OK) {
            return taken;
        }
    } else if (its->head.type == TK_VOID) {
        remove_of(source, its->stamp_ns, INT64_MAX);
    }
    source->cursor += its->head.length;
    return add_piece(source, source->cursor, delivery_ns) ? TAKT_OK
        : tk_fail(error, TAKT_SYSTEM, "no memory for the messages from '%s'", source->log.name);
}

static void resume_from(tk_source *source, int64_t start, int64_t resets) {
    if (source->is_discarding || source->cursor < start) {
        source->cursor = source->cursor > start ? source->cursor : start;
        forget_pieces(source);
    }
    source->is_discarding = false;
    source->resets = resets;
    source->frontier_ns = source->found_up_to_ns = TK_NOTHING_PUBLISHED;
}

/*
 * The sender may be one reset ahead, of which the receiver has not heard: its next one. Gives the position up to which
 * all is void.
 */
static int64_t resume_behind_reset(tk_source *source) {
    const tk_log *log = &source->log;
    int64_t resets = tk_load(tk_log_at(log, TK_AT_RESETS));
    int64_t start = tk_load(tk_log_at(log, TK_AT_RESET_POSITION));
    /* Read last: a sender that is ahead by then was so only when the reset before was over. */
    const int64_t of_all = tk_load(tk_log_at(log, TK_AT_RESETS_OF_ALL));
    if (of_all > source->resets) {
        resets = of_all;
        start = tk_load(tk_log_at(log, TK_AT_RESET_POSITION_OF_ALL));
    }
    resume_from(source, start, resets);
    return start;
}

/* How far there is anything to read; called often. */
static int64_t look(tk_source *source) {
    const tk_log *log = &source->log;
    source->has_looked = false;
    source->found_up_to_ns = tk_log_frontier(log);
    /* Written by the hub before it says that there is no sender. */
    const int64_t void_until = tk_load(tk_log_at(log, TK_AT_VOID_UNTIL));
    source->void_after_ns = tk_load(tk_log_at(log, TK_AT_VOID_AFTER));
    const int64_t tail = tk_load(tk_log_at(log, TK_AT_TAIL));
    if (void_until != source->void_until) {
        source->void_until = void_until;
        remove_of(source, source->void_after_ns, void_until);
    }
    if (tail == source->cursor && !source->is_discarding) {
        return tail;
    }
    source->tail_seen = tail;
    /* After the tail: a sender that has published up to there has said by then whether there are checks. */
    const int64_t checked = tk_load(tk_log_at(log, TK_AT_CHECKED));
    source->checked_from = checked > 0 ? checked - 1 : -1;
    const int64_t resets = tk_load(tk_log_at(log, TK_AT_RESETS));
    if (resets != source->resets) {
        /* The tail was read first, so of messages that were sent after a reset the count of resets is seen, too. */
        if (source->is_discarding) {
            resume_behind_reset(source);
        }
        const int64_t reset = tk_load(tk_log_at(log, TK_AT_RESET_POSITION));
        return resets == source->resets || tail < reset ? tail : reset;
    } else if (source->is_discarding && tail > source->cursor) {
        source->cursor = tail;
        forget_pieces(source);
    }
    return tail;
}

int tk_source_read(tk_source *source, takt_error *error) {
    const int64_t until = look(source);
    if (until > source->cursor && until - source->cursor > source->log.capacity) {
        return damaged(source, error); /* No sender writes over what was not given back. */
    }
    while (source->cursor < until) {
        tk_record its;
        if (!read_record(source, &its)) {
            return damaged(source, error);
        }
        const int taken = take_record(source, &its, error);
        if (taken != TAKT_OK) {
            return taken;
        }
    }
    return TAKT_OK;
}

/* ---- Retroactive messages ---- */

bool tk_source_has_arrived(const tk_source *source) {
    return source->arrived.first != NULL && source->arrived.first->stamp_ns <= source->found_up_to_ns;
}

void tk_source_note_handed(tk_source *source, int64_t time_ns) {
    if (source->has_retroactive) {
        source->handed_place ^= 1;
        int64_t *handed = tk_source_slot(source, TK_SLOT_HANDED + 16 * source->handed_place);
        __atomic_store_n(&handed[0], time_ns, __ATOMIC_RELAXED);
        tk_store(&handed[1], source->arrived.first == NULL ? source->cursor : source->arrived.first->position);
    }
}

int64_t tk_source_handed_by(tk_source *source, int64_t time_ns) {
    const int64_t *first = tk_source_slot(source, TK_SLOT_HANDED);
    const int64_t *second = tk_source_slot(source, TK_SLOT_HANDED + 16);
    source->handed_place = second[0] <= time_ns && (second[0] > first[0] || first[0] > time_ns) ? 1 : 0;
    const int64_t *handed = source->handed_place == 1 ? second : first;
    return handed[0] <= time_ns ? handed[1] : 0;
}

/* ---- Room ---- */

static void give_back(tk_source *source, int64_t position, const tk_counters *counters) {
    if (position <= source->head) {
        return;
    }
    source->head = position;
    tk_store(tk_source_slot(source, 0), position);
    tk_full_fence();
    if (tk_load(tk_log_at(&source->log, TK_AT_WAITS)) == 1) {
        tk_ring(counters, tk_load(tk_log_at(&source->log, TK_AT_WAITER)));
    }
}

/* Messages of before a position that are taken in and not used. */
static int64_t count_unused(const tk_source *source, int64_t before) {
    const tk_inbox *inbox = source->inbox;
    int64_t count = 0;
    for (const tk_pending *each = source->arrived.first; each != NULL; each = each->next) {
        count += each->position < before;
    }
    return count + tk_heap_count_of(&inbox->gated, source, before)
        + tk_heap_count_of(&inbox->gated_until_end, source, before);
}

/* A sender whose messages are with its readers alone makes its log larger. */
static void tell_copied(tk_source *source, int64_t copied) {
    if (copied != source->copied) {
        source->copied = copied;
        tk_store(tk_source_slot(source, TK_SLOT_COPIED), copied);
    }
}

/* In larger pieces, since the head is a cache line that the sender looks at; at once where the sender waits. */
static void give_back_used(tk_source *source, const tk_counters *counters) {
    if (source->used_up_to - source->head >= tk_log_used(&source->log) / GIVEN_BACK_AT_ONCE
        || tk_load(tk_log_at(&source->log, TK_AT_WAITS)) == 1) {
        give_back(source, source->used_up_to, counters);
    }
}

void tk_source_used(tk_source *source, int64_t from_ns, int64_t to_ns, const tk_counters *counters) {
    const int64_t before_ns = to_ns - source->max_delay_ns;
    const int64_t up_to_ns = source->has_retroactive && before_ns < from_ns ? before_ns : from_ns;
    while (source->piece_count > 0 && source->pieces[source->first_piece].delivery_ns <= up_to_ns) {
        source->used_up_to = source->pieces[source->first_piece].end;
        source->first_piece = (source->first_piece + 1) & (source->piece_size - 1);
        source->piece_count--;
    }
    if (source->copied > 0) {
        tell_copied(source, count_unused(source, source->head));
    }
    give_back_used(source, counters);
}

/* How long after its delivery the messages of this sender may be needed by a successor. */
static int64_t kept_for_ns(const tk_source *source) {
    int64_t longest_ns = 0;
    for (size_t i = 0; i < source->taken_count; i++) {
        const tk_link *link = source->taken[i];
        if (link->delivery != TAKT_GATED_UNTIL_END) {
            const int64_t its_ns = link->delivery == TAKT_GATED ? source->start_within_ns : source->max_delay_ns;
            longest_ns = its_ns > longest_ns ? its_ns : longest_ns;
        }
    }
    return longest_ns;
}

void tk_source_make_room(tk_source *source, const tk_counters *counters) {
    if (tk_load(tk_log_at(&source->log, TK_AT_WAITS)) != 1) {
        return;
    }
    give_back(source, source->used_up_to, counters);
    if (source->piece_count == 0 || tk_log_lowest_head(&source->log, source->head) != source->head) {
        return;
    }
    /* Each piece has a later one than the one before. */
    const int64_t delivery_ns = piece(source, source->piece_count - 1)->delivery_ns;
    const int64_t kept_ns = kept_for_ns(source);
    const int64_t until_ns = delivery_ns > INT64_MAX - kept_ns ? INT64_MAX : delivery_ns + kept_ns;
    int64_t *missed = tk_source_slot(source, TK_SLOT_MISSED);
    /* At the start nothing is used yet, whatever is delivered then. */
    const int64_t least_ns = *missed > 1 ? *missed : 1;
    tk_store(missed, until_ns > least_ns ? until_ns : least_ns);
    tell_copied(source, count_unused(source, source->cursor));
    forget_pieces(source);
    give_back(source, source->cursor, counters);
}

/* ---- Resets ---- */

void tk_source_discard(tk_source *source) {
    for (int place = 0; place < 2; place++) {
        int64_t *handed = tk_source_slot(source, TK_SLOT_HANDED + 16 * place);
        handed[0] = INT64_MIN;
        handed[1] = 0;
    }
    tk_store(tk_source_slot(source, TK_SLOT_MISSED), 0);
    *tk_source_slot(source, TK_SLOT_COPIED) = source->copied = 0;
    source->is_discarding = true;
    forget_pieces(source);
    remove_of(source, INT64_MIN, INT64_MAX);
}

void tk_source_resume(tk_source *source, const tk_counters *counters) {
    const tk_log *log = &source->log;
    const int64_t of_all = tk_load(tk_log_at(log, TK_AT_RESETS_OF_ALL));
    int64_t start;
    if (!source->is_discarding && of_all == source->resets) {
        start = tk_load(tk_log_at(log, TK_AT_RESET_POSITION_OF_ALL));
        resume_from(source, start, of_all);
    } else if (source->is_discarding && of_all <= source->resets
        && tk_load(tk_log_at(log, TK_AT_RESETS)) == source->resets) {
        start = tk_load(tk_log_at(log, TK_AT_TAIL));
        resume_from(source, start, source->resets);
    } else {
        start = resume_behind_reset(source);
    }
    remove_of(source, INT64_MIN, start);
    give_back(source, start, counters);
}
