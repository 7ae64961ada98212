/*
 * An asset with several threads: threads CONFIG SERVICES [leave]. While one sleeps, the others read, write, ask a
 * service, and sleep as well. The order is that of the calls: a thread goes on when another is seen to wait. With
 * "leave", and a core that may count ahead, it exits while another thread is in a call.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "hakoniwa.h"
#include "session.h"

enum { STEP_USEC = 1000, PDU = 0, OTHERS_PDU = 1, SIZE = 8, AT_BODY = 24 + 272, STEPS = 2, TURNS = 20, WRITES = 20000 };

static HakoServiceHandleType handle;
static int event;

/* A thread that says where it is, and stays there until it is told. */
typedef struct holder {
    atomic_bool is_there, is_over;
} holder;

static holder called;
static bool is_to_leave;

typedef struct sleeper {
    pthread_t thread;
    atomic_int id;         /* of the thread; 0 before it is about to sleep */
    hako_time_t usec;
    int (*is_force_stop)(void);
    int result;
} sleeper;

static void *sleep_now(void *argument) {
    sleeper *its = argument;
    its->id = gettid();
    its->result = hako_asset_usleep_no_wait(its->usec, its->is_force_stop);
    return NULL;
}

/* Until the thread waits in the kernel, for a step or for the one that is in the library, or has ended. */
static void await_sleep(const sleeper *its) {
    char path[64], text[256] = "";
    do {
        sched_yield();
        const int id = its->id;
        snprintf(path, sizeof path, "/proc/self/task/%d/stat", id);
        FILE *file = id == 0 ? NULL : fopen(path, "r");
        if (file == NULL && id != 0) {
            return;
        }
        if (file != NULL) {
            const size_t size = fread(text, 1, sizeof text - 1, file);
            text[size] = '\0';
            fclose(file);
        }
    } while (strstr(text, ") S ") == NULL);
}

static void begin_sleep(sleeper *its, hako_time_t usec, int (*is_force_stop)(void)) {
    *its = (sleeper) { .usec = usec, .is_force_stop = is_force_stop };
    CHECK(pthread_create(&its->thread, NULL, sleep_now, its) == 0);
}

static void end_sleep(sleeper *its) {
    CHECK(pthread_join(its->thread, NULL) == 0 && its->result == 0);
}

static void stay_called(int number) {
    (void) number;
    called.is_there = true;
    while (!called.is_over) {
        sched_yield();
    }
}

static int begin(hako_asset_context_t *context) {
    (void) context;
    CHECK(hako_asset_service_client_create(NULL, "Service/Add", "one", &handle) == 0);
    return hako_asset_register_data_recv_event("Cart", PDU, is_to_leave ? stay_called : NULL, &event);
}

static void ask(void) {
    const int64_t numbers[] = { 3, 4 };
    char *packet;
    size_t size;
    CHECK(hako_asset_service_client_get_request_buffer(&handle, &packet, &size, 0, -1) == 0);
    memcpy(packet + AT_BODY, numbers, sizeof numbers);
    CHECK(hako_asset_service_client_call_request(&handle, packet, size, -1) == 0);
}

/* The hub is paused, so no step ends the sleep meanwhile. */
static void call_while_another_sleeps(void) {
    sleeper first, second;
    char value[SIZE];
    const double written = 7;
    const hako_time_t from_usec = hako_asset_current_time();
    CHECK(hako_trigger_event(HAKO_TRIGGER_EVENT_ID_STOP) == 0);
    begin_sleep(&first, STEPS * STEP_USEC, NULL);
    await_sleep(&first);
    CHECK(!hk_try_enter());
    CHECK(hako_asset_pdu_write("Cart", PDU, (const char *) &written, SIZE) == 0);
    CHECK(hako_asset_pdu_read("Cart", PDU, value, SIZE) == 0 && memcmp(value, &written, SIZE) == 0);
    CHECK(hako_asset_pdu_read("Cart", OTHERS_PDU, value, SIZE) == 0);
    CHECK(hako_asset_check_data_recv_event("Cart", PDU) == 0);
    CHECK(hako_asset_check_data_recv_event("Cart", PDU) == ENOENT);
    CHECK(hako_asset_start_no_wait(NULL) == EINVAL && hako_asset_current_time() == from_usec);
    ask();
    CHECK(hako_asset_service_client_poll(&handle) == HAKO_SERVICE_CLIENT_API_EVENT_NONE);
    begin_sleep(&second, STEP_USEC, NULL);
    await_sleep(&second);
    CHECK(hako_trigger_event(HAKO_TRIGGER_EVENT_ID_START) == 0);
    end_sleep(&second);
    end_sleep(&first);
    CHECK(hako_asset_current_time() == from_usec + STEPS * STEP_USEC);
}

static int asked_second;

static int count(void) {
    asked_second++;
    return 0;
}

static void *enter_once(void *argument) {
    sleeper *its = argument;
    its->id = gettid();
    hk_enter();
    its->result = 1;
    hk_exit();
    return NULL;
}

/* A thread that exits and enters at once comes after one that waits. */
static void threads_enter_in_their_order(void) {
    for (int i = 0; i < TURNS; i++) {
        sleeper other = { 0 };
        hk_enter();
        CHECK(pthread_create(&other.thread, NULL, enter_once, &other) == 0);
        await_sleep(&other);
        hk_exit();
        hk_enter();
        CHECK(other.result == 1);
        hk_exit();
        CHECK(pthread_join(other.thread, NULL) == 0);
    }
}

/* The second waits for its turn from the beginning, so it makes the second step, if no more. */
static void sleep_in_turns(void) {
    sleeper first, second;
    const hako_time_t from_usec = hako_asset_current_time();
    CHECK(hako_trigger_event(HAKO_TRIGGER_EVENT_ID_STOP) == 0);
    begin_sleep(&first, TURNS * STEP_USEC, NULL);
    await_sleep(&first);
    begin_sleep(&second, TURNS * STEP_USEC, count);
    await_sleep(&second);
    CHECK(hako_trigger_event(HAKO_TRIGGER_EVENT_ID_START) == 0);
    end_sleep(&second);
    end_sleep(&first);
    CHECK(hako_asset_current_time() == from_usec + TURNS * STEP_USEC && asked_second > 0);
}

/* As a thread that waits for a step, or is in a callback. */
static void *stay(void *argument) {
    holder *its = argument;
    hk_enter();
    its->is_there = true;
    while (!its->is_over) {
        sched_yield();
    }
    hk_exit();
    return NULL;
}

/* The core counts on within the step, as it may once it is no longer paused. */
static void time_does_not_go_back(void) {
    CHECK(hako_trigger_event(HAKO_TRIGGER_EVENT_ID_STOP) == 0);
    while (hako_asset_simulation_time() > hako_asset_current_time()) {
        CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0);
    }
    CHECK(hako_trigger_event(HAKO_TRIGGER_EVENT_ID_START) == 0);
    hako_time_t seen;
    do {
        seen = hako_asset_simulation_time();
        sched_yield();
    } while (seen <= hako_asset_current_time());
    holder stays = { false };
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, stay, &stays) == 0);
    while (!stays.is_there) {
        sched_yield();
    }
    CHECK(!hk_try_enter() && hako_asset_simulation_time() >= seen);
    stays.is_over = true;
    CHECK(pthread_join(thread, NULL) == 0);
}

static void *look_on(void *argument) {
    holder *its = argument;
    while (!its->is_over) {
        hako_asset_simulation_time();
        its->is_there = true;
    }
    return NULL;
}

/* A thread that looks at the time does not keep what is written from going out at once. */
static void write_at_the_dawn(void) {
    const double written = 3;
    holder looks = { false };
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, look_on, &looks) == 0);
    while (!looks.is_there) {
        sched_yield();
    }
    const hk_pdu *pdu = hk_pdus_find(&hk_the.pdus, "Cart", PDU);
    for (int i = 0; i < WRITES; i++) {
        CHECK(hako_asset_pdu_write("Cart", PDU, (const char *) &written, SIZE) == 0 && !pdu->is_pending);
    }
    looks.is_over = true;
    CHECK(pthread_join(thread, NULL) == 0);
}

static void hear(void) {
    char *packet;
    size_t size;
    int64_t sum;
    while (hako_asset_service_client_poll(&handle) != HAKO_SERVICE_CLIENT_API_RESPONSE_IN) {
        CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0);
    }
    CHECK(hako_asset_service_client_get_response(&handle, &packet, &size, -1) == 0);
    memcpy(&sum, packet + AT_BODY, sizeof sum);
    CHECK(sum == 7);
    char read[AT_BODY + sizeof sum];
    CHECK(hako_asset_pdu_create("Service/Add", 1, sizeof read) == 0);
    CHECK(hako_asset_pdu_read("Service/Add", 1, read, sizeof read) == 0 && memcmp(read, packet, sizeof read) == 0);
    CHECK(hako_asset_pdu_read("Service/Add", 4, read, 1) == EIO);
    CHECK(hako_asset_pdu_read("Service/Add", -1, read, 1) == EIO);
    CHECK(hako_asset_pdu_write("Service/Add", 1, read, 1) == EIO);
}

/* Two threads that share no other lock, so that a sanitizer sees what is not protected. */
static void *ask_on(void *argument) {
    atomic_bool *is_over = argument;
    while (!*is_over) {
        if (hako_asset_service_client_poll(&handle) == HAKO_SERVICE_CLIENT_API_RESPONSE_IN) {
            ask();
        }
        sched_yield();
    }
    return NULL;
}

static void *read_on(void *argument) {
    atomic_bool *is_over = argument;
    char value[SIZE] = { 0 };
    while (!*is_over) {
        CHECK(hako_asset_pdu_write("Cart", PDU, value, SIZE) == 0);
        CHECK(hako_asset_pdu_read("Cart", PDU, value, SIZE) == 0);
        hako_asset_check_data_recv_event("Cart", PDU);
        CHECK(hako_asset_simulation_time() >= 0 && hako_asset_current_time() > 0);
        sched_yield();
    }
    return NULL;
}

static void *sleep_on(void *unused) {
    (void) unused;
    for (int i = 0; i < 2 * TURNS; i++) {
        CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0);
    }
    return NULL;
}

/* A step has begun, and its callback is over. */
static void sleep_after_a_callback(void) {
    sleeper first, second;
    const double written = 5;
    CHECK(hako_asset_pdu_write("Cart", PDU, (const char *) &written, SIZE) == 0);
    begin_sleep(&first, STEP_USEC, NULL);
    while (!called.is_there) {
        sched_yield();
    }
    hk_lock();
    called.is_over = true;
    await_sleep(&first);
    begin_sleep(&second, STEP_USEC, NULL);
    await_sleep(&second);
    hk_unlock(NULL);
    end_sleep(&first);
    end_sleep(&second);
}

/* In a brief call, until the program is seen to wait for its end. */
static void *stay_brief(void *argument) {
    holder *its = argument;
    const sleeper program = { .id = getpid() };
    hk_lock();
    CHECK(hk_try_enter());
    its->is_there = true;
    await_sleep(&program);
    hk_exit();
    hk_unlock(NULL);
    return NULL;
}

static int exit_in_a_step(hako_asset_context_t *context) {
    (void) context;
    static holder stays;
    pthread_t thread;
    CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0);
    time_does_not_go_back();
    sleep_after_a_callback();
    puts("all hold");
    fflush(stdout);
    CHECK(pthread_create(&thread, NULL, stay_brief, &stays) == 0 && pthread_detach(thread) == 0);
    while (!stays.is_there) {
    }
    exit(0);
}

static int work(hako_asset_context_t *context) {
    (void) context;
    write_at_the_dawn();
    threads_enter_in_their_order();
    CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0);
    sleep_in_turns();
    call_while_another_sleeps();
    hear();
    static atomic_bool is_over;
    pthread_t asks, reads, sleeps;
    ask();
    CHECK(pthread_create(&asks, NULL, ask_on, &is_over) == 0 && pthread_create(&reads, NULL, read_on, &is_over) == 0);
    CHECK(pthread_create(&sleeps, NULL, sleep_on, NULL) == 0);
    CHECK(hako_asset_usleep_no_wait(50 * STEP_USEC, NULL) == 0);
    is_over = true;
    CHECK(pthread_join(asks, NULL) == 0 && pthread_join(reads, NULL) == 0 && pthread_join(sleeps, NULL) == 0);
    puts("all hold");
    while (hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0) {
    }
    return 0;
}

int main(int argc, char **argv) {
    static hako_asset_callbacks_t callbacks = { .on_initialize = begin };
    CHECK(argc == 3 || argc == 4);
    is_to_leave = argc == 4;
    callbacks.on_manual_timing_control = is_to_leave ? exit_in_a_step : work;
    CHECK(hako_asset_register("Plant", argv[1], &callbacks, STEP_USEC, HAKO_ASSET_MODEL_PLANT) == 0);
    CHECK(hako_asset_service_initialize(argv[2]) == 0);
    hako_asset_start_no_wait(NULL);
    return 0;
}
