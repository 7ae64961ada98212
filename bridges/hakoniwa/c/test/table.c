/*
 * Calls each exported function with null pointers and numbers of nothing: table none|asset|polling|external CONFIG. It
 * is a program without a hub or one of the three kinds, and calls in its own thread and in another, in a step and after
 * the end. What must fail does so with one line; no call crashes, waits, or says more. With "names" it prints the
 * functions.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "hakoniwa.h"

typedef enum kind { NONE = 1, ASSET = 2, POLLING = 4, EXTERNAL = 8, ALWAYS = 15 } kind;

/* The call, the kinds in which it must fail, and those in which it is left out, since it does something there. */
#define CALLS(_) \
    _(hako_asset_register, (NULL, NULL, NULL, 0, 0), ALWAYS, 0) \
    _(hako_asset_start_no_wait, (NULL), ALWAYS, 0) \
    _(hako_asset_usleep_no_wait, (-1, NULL), NONE | ASSET | POLLING, 0) \
    _(hako_asset_simulation_time, (), 0, 0) \
    _(hako_asset_current_time, (), 0, 0) \
    _(hako_asset_min_asset_time, (), NONE, 0) \
    _(hako_asset_pdu_read, (NULL, 0, NULL, 0), ALWAYS, 0) \
    _(hako_asset_pdu_write, (NULL, 0, NULL, 0), ALWAYS, 0) \
    _(hako_asset_register_data_recv_event, (NULL, 0, NULL, NULL), ALWAYS, 0) \
    _(hako_asset_check_data_recv_event, (NULL, 0), ALWAYS, 0) \
    _(hako_asset_set_data_recv_event_pending, (-1), ALWAYS, 0) \
    _(hako_asset_set_data_recv_event_resume, (-1), ALWAYS, 0) \
    _(hako_asset_pdu_create, (NULL, 0, 0), ALWAYS, 0) \
    _(hako_trigger_event, (-1), ALWAYS, 0) \
    _(hako_initialize_for_external, (), NONE, 0) \
    _(hako_asset_attach_core, (), NONE, 0) \
    _(hako_asset_attach_core_with_name, (NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_initialize, (NULL), ALWAYS, 0) \
    _(hako_asset_service_server_create, (NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_server_poll, (-1), ALWAYS, 0) \
    _(hako_asset_service_server_get_current_client_id, (-1), ALWAYS, 0) \
    _(hako_asset_service_server_get_current_channel_id, (-1, NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_server_status, (-1, NULL), ALWAYS, 0) \
    _(hako_asset_service_server_get_request, (-1, NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_server_get_response_buffer, (-1, NULL, NULL, -1, -1), ALWAYS, 0) \
    _(hako_asset_service_server_put_response, (-1, NULL, 0), ALWAYS, 0) \
    _(hako_asset_service_server_is_canceled, (-1), ALWAYS, 0) \
    _(hako_asset_service_server_set_progress, (-1, -1), ALWAYS, 0) \
    _(hako_asset_service_client_create, (NULL, NULL, NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_client_poll, (NULL), ALWAYS, 0) \
    _(hako_asset_service_client_get_channel_id, (-1, NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_client_get_channel_id_by_handle, (NULL, NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_client_status, (NULL, NULL), ALWAYS, 0) \
    _(hako_asset_service_client_get_request_buffer, (NULL, NULL, NULL, -1, -1), ALWAYS, 0) \
    _(hako_asset_service_client_call_request, (NULL, NULL, 0, -1), ALWAYS, 0) \
    _(hako_asset_service_client_get_response, (NULL, NULL, NULL, -1), ALWAYS, 0) \
    _(hako_asset_service_client_cancel_request, (NULL), ALWAYS, 0) \
    _(hako_asset_service_client_get_progress, (NULL), ALWAYS, 0) \
    _(hako_conductor_start, (0, 0), ALWAYS, 0) \
    _(hako_asset_get_event, (NULL), ALWAYS, 0) \
    _(hako_asset_get_pdu_channel, (NULL, -1), ALWAYS, 0) \
    _(hako_asset_get_worldtime, (), NONE, 0) \
    _(hako_asset_get_min_asset_time, (), NONE, 0) \
    _(hako_master_get_max_deltay_time_usec, (), 0, 0) \
    _(hako_master_get_delta_time_usec, (), 0, 0) \
    _(hako_simevent_get_state, (), NONE, 0) \
    _(hakoniwa_master_init, (), NONE, 0) \
    _(hakoniwa_master_execute, (), NONE, 0) \
    _(hakoniwa_master_get_max_deltay_time_usec, (), 0, 0) \
    _(hakoniwa_master_get_delta_time_usec, (), 0, 0) \
    _(hakoniwa_asset_init, (), NONE, 0) \
    _(hakoniwa_asset_endpoint_attach_core, (), NONE, 0) \
    _(hakoniwa_asset_register, (NULL, NULL), ALWAYS, 0) \
    _(hakoniwa_asset_register_polling, (NULL), ALWAYS, 0) \
    _(hakoniwa_asset_unregister, (NULL), ALWAYS, 0) \
    _(hakoniwa_asset_get_event, (NULL), ALWAYS, 0) \
    _(hakoniwa_asset_start_feedback, (NULL, true), ALWAYS, 0) \
    _(hakoniwa_asset_stop_feedback, (NULL, true), ALWAYS, 0) \
    _(hakoniwa_asset_reset_feedback, (NULL, true), ALWAYS, 0) \
    _(hakoniwa_asset_start_feedback_ok, (NULL), ALWAYS, 0) \
    _(hakoniwa_asset_stop_feedback_ok, (NULL), ALWAYS, 0) \
    _(hakoniwa_asset_reset_feedback_ok, (NULL), ALWAYS, 0) \
    _(hakoniwa_asset_get_worldtime, (), NONE, 0) \
    _(hakoniwa_asset_get_min_asset_time, (), NONE, 0) \
    _(hakoniwa_asset_create_pdu_channel, (-1, 0), ALWAYS, 0) \
    _(hakoniwa_asset_create_pdu_lchannel, (NULL, -1, 0), ALWAYS, 0) \
    _(hakoniwa_asset_get_pdu_channel, (NULL, -1), ALWAYS, 0) \
    _(hakoniwa_asset_is_pdu_dirty, (NULL, NULL, -1), 0, 0) \
    _(hakoniwa_asset_write_pdu, (NULL, NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hakoniwa_asset_read_pdu, (NULL, NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hakoniwa_asset_write_pdu_nolock, (NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hakoniwa_asset_read_pdu_nolock, (NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hakoniwa_asset_is_pdu_sync_mode, (NULL), 0, 0) \
    _(hakoniwa_asset_is_simulation_mode, (), 0, 0) \
    _(hakoniwa_asset_is_pdu_created, (), 0, 0) \
    _(hakoniwa_asset_register_data_recv_event, (NULL, -1), ALWAYS, 0) \
    _(hakoniwa_asset_check_data_recv_event, (NULL, NULL, -1), ALWAYS, 0) \
    _(hakoniwa_asset_set_data_recv_event_pending, (NULL, -1), ALWAYS, 0) \
    _(hakoniwa_asset_set_data_recv_event_resume, (NULL, -1), ALWAYS, 0) \
    _(hakoniwa_simevent_init, (), NONE, 0) \
    _(hakoniwa_simevent_get_state, (), NONE, 0) \
    _(hakoniwa_simevent_start, (), NONE, ALWAYS - NONE) \
    _(hakoniwa_simevent_stop, (), NONE, ALWAYS - NONE) \
    _(hakoniwa_simevent_reset, (), NONE, ALWAYS - NONE)

/* Those of a bool, which fail with false. */
#define QUESTIONS(_) \
    _(hako_master_init, (), NONE, 0) \
    _(hako_master_execute, (), NONE, 0) \
    _(hako_asset_init, (), NONE, 0) \
    _(hako_asset_endpoint_attach_core, (), NONE, 0) \
    _(hako_capi_asset_register, (NULL, NULL), ALWAYS, 0) \
    _(hako_asset_register_polling, (NULL), ALWAYS, 0) \
    _(hako_asset_unregister, (NULL), ALWAYS, 0) \
    _(hako_asset_start_feedback, (NULL, true), ALWAYS, 0) \
    _(hako_asset_stop_feedback, (NULL, true), ALWAYS, 0) \
    _(hako_asset_reset_feedback, (NULL, true), ALWAYS, 0) \
    _(hako_asset_create_pdu_channel, (-1, 0), ALWAYS, 0) \
    _(hako_asset_create_pdu_lchannel, (NULL, -1, 0), ALWAYS, 0) \
    _(hako_asset_is_pdu_dirty, (NULL, NULL, -1), ALWAYS, 0) \
    _(hako_asset_write_pdu, (NULL, NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hako_asset_read_pdu, (NULL, NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hako_asset_write_pdu_nolock, (NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hako_asset_read_pdu_nolock, (NULL, -1, NULL, 0), ALWAYS, 0) \
    _(hako_asset_is_pdu_sync_mode, (NULL), 0, 0) \
    _(hako_asset_is_simulation_mode, (), 0, 0) \
    _(hako_asset_is_pdu_created, (), NONE, 0) \
    _(hako_capi_asset_register_data_recv_event, (NULL, -1), ALWAYS, 0) \
    _(hako_capi_asset_check_data_recv_event, (NULL, NULL, -1), ALWAYS, 0) \
    _(hako_capi_asset_set_data_recv_event_pending, (NULL, -1), ALWAYS, 0) \
    _(hako_capi_asset_set_data_recv_event_resume, (NULL, -1), ALWAYS, 0) \
    _(hako_simevent_init, (), NONE, 0) \
    _(hako_simevent_start, (), NONE, ALWAYS - NONE) \
    _(hako_simevent_stop, (), NONE, ALWAYS - NONE) \
    _(hako_simevent_reset, (), NONE, ALWAYS - NONE)

/* Those that return nothing. */
#define ORDERS(_) \
    _(hako_conductor_stop, (), 0, 0) \
    _(hako_master_set_config_simtime, (-1, -1), 0, 0) \
    _(hakoniwa_master_set_config_simtime, (-1, -1), 0, 0) \
    _(hako_asset_notify_simtime, (NULL, -1), 0, 0) \
    _(hakoniwa_asset_notify_simtime, (NULL, -1), 0, 0) \
    _(hako_asset_notify_read_pdu_done, (NULL), 0, 0) \
    _(hako_asset_notify_write_pdu_done, (NULL), 0, 0) \
    _(hakoniwa_asset_notify_read_pdu_done, (NULL), 0, 0) \
    _(hakoniwa_asset_notify_write_pdu_done, (NULL), 0, 0) \
    _(hakoniwa_asset_load_pdu_data, (), 0, 0)

#define DEFINE_CALL(name, arguments, fails, skipped) static bool call_##name(void) { return name arguments != 0; }
#define DEFINE_QUESTION(name, arguments, fails, skipped) static bool call_##name(void) { return !name arguments; }
#define DEFINE_ORDER(name, arguments, fails, skipped) static bool call_##name(void) { name arguments; return false; }
#define ROW(name, arguments, fails, skipped) { #name, call_##name, fails, skipped },

CALLS(DEFINE_CALL)
QUESTIONS(DEFINE_QUESTION)
ORDERS(DEFINE_ORDER)

static const struct row {
    const char *name;
    bool (*fails)(void);
    int must_fail;
    int skipped;
} table[] = { CALLS(ROW) QUESTIONS(ROW) ORDERS(ROW) };

static kind its;
static bool has_ended;
static int said, terminal;

static long lines_said(void) {
    char text[4096];
    const ssize_t size = pread(said, text, sizeof text, 0);
    CHECK(size >= 0 && size < (ssize_t) sizeof text && ftruncate(said, 0) == 0 && lseek(said, 0, SEEK_SET) == 0);
    long lines = 0;
    for (ssize_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

static void call_all(const char *when) {
    CHECK(dup2(said, 2) == 2);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct row *row = &table[i];
        /* After the end these end the program. */
        const bool is_last = has_ended && its == ASSET && (strcmp(row->name, "hako_asset_start_no_wait") == 0
            || strcmp(row->name, "hako_asset_usleep_no_wait") == 0);
        if ((row->skipped & its) != 0 || is_last) {
            continue;
        }
        const bool has_failed = row->fails();
        const long lines = lines_said();
        const bool must_fail = (row->must_fail & its) != 0;
        if ((must_fail && !has_failed) || lines > 1 || (must_fail && lines != 1)) {
            dup2(terminal, 2);
            fprintf(stderr, "%s %s: has %s and said %ld lines\n", row->name, when, has_failed ? "failed" : "not failed",
                lines);
            _exit(1);
        }
    }
    CHECK(dup2(terminal, 2) == 2);
}

static void *call_all_here(void *when) {
    call_all(when);
    return NULL;
}

static void call_all_elsewhere(void) {
    pthread_t other;
    CHECK(pthread_create(&other, NULL, call_all_here, "in another thread") == 0 && pthread_join(other, NULL) == 0);
}

static int work(hako_asset_context_t *context) {
    (void) context;
    call_all("at the dawn of time");
    CHECK(hako_asset_usleep_no_wait(0, NULL) == 0);
    call_all("in a step");
    call_all_elsewhere();
    while (hako_asset_usleep_no_wait(0, NULL) == 0) {
    }
    return 0;
}

static void nap(void) {
    nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

static void poll(void) {
    CHECK(hako_asset_register_polling("Plant"));
    call_all("before the start");
    CHECK(hako_asset_get_event("Plant") == HAKO_SIM_EVENT_START && hako_asset_start_feedback("Plant", true));
    while (hako_asset_get_worldtime() == 0) {
        nap();
    }
    call_all("in a step");
    call_all_elsewhere();
    while (hako_asset_get_event("Plant") != HAKO_SIM_EVENT_STOP) {
        hako_asset_notify_simtime("Plant", hako_asset_get_worldtime());
        nap();
    }
}

static void look_on(void) {
    CHECK(hako_initialize_for_external() == 0);
    call_all("at first");
    call_all_elsewhere();
    puts("at the end");
    fflush(stdout);
    while (hako_asset_usleep_no_wait(0, NULL) == 0) {
        nap();
    }
}

static void print_names(void) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        puts(table[i].name);
    }
}

int main(int argc, char **argv) {
    CHECK(argc == 3);
    terminal = dup(2);
    said = memfd_create("said", 0);
    CHECK(terminal >= 0 && said >= 0);
    if (strcmp(argv[1], "names") == 0) {
        print_names();
        return 0;
    }
    its = strcmp(argv[1], "none") == 0 ? NONE : strcmp(argv[1], "asset") == 0 ? ASSET
        : strcmp(argv[1], "polling") == 0 ? POLLING : EXTERNAL;
    if (its == NONE) {
        setenv("TAKT_DIR", "/nowhere", 1);
    } else if (its == ASSET) {
        static hako_asset_callbacks_t callbacks = { .on_manual_timing_control = work };
        CHECK(hako_asset_register("Plant", argv[2], &callbacks, 1000, HAKO_ASSET_MODEL_PLANT) == 0);
        hako_asset_start_no_wait(NULL);
    } else {
        its == POLLING ? poll() : look_on();
    }
    has_ended = true;
    call_all("at the end");
    puts("all hold");
    return 0;
}
