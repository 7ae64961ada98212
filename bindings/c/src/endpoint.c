#include "endpoint.h"

#include "rules.h"
#include "shm.h"

/* ---- Steps ---- */

void tk_endpoint_before_first_step(tk_endpoint *endpoint, int64_t time_ns) {
    endpoint->after_ns = time_ns == 0 ? -1 : time_ns;
    endpoint->until_ns = time_ns == 0 ? 0 : tk_later(time_ns, endpoint->granularity_ns);
    endpoint->usual_stamp_ns = endpoint->until_ns;
    endpoint->latest_stamp_ns = endpoint->after_ns;
}

bool tk_endpoint_is_settled(const tk_endpoint *endpoint, const tk_pending *message, int64_t time_ns) {
    return message->delivery_ns <= time_ns - endpoint->max_delay_ns;
}

void tk_endpoint_begin(tk_endpoint *endpoint, int64_t from_ns, int64_t least_ns, int64_t to_ns) {
    endpoint->steps++;
    endpoint->latest_at = 0;
    endpoint->after_ns = endpoint->latest_stamp_ns = from_ns;
    endpoint->until_ns = to_ns;
    /* The same in every run, however far the step may go. */
    endpoint->usual_stamp_ns = least_ns;
}

bool tk_endpoint_shorten(tk_endpoint *endpoint, int64_t to_ns) {
    const bool is_later_claimed = endpoint->claim.output != NULL && endpoint->claim.stamp_ns > to_ns;
    if (endpoint->latest_stamp_ns > to_ns || is_later_claimed) {
        return false;
    }
    endpoint->until_ns = to_ns;
    return true;
}

void tk_endpoint_publish(tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns) {
    endpoint->until_ns = TK_CLOSED;
    tk_endpoint_release_in_hand(endpoint);
    tk_heap *told = &endpoint->inbox.told;
    while (tk_heap_first(told) != NULL && tk_endpoint_is_settled(endpoint, tk_heap_first(told), to_ns)) {
        tk_pending *message = tk_heap_poll(told);
        tk_endpoint_digest(endpoint, message, 0);
        tk_inbox_give_back(&endpoint->inbox, message);
    }
    endpoint->is_news = tk_writer_publish(&endpoint->writer);
    tk_writer_end_step(&endpoint->writer, from_ns, to_ns, endpoint->running_digest);
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source_note_handed(&endpoint->sources[i], to_ns);
    }
    if (endpoint->running_digest != endpoint->digest) {
        endpoint->digest = endpoint->running_digest;
        if (endpoint->digest_counter != NULL) {
            tk_store(endpoint->digest_counter, (int64_t) endpoint->digest);
        }
    }
}

/* Promises that were to wait for the step's end, and its frontier: by that the hub knows that all of it is told. */
static void tell_frontier(tk_endpoint *endpoint, int64_t to_ns) {
    if (endpoint->is_promise_due) {
        endpoint->is_promise_due = false;
        for (size_t i = 0; i < endpoint->output_count; i++) {
            tk_output_tell_promise(&endpoint->outputs[i]);
        }
    }
    if (endpoint->output_count > 0 || tk_writer_is_traced(&endpoint->writer)) {
        tk_store(tk_log_at(&endpoint->writer.log, TK_AT_FRONTIER), to_ns);
        endpoint->told_ns = to_ns;
        endpoint->is_wake_due = true;
    }
}

void tk_endpoint_advance(tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns) {
    tell_frontier(endpoint, to_ns);
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source_used(&endpoint->sources[i], from_ns, to_ns, endpoint->room->counters);
    }
}

void tk_endpoint_wake(tk_endpoint *endpoint) {
    if (endpoint->is_wake_due) {
        endpoint->is_wake_due = false;
        tk_writer_wake(&endpoint->writer, endpoint->told_ns, endpoint->is_news, endpoint->room->counters);
    }
}

int tk_endpoint_end_dawn(tk_endpoint *endpoint) {
    tk_endpoint_drop_claim(endpoint);
    if (endpoint->until_ns != 0 || endpoint->is_closed) {
        return TAKT_OK;
    }
    const int voided = tk_endpoint_stage_void(endpoint);
    if (voided != TAKT_OK) {
        return voided;
    }
    endpoint->until_ns = TK_CLOSED;
    endpoint->writer.limit = endpoint->writer.next; /* There may be new readers. */
    endpoint->is_news = tk_writer_publish(&endpoint->writer);
    tk_writer_end_step(&endpoint->writer, 0, 0, 0);
    tell_frontier(endpoint, 0);
    tk_full_fence();
    tk_endpoint_wake(endpoint);
    return TAKT_OK;
}

/* ---- Resets ---- */

void tk_endpoint_discard(tk_endpoint *endpoint) {
    if (endpoint->is_discarded) {
        return;
    }
    endpoint->is_discarded = true;
    for (size_t i = 0; i < endpoint->link_count; i++) {
        endpoint->links[i].used_up_to_ns = -1;
    }
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source_discard(&endpoint->sources[i]);
    }
    endpoint->held = NULL;
}

void tk_endpoint_begin_reset(tk_endpoint *endpoint) {
    tk_endpoint_release_in_hand(endpoint);
    tk_endpoint_drop_claim(endpoint);
    tk_endpoint_discard(endpoint);
    endpoint->is_discarded = false;
    endpoint->is_void_due = endpoint->is_dawn_sent = endpoint->is_promise_due = false;
    endpoint->digest = endpoint->running_digest = 0;
    endpoint->began_ns = 0;
    tk_writer_reset(&endpoint->writer);
    for (size_t i = 0; i < endpoint->output_count; i++) {
        takt_output *output = &endpoint->outputs[i];
        output->promised_ns = output->told_ns = 0;
        output->sent_in = output->sent_latest_ns = TK_CLOSED;
        output->calls = 0;
        if (output->latest.file != NULL) {
            tk_latest_reset(&output->latest);
        }
    }
    tk_endpoint_before_first_step(endpoint, 0);
}

void tk_endpoint_resume(tk_endpoint *endpoint) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source_resume(&endpoint->sources[i], endpoint->room->counters);
    }
}

/* ---- Sleeping ---- */

void tk_endpoint_announce(tk_endpoint *endpoint) {
    for (size_t i = 0; i < endpoint->source_count && !endpoint->is_closed; i++) {
        tk_source *source = &endpoint->sources[i];
        tk_source_announce(source, tk_source_awaited(source, source == endpoint->held, endpoint->held_from_ns,
            endpoint->held_to_ns), endpoint->room->doorbell);
    }
    endpoint->announced_for = endpoint->held;
    endpoint->announced_to_ns = endpoint->held_to_ns;
}

bool tk_endpoint_is_announced(const tk_endpoint *endpoint) {
    return endpoint->is_closed || (endpoint->held == endpoint->announced_for
        && (endpoint->held == NULL || endpoint->held_to_ns == endpoint->announced_to_ns));
}

void tk_endpoint_withdraw(tk_endpoint *endpoint) {
    for (size_t i = 0; i < endpoint->source_count && !endpoint->is_closed; i++) {
        tk_source_withdraw(&endpoint->sources[i]);
    }
}
