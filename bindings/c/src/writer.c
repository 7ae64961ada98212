#include "writer.h"

#include <string.h>

#include "error.h"
#include "rules.h"

enum { PIECES = 16 };

/* When the ring grows: parts for records being written, those being read, and those between. */
enum { PARTS = 3, ROUNDS_APART = 64, ENOUGH_FOR_LISTENER = 1 << 20 };

static int64_t *step_at(const tk_writer *writer, int place) {
    return tk_log_at(&writer->log, TK_AT_STEPS + 16 * place);
}

/* Where the last step stands that ended by a time. */
static int step_ended_by(const tk_writer *writer, int64_t time_ns) {
    const int64_t *first = step_at(writer, 0), *second = step_at(writer, 1);
    const bool is_first_later = first[0] != second[0] ? first[0] > second[0] : first[1] > second[1];
    return first[0] <= time_ns && (is_first_later || second[0] > time_ns) ? 0 : 1;
}

static int64_t count_before(const tk_writer *writer, int64_t position) {
    const int64_t *counts = tk_log_at(&writer->log, TK_AT_COUNTS);
    return counts[0] == position ? counts[1] : counts[2] == position ? counts[3] : 0;
}

static bool is_count(int64_t number) {
    return number >= 0 && number <= INT64_MAX / 2;
}

static int damaged_field(tk_writer *writer, takt_error *error, const char *field, int64_t value) {
    tk_fail(error, TAKT_DAMAGED, "the log of asset '%s' (%s) is damaged: its %s is %lld", writer->log.name,
        writer->log.path, field, (long long) value);
    tk_writer_close(writer);
    return TAKT_DAMAGED;
}

int tk_writer_open(tk_writer *writer, const char *path, int64_t time_ns, takt_error *error) {
    *writer = (tk_writer) { 0 };
    const int opened = tk_log_open(&writer->log, path, error);
    if (opened != TAKT_OK) {
        return opened;
    }
    const tk_log *log = &writer->log;
    const int64_t tail = tk_load(tk_log_at(log, TK_AT_TAIL));
    if (!tk_is_position(tail)) {
        return damaged_field(writer, error, "tail", tail);
    }
    writer->next = writer->published = writer->room = writer->limit = tail;
    writer->reserved = tk_load(tk_log_at(log, TK_AT_RESERVED));
    writer->used = tk_log_used(log);
    writer->count = writer->published_count = count_before(writer, writer->next);
    /* The count of the tail that stands is kept. */
    writer->count_place = *tk_log_at(log, TK_AT_COUNTS) == writer->next ? 0 : 1;
    writer->step_place = step_ended_by(writer, time_ns);
    if (tk_load(tk_log_at(log, TK_AT_FRONTIER)) != TK_NOTHING_PUBLISHED
        && step_at(writer, writer->step_place)[0] <= time_ns) {
        writer->sequence = step_at(writer, writer->step_place)[1];
        writer->digest = (uint64_t) tk_log_at(log, TK_AT_DIGESTS)[writer->step_place];
    }
    if (!is_count(writer->count) || !is_count(writer->sequence)) {
        return damaged_field(writer, error, "count", is_count(writer->count) ? writer->sequence : writer->count);
    }
    writer->latest_stamp_ns = INT64_MAX;
    writer->is_checked = tk_load(tk_log_at(log, TK_AT_CHECKED)) == TK_CHECKS_WANTED;
    if (writer->is_checked) {
        tk_store(tk_log_at(log, TK_AT_CHECKED), writer->next + 1);
    }
    return TAKT_OK;
}

int64_t tk_writer_start_of_step_to(const tk_writer *writer, int64_t time_ns, int64_t otherwise_ns) {
    return tk_load(tk_log_at(&writer->log, TK_AT_FRONTIER)) != TK_NOTHING_PUBLISHED
        && step_at(writer, writer->step_place)[0] == time_ns
        ? tk_log_at(&writer->log, TK_AT_STARTS)[writer->step_place] : otherwise_ns;
}

void tk_writer_close(tk_writer *writer) {
    tk_log_close(&writer->log);
}

static int64_t offset(const tk_writer *writer) {
    return writer->next & (writer->log.capacity - 1);
}

/* Of what is used of the ring; where that is not all, the head of what fills the rest has a place, too. */
static int64_t ring_end(const tk_writer *writer) {
    return writer->next - offset(writer)
        + (writer->used == writer->log.capacity ? writer->used : writer->used - TK_ALIGNMENT);
}

/* Said before the bytes are written: a reader without a slot sees by it that its record may be overwritten. */
static void reserve(tk_writer *writer, int64_t up_to) {
    if (up_to > writer->reserved) {
        const int64_t more = up_to + writer->used / PIECES;
        writer->reserved = more < writer->limit ? more : writer->limit;
        tk_store(tk_log_at(&writer->log, TK_AT_RESERVED), writer->reserved);
        tk_release_fence();
    }
}

/* Room that readers have given back is free for writing, once their reads are done. */
static int64_t lowest_head(const tk_writer *writer) {
    tk_full_fence();
    return tk_log_lowest_head(&writer->log, writer->published);
}

static void put_head(tk_writer *writer, int64_t length, int16_t type, int32_t channel) {
    const tk_head head = { (int32_t) length, type, (int16_t) channel };
    memcpy(tk_log_record(&writer->log, writer->next), &head, sizeof head);
}

/* Records that are not published yet, without padding. */
static int64_t staged(const tk_writer *writer) {
    return writer->next - writer->published - writer->padding;
}

/* Whether messages are with a reader alone, because this log had no room for them. */
static bool has_copied(const tk_log *log) {
    const int32_t slots = tk_log_slots(log);
    for (int32_t slot = 0; slot < slots; slot++) {
        if (tk_load32(tk_log_at32(log, tk_slot_offset(slot) + TK_SLOT_IN_USE)) == 1
            && tk_load(tk_log_at(log, tk_slot_offset(slot) + TK_SLOT_COPIED)) > 0) {
            return true;
        }
    }
    return false;
}

/*
 * Uses twice as much of the ring, if the records published at once fill more than a third of it, so that sender and
 * receivers cannot work side by side, or messages are with a reader alone. False where that is not so, or cannot be.
 */
static bool grow(tk_writer *writer, int64_t length) {
    const int64_t unpublished = staged(writer) + length;
    const int64_t at_once = unpublished > writer->most_published ? unpublished : writer->most_published;
    const bool is_too_small = PARTS * at_once > writer->used || has_copied(&writer->log)
        || (tk_writer_is_traced(writer) && writer->used < ENOUGH_FOR_LISTENER);
    if (writer->used == writer->log.capacity || writer->next < writer->grow_again_at || !is_too_small) {
        return false;
    }
    if (!tk_provide(writer->log.path, writer->log.file + TK_AT_RING + writer->used, (size_t) writer->used)) {
        writer->grow_again_at = writer->next + ROUNDS_APART * writer->log.capacity;
        return false;
    }
    writer->used *= 2;
    tk_store(tk_log_at(&writer->log, TK_AT_USED), writer->used);
    return true;
}

static bool find_room(tk_writer *writer, int64_t length) {
    writer->room = lowest_head(writer) + writer->log.capacity;
    if (writer->next + length > ring_end(writer)) {
        grow(writer, length);
    }
    if (writer->next + length > ring_end(writer)) {
        const int64_t left = writer->log.capacity - offset(writer);
        if (writer->next + left + length > writer->room) {
            return false;
        }
        writer->limit = writer->room;
        reserve(writer, writer->next + left + length);
        put_head(writer, left, TK_PADDING, 0);
        writer->next += left;
        writer->padding += left;
    }
    const int64_t end = ring_end(writer);
    writer->limit = writer->room < end ? writer->room : end;
    return writer->next + length <= writer->limit;
}

static int64_t record_length(size_t size) {
    return (int64_t) ((TK_RECORD_HEADER + size + TK_ALIGNMENT - 1) & ~(size_t) (TK_ALIGNMENT - 1));
}

/* Where a record is to be written; NULL without room. */
static char *claim(tk_writer *writer, size_t size) {
    const int64_t length = record_length(size);
    if (writer->next + length > writer->limit && !find_room(writer, length)) {
        return NULL;
    }
    reserve(writer, writer->next + length);
    return tk_log_record(&writer->log, writer->next);
}

/* The record at the claimed place is complete, but for its header. */
static void commit(tk_writer *writer, char *record, int16_t type, int32_t channel, int64_t stamp_ns, int64_t sequence,
    size_t size) {
    const int64_t length = record_length(size);
    const int32_t its_length = (int32_t) size;
    put_head(writer, length, type, channel);
    memcpy(record + TK_RECORD_STAMP, &stamp_ns, 8);
    memcpy(record + TK_RECORD_SEQUENCE, &sequence, 8);
    memcpy(record + TK_RECORD_LENGTH, &its_length, 4);
    if (writer->is_checked) {
        int64_t head;
        memcpy(&head, record, 8);
        const uint32_t check = tk_check_head(head, stamp_ns, sequence, its_length) << 16
            | tk_check_bytes(tk_crc32c(record + TK_RECORD_HEADER, size));
        memcpy(record + TK_RECORD_CHECK, &check, 4);
    }
    writer->next += length;
}

static bool stage(tk_writer *writer, int16_t type, int32_t channel, int64_t stamp_ns, int64_t sequence,
    const void *data, size_t size) {
    char *record = claim(writer, size);
    if (record == NULL) {
        return false;
    }
    if (size > 0) {
        memcpy(record + TK_RECORD_HEADER, data, size);
    }
    commit(writer, record, type, channel, stamp_ns, sequence, size);
    return true;
}

/* Readers need not look ahead for messages that belong before others where there are none. */
static void note_stamp(tk_writer *writer, int64_t stamp_ns) {
    if (stamp_ns >= writer->latest_stamp_ns) {
        writer->latest_stamp_ns = stamp_ns;
        return;
    }
    *tk_log_at(&writer->log, TK_AT_EARLIER) = writer->next;
    if (writer->latest_stamp_ns == INT64_MAX) {
        writer->latest_stamp_ns = stamp_ns;
    }
}

static void count_message(tk_writer *writer, int64_t stamp_ns) {
    writer->sequence++;
    writer->count++;
    note_stamp(writer, stamp_ns);
}

char *tk_writer_claim(tk_writer *writer, size_t size) {
    return claim(writer, size);
}

void tk_writer_commit(tk_writer *writer, char *record, int32_t channel, int64_t stamp_ns, size_t size) {
    commit(writer, record, TK_MESSAGE, channel, stamp_ns, writer->sequence, size);
    count_message(writer, stamp_ns);
}

bool tk_writer_message(tk_writer *writer, int32_t channel, int64_t stamp_ns, const void *data, size_t size) {
    if (!stage(writer, TK_MESSAGE, channel, stamp_ns, writer->sequence, data, size)) {
        return false;
    }
    count_message(writer, stamp_ns);
    return true;
}

bool tk_writer_delivered(tk_writer *writer, int32_t input, int64_t delivery_ns, int64_t sequence, int64_t end_ns) {
    const bool is_staged = stage(writer, TK_DELIVERED, input, delivery_ns, sequence, &end_ns, sizeof end_ns);
    writer->count += is_staged;
    return is_staged;
}

bool tk_writer_void(tk_writer *writer, int64_t after_ns) {
    if (!stage(writer, TK_VOID, 0, after_ns, 0, NULL, 0)) {
        return false;
    }
    writer->latest_stamp_ns = INT64_MAX;
    note_stamp(writer, after_ns);
    return true;
}

bool tk_writer_publish(tk_writer *writer) {
    if (writer->next == writer->published) {
        return false;
    }
    writer->most_published = staged(writer) > writer->most_published ? staged(writer) : writer->most_published;
    writer->padding = 0;
    writer->published = writer->next;
    writer->published_count = writer->count;
    writer->count_place ^= 1;
    int64_t *count = tk_log_at(&writer->log, TK_AT_COUNTS + 16 * writer->count_place);
    __atomic_store_n(&count[0], writer->next, __ATOMIC_RELAXED);
    tk_store(&count[1], writer->count);
    tk_store(tk_log_at(&writer->log, TK_AT_TAIL), writer->next);
    return true;
}

void tk_writer_end_step(tk_writer *writer, int64_t from_ns, int64_t to_ns, uint64_t digest) {
    writer->step_place ^= 1;
    step_at(writer, writer->step_place)[0] = to_ns;
    step_at(writer, writer->step_place)[1] = writer->sequence;
    tk_log_at(&writer->log, TK_AT_DIGESTS)[writer->step_place] = (int64_t) digest;
    tk_log_at(&writer->log, TK_AT_STARTS)[writer->step_place] = from_ns;
}

static int64_t awaited(const tk_writer *writer, int32_t slot) {
    const int64_t at = tk_slot_offset(slot);
    return tk_load32(tk_log_at32(&writer->log, at + TK_SLOT_IN_USE)) == 1
        ? tk_load(tk_log_at(&writer->log, at + TK_SLOT_AWAITED)) : TK_READER_AWAKE;
}

static void ring_slot(const tk_writer *writer, int32_t slot, const tk_counters *counters) {
    tk_ring(counters, tk_load(tk_log_at(&writer->log, tk_slot_offset(slot) + TK_SLOT_DOORBELL)));
}

void tk_writer_wake(tk_writer *writer, int64_t frontier_ns, bool is_news, const tk_counters *counters) {
    int64_t *sleepers = tk_log_at(&writer->log, TK_AT_SLEEPERS);
    if (tk_load(sleepers) == 0) {
        return;
    }
    __atomic_store_n(sleepers, 0, __ATOMIC_SEQ_CST);
    /* A reader that says meanwhile for what it sleeps is seen here, or its store to the field comes after this one. */
    tk_full_fence();
    bool is_any_left = false;
    const int32_t slots = tk_log_slots(&writer->log);
    for (int32_t slot = 0; slot < slots; slot++) {
        const int64_t its = awaited(writer, slot);
        if (its == TK_READER_AWAKE) {
            continue;
        }
        const bool is_for_news = *tk_log_at(&writer->log, tk_slot_offset(slot) + TK_SLOT_NEWS) == 1;
        if ((its != TK_NO_FRONTIER && its <= frontier_ns) || (is_news && is_for_news)) {
            ring_slot(writer, slot, counters);
        } else {
            is_any_left |= is_for_news || its != TK_NO_FRONTIER;
        }
    }
    if (is_any_left) {
        __atomic_store_n(sleepers, 1, __ATOMIC_SEQ_CST);
    }
}

void tk_writer_await_room(tk_writer *writer, int64_t doorbell, const tk_counters *counters) {
    *tk_log_at(&writer->log, TK_AT_WAITER) = doorbell;
    __atomic_store_n(tk_log_at(&writer->log, TK_AT_WAITS), 1, __ATOMIC_SEQ_CST);
    tk_full_fence();
    const int32_t slots = tk_log_slots(&writer->log);
    for (int32_t slot = 0; slot < slots; slot++) {
        const bool is_in_the_way = tk_load(tk_log_at(&writer->log, tk_slot_offset(slot)))
            <= writer->room - writer->log.capacity;
        if (is_in_the_way && awaited(writer, slot) != TK_READER_AWAKE) {
            ring_slot(writer, slot, counters);
        }
    }
}

bool tk_writer_has_more_room(const tk_writer *writer) {
    return lowest_head(writer) + writer->log.capacity > writer->room;
}

void tk_writer_await_no_more(tk_writer *writer) {
    tk_store(tk_log_at(&writer->log, TK_AT_WAITS), 0);
}

void tk_writer_reset(tk_writer *writer) {
    const tk_log *log = &writer->log;
    writer->next = writer->published;
    writer->padding = 0;
    /* The rest of the ring before its end is to be looked at again. */
    writer->limit = writer->next;
    writer->count = writer->published_count;
    writer->sequence = 0;
    writer->latest_stamp_ns = INT64_MAX;
    tk_store(tk_log_at(log, TK_AT_FRONTIER), TK_NOTHING_PUBLISHED);
    memset(tk_log_at(log, TK_AT_DIGESTS), 0, 16);
    for (int32_t channel = 0; channel < log->channels; channel++) {
        tk_store(tk_log_at(log, TK_AT_CHANNEL_TABLE + TK_CHANNEL_LENGTH * channel + TK_CHANNEL_PROMISE), 0);
    }
    memset(tk_log_at(log, TK_AT_STEPS), 0, 32);
    tk_store(tk_log_at(log, TK_AT_RESET_POSITION), writer->published);
    tk_store(tk_log_at(log, TK_AT_RESETS), (int64_t) ((uint64_t) *tk_log_at(log, TK_AT_RESETS) + 1));
}
