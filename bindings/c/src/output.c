/* Sending: an output of an asset, and the wait for room in its log. */
#include "endpoint.h"

#include <stdlib.h>

#include "error.h"
#include "shm.h"

/*
 * Lets readers take the messages that are there. They do whenever they wait; and so does this asset, or two that send
 * to each other would wait for ever.
 */
int tk_endpoint_await_room(tk_endpoint *endpoint, int round) {
    tk_writer_publish(&endpoint->writer);
    tk_writer_await_room(&endpoint->writer, endpoint->room->doorbell, endpoint->room->counters);
    const int result = endpoint->room->wait(endpoint->room->thread, &endpoint->writer, round);
    tk_writer_await_no_more(&endpoint->writer);
    return result;
}

int tk_endpoint_stage_void(tk_endpoint *endpoint) {
    int result = TAKT_OK;
    for (int round = 0; endpoint->is_void_due && result == TAKT_OK && !endpoint->is_closed; round++) {
        if (tk_writer_void(&endpoint->writer, endpoint->void_after_ns)) {
            endpoint->is_void_due = false;
        } else {
            result = tk_endpoint_await_room(endpoint, round);
        }
    }
    return result;
}

/* The predecessor has sent the dawn, and may have promised something since. */
static bool is_dawn_of_predecessor(const tk_endpoint *endpoint) {
    return endpoint->until_ns == 0 && endpoint->is_dawn_sent;
}

static int check(const takt_output *output, size_t size, int64_t stamp_ns) {
    const tk_endpoint *endpoint = output->endpoint;
    takt_error *error = endpoint->room->error;
    if (endpoint->claim.output != NULL) {
        return tk_fail(error, TAKT_MISUSE, "asset '%s', channel '%s': a message is claimed on channel '%s' and not sent"
            " yet; commit or abort it first", endpoint->asset, output->channel, endpoint->claim.output->channel);
    }
    if (endpoint->until_ns == TK_CLOSED) {
        return tk_fail(error, TAKT_MISUSE, "asset '%s', channel '%s': no step is under way; send within a step, or"
            " before the first one", endpoint->asset, output->channel);
    }
    if (size > (size_t) output->max_bytes) {
        return tk_fail(error, TAKT_MISUSE, "asset '%s', channel '%s': a message has %zu bytes, and may have %d; declare"
            " the channel with a larger maxBytes", endpoint->asset, output->channel, size, output->max_bytes);
    }
    if (stamp_ns <= endpoint->after_ns || stamp_ns > endpoint->until_ns) {
        return tk_fail(error, TAKT_MISUSE, "asset '%s', channel '%s': the stamp %lld is outside the step, which goes"
            " from %lld to %lld; a stamp is later than the one and not later than the other", endpoint->asset,
            output->channel, (long long) stamp_ns, (long long) endpoint->after_ns, (long long) endpoint->until_ns);
    }
    if (stamp_ns < output->promised_ns && !is_dawn_of_predecessor(endpoint)) {
        return tk_fail(error, TAKT_MISUSE, "asset '%s', channel '%s': the stamp is %lld, and it was promised to send"
            " nothing before %lld", endpoint->asset, output->channel, (long long) stamp_ns,
            (long long) output->promised_ns);
    }
    return TAKT_OK;
}

/* The file of latest values; opened once a receiver wants them. */
static int open_latest_file(takt_output *output) {
    tk_endpoint *endpoint = output->endpoint;
    const int64_t wanted_at = TK_AT_CHANNEL_TABLE + TK_CHANNEL_LENGTH * output->index + TK_CHANNEL_LATEST;
    return output->latest.file != NULL || output->latest_path[0] == '\0'
        || tk_load32(tk_log_at32(&endpoint->writer.log, wanted_at)) != 1 ? TAKT_OK
        : tk_latest_open(&output->latest, output->latest_path, endpoint->room->error);
}

/* At the dawn of time there may be readers that come. */
static bool is_written(const tk_endpoint *endpoint) {
    return endpoint->until_ns == 0 || tk_writer_is_read(&endpoint->writer);
}

/* A message of a sequence number has its place in the log, or needs none. */
static void note_sent(takt_output *output, int64_t sequence, int64_t stamp_ns, const void *data, size_t size) {
    tk_endpoint *endpoint = output->endpoint;
    output->sent_in = endpoint->steps;
    output->sent_messages++;
    output->sent_bytes += (int64_t) size;
    output->sent_latest_ns = stamp_ns > output->sent_latest_ns ? stamp_ns : output->sent_latest_ns;
    endpoint->latest_stamp_ns = stamp_ns > endpoint->latest_stamp_ns ? stamp_ns : endpoint->latest_stamp_ns;
    if (output->latest.file != NULL) {
        tk_latest_write(&output->latest, stamp_ns, sequence, data, size);
    }
}

/* Copies a message into the log. */
static int send_copy(takt_output *output, const void *data, size_t size, int64_t stamp_ns) {
    tk_endpoint *endpoint = output->endpoint;
    tk_writer *writer = &endpoint->writer;
    const int64_t sequence = writer->sequence;
    int result = TAKT_OK;
    if (is_written(endpoint)) {
        for (int round = 0; result == TAKT_OK && !endpoint->is_closed
                && !tk_writer_message(writer, output->index, stamp_ns, data, size); round++) {
            result = tk_endpoint_await_room(endpoint, round);
        }
    } else {
        writer->sequence++;
    }
    if (result == TAKT_OK && !endpoint->is_closed) {
        note_sent(output, sequence, stamp_ns, data, size);
    }
    return result;
}

/* The checks and the work that are due before a message may be written. */
static int prepare(takt_output *output) {
    const int voided = tk_endpoint_stage_void(output->endpoint);
    return voided == TAKT_OK ? open_latest_file(output) : voided;
}

int takt_send_at(takt_output *output, const void *data, size_t size, int64_t stamp_ns) {
    tk_endpoint *endpoint = output->endpoint;
    if (endpoint->is_closed) {
        return TAKT_OK;
    }
    int result = check(output, size, stamp_ns);
    if (result == TAKT_OK && data == NULL && size > 0) {
        result = tk_fail(endpoint->room->error, TAKT_MISUSE, "asset '%s', channel '%s': data is NULL, and %zu bytes are"
            " to be sent", endpoint->asset, output->channel, size);
    }
    if (result != TAKT_OK || is_dawn_of_predecessor(endpoint)) {
        return result;
    }
    result = prepare(output);
    return result == TAKT_OK ? send_copy(output, data, size, stamp_ns) : result;
}

int takt_send(takt_output *output, const void *data, size_t size) {
    return takt_send_at(output, data, size, output->endpoint->usual_stamp_ns);
}

/* ---- Claims ---- */

/* Memory of the asset's own, where a message needs no place in the log. */
static char *own_room(tk_endpoint *endpoint, size_t size) {
    tk_claim *claim = &endpoint->claim;
    if (claim->own == NULL || claim->own_size < size) {
        char *more = realloc(claim->own, size + 1);
        if (more == NULL) {
            tk_fail(endpoint->room->error, TAKT_SYSTEM, "no memory for a message of asset '%s'", endpoint->asset);
            return NULL;
        }
        claim->own = more;
        claim->own_size = size;
    }
    return claim->own;
}

/* A place in the log; NULL with TAKT_OK where the run has ended, or none is needed. */
static int find_place(takt_output *output, size_t size, char **place) {
    tk_endpoint *endpoint = output->endpoint;
    *place = NULL;
    int result = prepare(output);
    for (int round = 0; result == TAKT_OK && is_written(endpoint) && !endpoint->is_closed; round++) {
        *place = tk_writer_claim(&endpoint->writer, size);
        if (*place != NULL) {
            break;
        }
        result = tk_endpoint_await_room(endpoint, round);
    }
    return result;
}

void *takt_claim_at(takt_output *output, size_t size, int64_t stamp_ns) {
    tk_endpoint *endpoint = output->endpoint;
    char *place = NULL;
    if (!endpoint->is_closed) {
        if (check(output, size, stamp_ns) != TAKT_OK
            || (!is_dawn_of_predecessor(endpoint) && find_place(output, size, &place) != TAKT_OK)) {
            return NULL;
        }
    } else if (size > (size_t) output->max_bytes) {
        check(output, size, stamp_ns);
        return NULL;
    }
    char *room = place != NULL ? place + TK_RECORD_HEADER : own_room(endpoint, size);
    if (room != NULL) {
        endpoint->claim.output = output;
        endpoint->claim.at = place;
        endpoint->claim.size = size;
        endpoint->claim.stamp_ns = stamp_ns;
    }
    return room;
}

void *takt_claim(takt_output *output, size_t size) {
    return takt_claim_at(output, size, output->endpoint->usual_stamp_ns);
}

int takt_commit(takt_output *output, size_t size) {
    tk_endpoint *endpoint = output->endpoint;
    tk_claim *claim = &endpoint->claim;
    if (claim->output != output) {
        return tk_fail(endpoint->room->error, TAKT_MISUSE, "asset '%s', channel '%s': nothing is claimed; a claim ends"
            " with takt_commit, takt_abort, and takt_done", endpoint->asset, output->channel);
    }
    if (size > claim->size) {
        return tk_fail(endpoint->room->error, TAKT_MISUSE, "asset '%s', channel '%s': a message of %zu bytes was"
            " committed, and %zu were claimed", endpoint->asset, output->channel, size, claim->size);
    }
    claim->output = NULL;
    if (endpoint->is_closed || is_dawn_of_predecessor(endpoint)) {
        return TAKT_OK;
    }
    const int64_t sequence = endpoint->writer.sequence;
    if (claim->at != NULL) {
        tk_writer_commit(&endpoint->writer, claim->at, output->index, claim->stamp_ns, size);
    } else {
        endpoint->writer.sequence++;
    }
    note_sent(output, sequence, claim->stamp_ns, claim->at != NULL ? claim->at + TK_RECORD_HEADER : claim->own, size);
    return TAKT_OK;
}

void takt_abort(takt_output *output) {
    if (output->endpoint->claim.output == output) {
        output->endpoint->claim.output = NULL;
    }
}

void tk_endpoint_drop_claim(tk_endpoint *endpoint) {
    endpoint->claim.output = NULL;
}

/* ---- Promises ---- */

void tk_output_tell_promise(takt_output *output) {
    if (output->promised_ns > output->told_ns) {
        tk_endpoint *endpoint = output->endpoint;
        const tk_log *log = &endpoint->writer.log;
        output->told_ns = output->promised_ns;
        if (output->promise_counter != NULL) {
            tk_store(output->promise_counter, output->promised_ns);
        }
        tk_store(tk_log_at(log, TK_AT_CHANNEL_TABLE + TK_CHANNEL_LENGTH * output->index + TK_CHANNEL_PROMISE),
            output->promised_ns);
        tk_full_fence();
        tk_writer_wake(&endpoint->writer, output->promised_ns, false, endpoint->room->counters);
    }
}

int takt_promise(takt_output *output, int64_t time_ns) {
    tk_endpoint *endpoint = output->endpoint;
    if (endpoint->is_closed || time_ns <= output->promised_ns) {
        return TAKT_OK;
    }
    output->promised_ns = time_ns;
    if (endpoint->until_ns != TK_CLOSED && (output->sent_in == endpoint->steps || endpoint->claim.output == output)) {
        /* It is about what follows a message that no reader can see before the step is done. */
        endpoint->is_promise_due = true;
    } else {
        tk_output_tell_promise(output);
    }
    return TAKT_OK;
}
