/* The receiving side of an asset: its gates, and the messages of a step in their order. */
#include "endpoint.h"

#include "error.h"
#include "rules.h"
#include "shm.h"

int tk_endpoint_read(tk_endpoint *endpoint) {
    if (endpoint->is_closed) {
        /* Its places in logs may be others' by now. */
        return TAKT_OK;
    }
    for (size_t i = 0; i < endpoint->source_count; i++) {
        const int read = tk_source_read(&endpoint->sources[i], endpoint->room->error);
        if (read != TAKT_OK) {
            return read;
        }
        tk_source_make_room(&endpoint->sources[i], endpoint->room->counters);
    }
    return TAKT_OK;
}

int tk_endpoint_opens(tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns) {
    endpoint->held = NULL;
    for (size_t i = 0; i < endpoint->source_count && endpoint->held == NULL; i++) {
        tk_source *source = &endpoint->sources[i];
        if (!tk_source_opens(source, from_ns, to_ns)) {
            endpoint->held = source;
            endpoint->held_from_ns = from_ns;
            endpoint->held_to_ns = to_ns;
        }
        if (source->has_looked || source->has_retroactive) {
            const int read = tk_source_read(source, endpoint->room->error);
            if (read != TAKT_OK) {
                return read;
            }
        }
    }
    return endpoint->held == NULL;
}

bool tk_endpoint_has_arrived(const tk_endpoint *endpoint) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        if (tk_source_has_arrived(&endpoint->sources[i])) {
            return true;
        }
    }
    return false;
}

bool tk_endpoint_is_damaged(const tk_endpoint *endpoint) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        if (endpoint->sources[i].is_damaged) {
            return true;
        }
    }
    return false;
}

void tk_endpoint_release_in_hand(tk_endpoint *endpoint) {
    if (endpoint->in_hand != NULL) {
        tk_inbox_give_back(&endpoint->inbox, endpoint->in_hand);
        endpoint->in_hand = NULL;
    }
}

/* Tells listeners of a delivery. */
static int trace(tk_endpoint *endpoint, const tk_pending *message, int64_t end_ns) {
    if (!tk_writer_is_traced(&endpoint->writer)) {
        return TAKT_OK;
    }
    tk_writer *writer = &endpoint->writer;
    const int32_t input = message->link->input_index;
    int result = tk_endpoint_stage_void(endpoint);
    for (int round = 0; result == TAKT_OK && !endpoint->is_closed
            && !tk_writer_delivered(writer, input, message->delivery_ns, message->sequence, end_ns); round++) {
        result = tk_endpoint_await_room(endpoint, round);
    }
    return result;
}

static void show(const tk_pending *pending, takt_message *message) {
    *message = (takt_message) { pending->link->channel, pending->link->sender, pending->stamp_ns,
        pending->delivery_ns, pending->sequence, pending->data, pending->size };
}

void tk_endpoint_digest(tk_endpoint *endpoint, const tk_pending *message, int64_t end_ns) {
    endpoint->running_digest = tk_digest_add(endpoint->running_digest, message->delivery_ns, message->stamp_ns,
        message->sequence, end_ns, message->link->name, message->crc);
}

bool tk_endpoint_is_due(const tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns) {
    const tk_pending *at_start = tk_heap_first(&endpoint->inbox.gated);
    const tk_pending *at_end = tk_heap_first(&endpoint->inbox.gated_until_end);
    return (at_start != NULL && at_start->delivery_ns <= from_ns) || (at_end != NULL && at_end->delivery_ns <= to_ns);
}

int tk_endpoint_published_reach(tk_endpoint *endpoint, int64_t *reach_ns) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source *source = &endpoint->sources[i];
        const int64_t its_ns = tk_source_published_reach(source, endpoint->granularity_ns);
        *reach_ns = its_ns < *reach_ns ? its_ns : *reach_ns;
        const int read = tk_source_read(source, endpoint->room->error);
        if (read != TAKT_OK) {
            return read;
        }
    }
    return TAKT_OK;
}

int64_t tk_endpoint_until_delivery(const tk_endpoint *endpoint, int64_t from_ns, int64_t reach_ns) {
    const int64_t granularity_ns = endpoint->granularity_ns;
    const int64_t at_start_ns = tk_heap_next_after(&endpoint->inbox.gated, from_ns);
    if (at_start_ns != INT64_MAX) {
        /* The first time of the grid at or after it: there the step begins that gets it. */
        const int64_t beyond_ns = (at_start_ns - from_ns) % granularity_ns;
        const int64_t before_ns = at_start_ns - beyond_ns;
        const int64_t until_ns = beyond_ns == 0 || before_ns > INT64_MAX - granularity_ns ? before_ns
            : before_ns + granularity_ns;
        reach_ns = until_ns < reach_ns ? until_ns : reach_ns;
    }
    const int64_t at_end_ns = tk_heap_next_after(&endpoint->inbox.gated_until_end, from_ns + granularity_ns);
    if (at_end_ns != INT64_MAX) {
        /* The last time of the grid before it: from there the first step goes that gets it. */
        const int64_t until_ns = from_ns + (at_end_ns - from_ns - 1) / granularity_ns * granularity_ns;
        reach_ns = until_ns < reach_ns ? until_ns : reach_ns;
    }
    return reach_ns;
}

int tk_endpoint_next(tk_endpoint *endpoint, int64_t from_ns, takt_message *message) {
    /* In a digest, and to listeners, a step has the first end on its grid, wherever it goes. */
    const int64_t first_ns = from_ns + endpoint->granularity_ns;
    if (endpoint->claim.output != NULL) {
        return tk_fail(endpoint->room->error, TAKT_MISUSE, "asset '%s' has claimed a message and not sent it; commit or"
            " abort it before it receives", endpoint->asset);
    }
    tk_endpoint_release_in_hand(endpoint);
    tk_inbox *inbox = &endpoint->inbox;
    tk_pending *at_start = tk_heap_first(&inbox->gated), *at_end = tk_heap_first(&inbox->gated_until_end);
    at_start = at_start != NULL && at_start->delivery_ns <= from_ns ? at_start : NULL;
    at_end = at_end != NULL && at_end->delivery_ns <= endpoint->usual_stamp_ns ? at_end : NULL;
    if (at_start == NULL && at_end == NULL) {
        return 0;
    }
    const bool is_at_end = at_start == NULL || (at_end != NULL && tk_comes_before(at_end, at_start));
    const int traced = trace(endpoint, is_at_end ? at_end : at_start, first_ns);
    if (traced != TAKT_OK) {
        return traced;
    }
    endpoint->in_hand = tk_heap_poll(is_at_end ? &inbox->gated_until_end : &inbox->gated);
    tk_endpoint_digest(endpoint, endpoint->in_hand, first_ns);
    show(endpoint->in_hand, message);
    return 1;
}

int tk_endpoint_next_arrived(tk_endpoint *endpoint, takt_message *message) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source *source = &endpoint->sources[i];
        if (tk_source_has_arrived(source)) {
            const int traced = trace(endpoint, source->arrived.first, 0);
            if (traced != TAKT_OK) {
                return traced;
            }
            tk_pending *pending = tk_list_poll(&source->arrived);
            if (!tk_heap_add(&endpoint->inbox.told, pending)) {
                tk_inbox_give_back(&endpoint->inbox, pending);
                return tk_fail(endpoint->room->error, TAKT_SYSTEM, "no memory for messages of '%s'",
                    endpoint->asset);
            }
            show(pending, message);
            return 1;
        }
    }
    return 0;
}
