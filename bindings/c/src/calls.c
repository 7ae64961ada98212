/*
 * Calls: how requests and answers stand in messages. docs/reference/calls.md has the bytes and the rules.
 *
 *   0  u8   kind
 *   1  u8   length n of the client's name; 0 in requests and cancels, which their sender's name goes with
 *   2  i64  T_i at which the client began
 *  10  i64  number of the call since then
 *  18  i64  time-out in nanoseconds of simulation time; 0 in answers
 *  26       the client's name, n bytes; then the value, or a text in UTF-8
 */
#include <stddef.h>
#include <string.h>

#include "error.h"
#include "hub.h"

enum { REQUEST = 1, CANCEL = 2, PROGRESS = 3, ANSWER = 4, FAILURE = 5, HEAD = 26 };

typedef struct frame {
    int kind;
    char client[sizeof ((takt_request *) NULL)->client];
    int64_t began_ns;
    int64_t number;
    int64_t timeout_ns;
    const void *data;
    size_t size;
} frame;

static takt_asset *asset_of(const takt_output *output) {
    return (takt_asset *) ((char *) output->endpoint - offsetof(takt_asset, endpoint));
}

static void put_long(unsigned char *at, int64_t value) {
    for (int i = 0; i < 8; i++) {
        at[i] = (unsigned char) ((uint64_t) value >> 8 * i);
    }
}

static int64_t get_long(const unsigned char *at) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) {
        value |= (uint64_t) at[i] << 8 * i;
    }
    return (int64_t) value;
}

static int send_frame(takt_output *output, const frame *its) {
    const size_t name = strlen(its->client);
    if (its->size > 0 && its->data == NULL) {
        return tk_fail(&asset_of(output)->hub->error, TAKT_MISUSE, "asset '%s', channel '%s': data is NULL, and %zu"
            " bytes are to be sent", output->endpoint->asset, output->channel, its->size);
    }
    unsigned char *at = takt_claim(output, HEAD + name + its->size);
    if (at == NULL) {
        return asset_of(output)->hub->error.code;
    }
    at[0] = (unsigned char) its->kind;
    at[1] = (unsigned char) name;
    put_long(at + 2, its->began_ns);
    put_long(at + 10, its->number);
    put_long(at + 18, its->timeout_ns);
    memcpy(at + HEAD, its->client, name);
    if (its->size > 0) {
        memcpy(at + HEAD + name, its->data, its->size);
    }
    return takt_commit(output, HEAD + name + its->size);
}

static int read_frame(takt_asset *asset, const takt_message *message, frame *its) {
    const unsigned char *at = message->data;
    const size_t name = message->size < HEAD ? 0 : at[1];
    if (message->size < HEAD + name || at[0] < REQUEST || at[0] > FAILURE || name >= sizeof its->client) {
        return tk_fail(&asset->hub->error, TAKT_DAMAGED, "channel '%s': a message of %zu bytes from asset '%s' is no"
            " part of a call; is that channel sent by hand?", message->channel, message->size, message->sender);
    }
    *its = (frame) { .kind = at[0], .began_ns = get_long(at + 2), .number = get_long(at + 10),
        .timeout_ns = get_long(at + 18), .data = at + HEAD + name, .size = message->size - HEAD - name };
    memcpy(its->client, at + HEAD, name);
    if (its->kind == REQUEST || its->kind == CANCEL) {
        strncpy(its->client, message->sender, sizeof its->client - 1);
    }
    return TAKT_OK;
}

/* ---- Clients ---- */

int takt_ask(takt_output *requests, const void *data, size_t size, int64_t timeout_ns, takt_call *call) {
    takt_asset *asset = asset_of(requests);
    if (timeout_ns <= takt_time(asset)) {
        return tk_fail(&asset->hub->error, TAKT_MISUSE, "asset '%s': the call times out at %lld, and it is %lld; the"
            " time-out is a time, later than that", asset->name, (long long) timeout_ns, (long long) takt_time(asset));
    }
    const frame its = { .kind = REQUEST, .began_ns = asset->endpoint.began_ns, .number = requests->calls,
        .timeout_ns = timeout_ns, .data = data, .size = size };
    const int sent = send_frame(requests, &its);
    if (sent == TAKT_OK) {
        requests->calls++;
        *call = (takt_call) { TAKT_CALL_PENDING, its.began_ns, its.number, timeout_ns, NULL, 0 };
    }
    return sent;
}

takt_call_state takt_state_of_call(const takt_asset *asset, const takt_call *call) {
    return call->state == TAKT_CALL_PENDING && takt_time(asset) >= call->timeout_ns ? TAKT_CALL_TIMED_OUT : call->state;
}

int takt_take_answer(takt_asset *asset, const takt_message *message, takt_call *call) {
    frame its = { 0 };
    const int read = read_frame(asset, message, &its);
    if (read != TAKT_OK) {
        return read;
    }
    if (its.kind < PROGRESS || strcmp(its.client, asset->name) != 0 || its.began_ns != call->began_ns
        || its.number != call->number || call->state != TAKT_CALL_PENDING
        || message->delivery_ns > call->timeout_ns) {
        return 0;
    }
    call->state = its.kind == ANSWER ? TAKT_CALL_ANSWERED : its.kind == FAILURE ? TAKT_CALL_FAILED : TAKT_CALL_PENDING;
    call->data = its.data;
    call->size = its.size;
    return 1;
}

int takt_cancel(takt_output *requests, takt_call *call) {
    if (takt_state_of_call(asset_of(requests), call) != TAKT_CALL_PENDING) {
        return TAKT_OK;
    }
    const int sent = send_frame(requests, &(frame) { .kind = CANCEL, .began_ns = call->began_ns,
        .number = call->number });
    if (sent == TAKT_OK) {
        call->state = TAKT_CALL_CANCELLED;
    }
    return sent;
}

/* ---- Services ---- */

int takt_take_request(takt_asset *asset, const takt_message *message, takt_request *request) {
    frame its = { 0 };
    const int read = read_frame(asset, message, &its);
    if (read != TAKT_OK || its.kind != REQUEST || its.timeout_ns <= takt_time(asset)) {
        return read;
    }
    *request = (takt_request) { .is_open = true, .began_ns = its.began_ns, .number = its.number,
        .timeout_ns = its.timeout_ns, .data = its.data, .size = its.size };
    strcpy(request->client, its.client);
    return 1;
}

int takt_take_cancel(takt_asset *asset, const takt_message *message, takt_request *request) {
    frame its = { 0 };
    const int read = read_frame(asset, message, &its);
    if (read != TAKT_OK) {
        return read;
    }
    if (its.kind != CANCEL || !request->is_open || strcmp(its.client, request->client) != 0
        || its.began_ns != request->began_ns || its.number != request->number) {
        return 0;
    }
    request->is_open = false;
    return 1;
}

bool takt_request_is_open(const takt_asset *asset, const takt_request *request) {
    return request->is_open && takt_time(asset) < request->timeout_ns;
}

static int answer(takt_output *answers, takt_request *request, int kind, const void *data, size_t size) {
    if (!takt_request_is_open(asset_of(answers), request)) {
        return 0;
    }
    frame its = { .kind = kind, .began_ns = request->began_ns, .number = request->number, .data = data, .size = size };
    strcpy(its.client, request->client);
    const int sent = send_frame(answers, &its);
    if (sent != TAKT_OK) {
        return sent;
    }
    request->is_open = kind == PROGRESS;
    return 1;
}

int takt_answer(takt_output *answers, takt_request *request, const void *data, size_t size) {
    return answer(answers, request, ANSWER, data, size);
}

int takt_answer_failure(takt_output *answers, takt_request *request, const char *why) {
    return answer(answers, request, FAILURE, why, why == NULL ? 0 : strlen(why));
}

int takt_answer_progress(takt_output *answers, takt_request *request, const char *text) {
    return answer(answers, request, PROGRESS, text, text == NULL ? 0 : strlen(text));
}
