/*
 * The programs of docs/how-to/calls.md in C: a service, or its client, as the argument says. They say and send the same
 * as those in Java.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <takt.h>

#include "check.h"

#define MS INT64_C(1000000)

enum { MOST_OPEN = 8 };

typedef struct goal {
    double x, y;
} goal;

static takt_hub *hub;
static takt_asset *asset;
static takt_output *output;

/* ---- The planner ---- */

typedef struct job {
    takt_request request;
    goal goal;
    int64_t done_at_ns;
} job;

static job jobs[MOST_OPEN];

static void hear_request(const takt_message *message) {
    takt_request request;
    char text[100];
    if (takt_take_request(asset, message, &request) == 1) {
        job *free_one = jobs;
        while (takt_request_is_open(asset, &free_one->request)) {
            CHECK(++free_one < jobs + MOST_OPEN);
        }
        *free_one = (job) { .request = request, .done_at_ns = takt_time(asset) + 50 * MS };
        snprintf(text, sizeof text, "%.*s", (int) request.size, (const char *) request.data);
        CHECK(sscanf(text, "{\"x\":%lf,\"y\":%lf}", &free_one->goal.x, &free_one->goal.y) == 2);
        return;
    }
    for (int i = 0; i < MOST_OPEN; i++) {
        takt_take_cancel(asset, message, &jobs[i].request);
    }
}

static void plan(int64_t to_ns) {
    char text[100];
    for (job *each = jobs; each < jobs + MOST_OPEN; each++) {
        if (!takt_request_is_open(asset, &each->request)) {
            continue;
        }
        const double metres = sqrt(each->goal.x * each->goal.x + each->goal.y * each->goal.y);
        if (to_ns < each->done_at_ns) {
            snprintf(text, sizeof text, "done in %" PRId64 " ms", (each->done_at_ns - to_ns) / MS);
            CHECK(takt_answer_progress(output, &each->request, text) == 1);
        } else if (metres > 100) {
            CHECK(takt_answer_failure(output, &each->request, "farther than 100 m") == 1);
        } else {
            const int length = snprintf(text, sizeof text, "{\"metres\":%.1f}", metres);
            CHECK(takt_answer(output, &each->request, text, (size_t) length) == 1);
            CHECK(takt_answer(output, &each->request, text, (size_t) length) == 0);
        }
    }
}

/* ---- The drone ---- */

static const goal goals[] = { { 3, 4 }, { 60, 80 }, { 300, 400 } };
static int asked;
static bool is_calling;
static takt_call call;
static char progress[100], result[100];

static void hear_answer(const takt_message *message) {
    const int is_of_it = is_calling ? takt_take_answer(asset, message, &call) : 0;
    CHECK(is_of_it >= 0);
    if (is_of_it == 1) {
        snprintf(call.state == TAKT_CALL_PENDING ? progress : result, sizeof result, "%.*s", (int) call.size,
            (const char *) call.data);
    }
}

static void fly(int64_t to_ns) {
    char text[100];
    double metres;
    if (!is_calling && asked == sizeof goals / sizeof *goals) {
        CHECK(takt_stop(asset, "been everywhere", false) == TAKT_OK);
    } else if (!is_calling) {
        const goal *next = &goals[asked++];
        const int length = snprintf(text, sizeof text, "{\"x\":%.1f,\"y\":%.1f}", next->x, next->y);
        CHECK(takt_ask(output, text, (size_t) length, takt_time(asset), &call) == TAKT_MISUSE);
        CHECK(takt_ask(output, text, (size_t) length, to_ns + 200 * MS, &call) == TAKT_OK);
        is_calling = true;
    } else if (takt_state_of_call(asset, &call) != TAKT_CALL_PENDING) {
        if (call.state == TAKT_CALL_ANSWERED && sscanf(result, "{\"metres\":%lf}", &metres) == 1) {
            printf("route of %.1f m, %s\n", metres, progress);
        } else {
            printf("no route: %s\n", call.state == TAKT_CALL_FAILED ? result : "timed out");
        }
        is_calling = false;
    }
}

int main(int argc, char **argv) {
    takt_error error;
    takt_turn turn;
    takt_message message;
    const bool is_planner = argc > 1 && strcmp(argv[1], "planner") == 0;
    const takt_output_spec out = { is_planner ? "plan.answers" : "plan.requests", 0 };
    const takt_input_spec in = { is_planner ? "plan.requests" : "plan.answers", is_planner ? "drone" : "planner",
        TAKT_GATED, 0, 0, 0 };
    hub = takt_connect(NULL, &error);
    asset = hub == NULL ? NULL : takt_join(hub, &(takt_spec) { .outputs = &out, .output_count = 1, .inputs = &in,
        .input_count = 1 });
    CHECK(asset != NULL);
    output = takt_find_output(asset, out.channel);
    while (takt_poll(hub, TAKT_FOREVER, &turn) == TAKT_OK && turn.kind != TAKT_STOP) {
        while (takt_receive(asset, &message) == 1) {
            (is_planner ? hear_request : hear_answer)(&message);
        }
        if (turn.kind == TAKT_STEP) {
            (is_planner ? plan : fly)(turn.to_ns);
        }
        takt_done(hub);
    }
    if (!is_planner) {
        printf("STOPPED: %s\n", takt_end_reason(hub));
    }
    takt_close(hub);
    return 0;
}
