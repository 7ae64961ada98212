/*
 * The promises of takt.h, tried at a hub that has launched this program as its asset "alpha", with a core step of 10 ms
 * and a max delay of 100 ms. The argument says how it ends: stop, fail, leave, or wait (until the hub is killed).
 */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <takt.h>

#include "check.h"

#define MS INT64_C(1000000)

static takt_hub *a_hub, *b_hub;
static takt_asset *alpha, *beta;
static takt_output *pose, *beat;

/* The last call on a hub has failed with a code, and says these words. */
static bool says(const takt_hub *hub, int code, const char *words) {
    const takt_error *error = takt_last_error(hub);
    if (error->code == code && strstr(error->text, words) != NULL) {
        return true;
    }
    fprintf(stderr, "%d: %s\n", error->code, error->text);
    return false;
}

static takt_turn turn_of(takt_hub *hub, int64_t timeout_ns) {
    takt_turn turn;
    const int result = takt_poll(hub, timeout_ns, &turn);
    if (result != TAKT_OK) {
        fprintf(stderr, "%s\n", takt_last_error(hub)->text);
    }
    CHECK(result == TAKT_OK);
    return turn;
}

static takt_turn step_of(takt_hub *hub) {
    const takt_turn turn = turn_of(hub, 60000 * MS);
    CHECK(turn.kind == TAKT_STEP);
    return turn;
}

static void step(takt_hub *hub) {
    step_of(hub);
    CHECK(takt_done(hub) == TAKT_OK);
}

static void join(void) {
    takt_error error;
    CHECK(takt_connect("no-such-hub", &error) == NULL && error.code == TAKT_NO_HUB);
    CHECK(strstr(error.text, "no-such-hub") != NULL && strstr(error.text, "TAKT_DIR") != NULL);
    CHECK(takt_connect("a/b", &error) == NULL && error.code == TAKT_MISUSE && strstr(error.text, "'a/b'") != NULL);
    a_hub = takt_connect(NULL, &error);
    b_hub = takt_connect(NULL, &error);
    CHECK(a_hub != NULL && b_hub != NULL);
    alpha = takt_join(a_hub, &(takt_spec) { .outputs = (takt_output_spec[]) { { "pose", 16 }, { "beat", 0 } },
        .output_count = 2 });
    CHECK(alpha != NULL && strcmp(takt_name(alpha), "alpha") == 0 && takt_hub_of(alpha) == a_hub);
    CHECK(takt_step(alpha) == 10 * MS && takt_granularity(alpha) == 10 * MS && takt_time(alpha) == 0);
    CHECK(takt_core_step(alpha) == 10 * MS && takt_max_delay(alpha) == 100 * MS && takt_core_time(alpha) == 0);
    CHECK(takt_seed(alpha) == 7 && takt_digest(alpha) == 0);
    CHECK(takt_join(b_hub, &(takt_spec) { .name = "alpha" }) == NULL && says(b_hub, TAKT_REFUSED, "alpha"));
    CHECK(strcmp(takt_last_error(b_hub)->refusal, "NAME_TAKEN") == 0);
    CHECK(takt_join(b_hub, &(takt_spec) { .name = "unknown" }) == NULL);
    CHECK(strcmp(takt_last_error(b_hub)->refusal, "UNKNOWN_STEP") == 0);
    CHECK(takt_join(b_hub, &(takt_spec) { .name = "stuck", .step_ns = 1000 * MS }) == NULL);
    CHECK(strcmp(takt_last_error(b_hub)->refusal, "NOT_LIVE") == 0);
    const takt_input_spec inputs[] = { { "pose", "alpha", TAKT_LATEST, 0, 0, 0 },
        { "beat", "alpha", TAKT_GATED, 0, 0, 0 } };
    beta = takt_join(b_hub, &(takt_spec) { .name = "beta", .step_ns = 10 * MS, .inputs = inputs, .input_count = 2 });
    CHECK(beta != NULL);
    pose = takt_find_output(alpha, "pose");
    beat = takt_find_output(alpha, "beat");
    CHECK(pose != NULL && beat != NULL && takt_max_bytes(pose) == 16 && strcmp(takt_channel(pose), "pose") == 0);
    CHECK(strcmp(takt_sends(alpha, 0), "pose") == 0 && strcmp(takt_sends(alpha, 1), "beat") == 0
        && takt_sends(alpha, 2) == NULL && takt_receives(alpha, 0) == NULL);
    CHECK(strcmp(takt_receives(beta, 1), "beat") == 0 && takt_receives(beta, 2) == NULL);
    CHECK(strcmp(takt_values_sent(alpha, 0)->type, "double") == 0 && takt_values_sent(alpha, 1)->type == NULL);
    CHECK(strcmp(takt_values_sent(alpha, 0)->unit.name, "km/h") == 0 && takt_values_sent(alpha, 2) == NULL);
    CHECK(strcmp(takt_values_received(beta, 0)->unit.base, "m.s-1") == 0 && takt_values_received(beta, 2) == NULL);
    CHECK(takt_values_received(beta, 1)->unit.name == NULL && takt_values_sent(alpha, 0)->sender == NULL);
    CHECK(strcmp(takt_values_received(beta, 1)->sender, "alpha") == 0);
    CHECK(takt_find_output(alpha, "poes") == NULL && says(a_hub, TAKT_MISUSE, "poes"));
}

/* At the dawn of time. */
static void try_messages(void) {
    takt_message message;
    CHECK(takt_latest(beta, "pose", NULL, &message) == 0);
    CHECK(takt_latest(beta, "pose", "omega", &message) < 0 && says(b_hub, TAKT_MISUSE, "omega"));
    CHECK(takt_send(pose, "much more than it may have", 26) < 0 && says(a_hub, TAKT_MISUSE, "may have 16"));
    CHECK(takt_send(pose, NULL, 1) < 0 && says(a_hub, TAKT_MISUSE, "NULL"));
    CHECK(takt_send_at(pose, "x", 1, 1) < 0 && says(a_hub, TAKT_MISUSE, "stamp"));
    CHECK(takt_send(pose, "dawn", 4) == TAKT_OK || says(a_hub, TAKT_OK, ""));
    CHECK(takt_send(beat, "0", 1) == TAKT_OK || says(a_hub, TAKT_OK, ""));
    CHECK(takt_latest(beta, "pose", "alpha", &message) == 1 && message.size == 4 && message.stamp_ns == 0);
    CHECK(memcmp(message.data, "dawn", 4) == 0);
    CHECK(takt_done(a_hub) < 0 && says(a_hub, TAKT_MISUSE, "takt_poll"));
    CHECK(takt_claim(pose, 1) != NULL); /* Dropped by the first takt_poll. */
}

static void try_claims(void) {
    takt_message message;
    char *room = takt_claim(pose, 16);
    CHECK(room != NULL && takt_claim(beat, 1) == NULL && says(a_hub, TAKT_MISUSE, "claimed on channel 'pose'"));
    CHECK(takt_receive(alpha, &message) < 0 && says(a_hub, TAKT_MISUSE, "commit or"));
    CHECK(takt_commit(beat, 1) < 0 && takt_commit(pose, 17) < 0 && says(a_hub, TAKT_MISUSE, "16 were claimed"));
    takt_abort(pose);
    takt_abort(pose);
    CHECK(takt_commit(pose, 1) < 0 && says(a_hub, TAKT_MISUSE, "nothing is claimed"));
    room = takt_claim(pose, 16);
    memcpy(room, "claimed", 7);
    CHECK(takt_commit(pose, 7) == TAKT_OK);
    CHECK(takt_latest(beta, "pose", NULL, &message) == 1 && message.size == 7 && message.stamp_ns == 10 * MS);
    CHECK(memcmp(message.data, "claimed", 7) == 0 && message.sequence == 2);
    CHECK(takt_claim(pose, 1) != NULL); /* Dropped by takt_done. */
}

/* Beta may go as far as alpha has promised, though alpha is in the middle of its first step. */
static void try_promises(void) {
    const takt_turn first = step_of(a_hub);
    takt_message message;
    CHECK(first.asset == alpha && first.from_ns == 0 && first.to_ns == 10 * MS);
    CHECK(takt_step_to(alpha, 5 * MS) < 0 && says(a_hub, TAKT_MISUSE, "fixed"));
    CHECK(takt_choose_step(alpha, 5 * MS) < 0 && says(a_hub, TAKT_MISUSE, "whole"));
    step_of(b_hub);
    CHECK(takt_receive(beta, &message) == 1 && message.stamp_ns == 0 && message.delivery_ns == 0);
    CHECK(strcmp(message.channel, "beat") == 0 && strcmp(message.sender, "alpha") == 0);
    CHECK(takt_receive(beta, &message) == 0 && takt_done(b_hub) == TAKT_OK);
    CHECK(turn_of(b_hub, 30 * MS).kind == TAKT_WAIT && takt_time(beta) == 10 * MS);
    CHECK(takt_promise(beat, 60 * MS) == TAKT_OK);
    CHECK(takt_send(beat, "x", 1) < 0 && says(a_hub, TAKT_MISUSE, "promised to send nothing before"));
    while (takt_time(beta) < 60 * MS) {
        step_of(b_hub);
        CHECK(takt_receive(beta, &message) == 0 && takt_done(b_hub) == TAKT_OK);
    }
    CHECK(turn_of(b_hub, 30 * MS).kind == TAKT_WAIT);
    try_claims();
    CHECK(takt_done(a_hub) == TAKT_OK && takt_time(alpha) == 10 * MS);
}

static void on_alarm(int number) {
    (void) number;
    takt_interrupt(b_hub);
}

/* Beta has no turn. */
static void try_timeouts(void) {
    takt_turn turn;
    CHECK(turn_of(b_hub, -1).kind == TAKT_WAIT && turn_of(b_hub, INT64_MIN).kind == TAKT_WAIT);
    signal(SIGALRM, on_alarm);
    ualarm(50000, 0);
    CHECK(takt_poll(b_hub, TAKT_FOREVER - 1, &turn) == TAKT_INTERRUPTED);
}

static void try_interrupt(void) {
    takt_turn turn;
    takt_interrupt(b_hub);
    CHECK(takt_poll(b_hub, TAKT_FOREVER, &turn) == TAKT_INTERRUPTED);
    CHECK(turn_of(b_hub, 0).kind == TAKT_WAIT);
    while (takt_state(b_hub) != TAKT_HUB_RUNNING) { /* Clocks may be ahead of what the hub says. */
        CHECK(turn_of(b_hub, 10 * MS).kind == TAKT_WAIT && takt_end_reason(b_hub) == NULL);
    }
    CHECK(takt_end_reason(b_hub) == NULL);
}

static int64_t wall_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (1000 * MS) + now.tv_nsec;
}

/* Beta leaves; another asset of its name joins, at the core's time, with an interval, and sleeps in between. */
static void try_interval(void) {
    CHECK(takt_leave(beta) == TAKT_OK);
    CHECK(turn_of(b_hub, TAKT_FOREVER).kind == TAKT_STOP);
    beta = takt_join(b_hub, &(takt_spec) { .name = "beta", .step_ns = 10 * MS, .interval_ns = 5 * MS,
        .has_interval = true });
    CHECK(beta != NULL && takt_time(beta) >= takt_time(alpha) && takt_time(beta) <= takt_core_time(alpha));
    const int64_t began_ns = wall_ns(), at_ns = takt_time(beta);
    while (takt_time(beta) < at_ns + 100 * MS) {
        if (turn_of(a_hub, 0).kind == TAKT_STEP) {
            CHECK(takt_done(a_hub) == TAKT_OK);
        }
        if (turn_of(b_hub, MS).kind == TAKT_STEP) {
            CHECK(takt_done(b_hub) == TAKT_OK);
        }
    }
    CHECK(wall_ns() - began_ns >= 45 * MS);
    CHECK(takt_leave(beta) == TAKT_OK);
}

typedef struct heard {
    int latest;
    int steps;
} heard;

static int on_message(takt_asset *asset, const takt_message *message, void *user) {
    heard *its = user;
    (void) asset;
    CHECK(strcmp(message->channel, "pose") == 0 && strcmp(message->sender, "alpha") == 0);
    CHECK(message->size == 7 && memcmp(message->data, "claimed", 7) == 0);
    its->latest++;
    return 0;
}

static int on_step(takt_asset *asset, int64_t from_ns, int64_t to_ns, void *user) {
    heard *its = user;
    takt_message message;
    (void) from_ns;
    (void) to_ns;
    CHECK(its->latest == 1); /* It comes before the first step, and not again. */
    CHECK(takt_receive_latest(asset, &message) == 0 && takt_latest(asset, "pose", NULL, &message) == 1);
    return ++its->steps == 2 ? 7 : 0;
}

/* Takt_run hands the newest value over once; delta is behind alpha by as many steps as it does. */
static void try_latest_callbacks(void) {
    static const takt_callbacks callbacks = { NULL, on_message, on_step };
    heard its = { 0, 0 };
    takt_message message;
    const takt_input_spec input = { "pose", "alpha", TAKT_LATEST, 0, 0, 0 };
    takt_asset *delta = takt_join(b_hub, &(takt_spec) { .name = "delta", .step_ns = 10 * MS, .inputs = &input,
        .input_count = 1 });
    CHECK(delta != NULL && takt_receive_latest(delta, &message) == 0);
    takt_set_callbacks(delta, &callbacks, &its);
    const int64_t from_ns = takt_time(delta);
    turn_of(b_hub, 0); /* Says that it is ready. */
    while (takt_core_time(delta) < from_ns + 20 * MS || takt_time(alpha) < from_ns + 20 * MS) {
        step(a_hub);
    }
    CHECK(takt_run(b_hub) == TAKT_CALLBACK && its.latest == 1 && its.steps == 2);
    CHECK(takt_leave(delta) == TAKT_OK);
}

/* An asset that has nothing to do has no turns until then. */
static void try_pause(void) {
    const int64_t wakes_ns = takt_time(alpha) + 10 * MS + 45 * MS;
    step_of(a_hub);
    CHECK(takt_wake_at(alpha, wakes_ns) == TAKT_OK && takt_done(a_hub) == TAKT_OK);
    CHECK(step_of(a_hub).from_ns == wakes_ns + 5 * MS && takt_done(a_hub) == TAKT_OK);
}

/* A step that may vary ends when the asset has something to do again, but not before its last message. */
static void try_steps_that_vary(void) {
    takt_asset *gamma = takt_join(b_hub, &(takt_spec) { .name = "gamma", .step_ns = 50 * MS, .granularity_ns = MS,
        .outputs = &(takt_output_spec) { "late", 8 }, .output_count = 1 });
    CHECK(gamma != NULL && takt_step(gamma) == 50 * MS && takt_granularity(gamma) == MS);
    takt_output *late = takt_find_output(gamma, "late");
    takt_turn turn = turn_of(b_hub, 0);
    while (turn.kind != TAKT_STEP) {
        step(a_hub);
        turn = turn_of(b_hub, MS);
    }
    CHECK(turn.to_ns - turn.from_ns >= 10 * MS && turn.to_ns - turn.from_ns <= 50 * MS);
    CHECK(takt_step_to(gamma, turn.to_ns + MS) < 0 && says(b_hub, TAKT_MISUSE, "at most"));
    CHECK(takt_step_to(gamma, turn.from_ns + MS + 1) < 0 && takt_step_to(gamma, turn.from_ns + 9 * MS) == TAKT_OK);
    CHECK(takt_send_at(late, "x", 1, turn.from_ns + 10 * MS) < 0 && says(b_hub, TAKT_MISUSE, "outside the step"));
    CHECK(takt_send_at(late, "x", 1, turn.from_ns + 7 * MS - 1) == TAKT_OK);
    CHECK(takt_step_to(gamma, turn.from_ns + 6 * MS) < 0 && says(b_hub, TAKT_MISUSE, "has sent a message"));
    CHECK(takt_wake_at(gamma, turn.from_ns + 3 * MS) == TAKT_OK && takt_done(b_hub) == TAKT_OK);
    CHECK(takt_time(gamma) == turn.from_ns + 7 * MS);
    CHECK(takt_done(b_hub) < 0 && takt_leave(gamma) == TAKT_OK);
}

static int end(const char *how) {
    takt_turn turn;
    int result = TAKT_OK;
    if (strcmp(how, "stop") == 0) {
        step_of(a_hub);
        CHECK(takt_stop(alpha, "it has \"landed\"", false) == TAKT_OK && takt_done(a_hub) == TAKT_OK);
        do {
            CHECK(takt_poll(a_hub, TAKT_FOREVER, &turn) == TAKT_OK && takt_done(a_hub) == TAKT_OK);
        } while (turn.kind != TAKT_STOP);
        CHECK(says(a_hub, TAKT_OK, "landed") && takt_state(a_hub) == TAKT_HUB_STOPPED);
        CHECK(strstr(takt_end_reason(a_hub), "asset 'alpha' ended") == takt_end_reason(a_hub));
        CHECK(takt_join(a_hub, &(takt_spec) { .name = "late" }) == NULL && says(a_hub, TAKT_MISUSE, "ended"));
        CHECK(takt_send(beat, "x", 1) == TAKT_OK);
    } else if (strcmp(how, "fail") == 0) {
        takt_asset *other = takt_join(b_hub, &(takt_spec) { .name = "other", .step_ns = 10 * MS });
        CHECK(other != NULL && takt_fail(alpha, "no fuel") == TAKT_OK);
        do {
            result = takt_poll(b_hub, TAKT_FOREVER, &turn);
            CHECK(result != TAKT_OK || takt_done(b_hub) == TAKT_OK);
        } while (result == TAKT_OK);
        CHECK(result == TAKT_RUN_FAILED && says(b_hub, TAKT_RUN_FAILED, "no fuel"));
    } else if (strcmp(how, "leave") == 0) {
        CHECK(takt_leave(alpha) == TAKT_OK);
    } else {
        printf("waits\n");
        fflush(stdout);
        do {
            result = takt_poll(a_hub, TAKT_FOREVER, &turn);
            CHECK(result != TAKT_OK || takt_done(a_hub) == TAKT_OK);
        } while (result == TAKT_OK);
        CHECK(result == TAKT_HUB_LOST && says(a_hub, TAKT_HUB_LOST, "without a word"));
    }
    return result;
}

int main(int argc, char **argv) {
    join();
    try_messages();
    CHECK(turn_of(b_hub, 0).kind == TAKT_WAIT); /* Says that beta is ready. */
    try_promises();
    try_timeouts();
    try_interrupt();
    try_interval();
    step(a_hub);
    try_latest_callbacks();
    try_pause();
    try_steps_that_vary();
    end(argc > 1 ? argv[1] : "stop");
    takt_close(a_hub);
    takt_close(b_hub);
    printf("all hold\n");
    return 0;
}
