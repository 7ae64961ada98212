/*
 * Both sides of a service that adds two numbers: adder Server|Client... CONFIG SERVICES STEPS [external|called]. With
 * "external" it is no asset, and with "called" one that the polling API calls back. All lines begin with the time, in
 * steps. The server works for STEPS steps on each request and tells how far it is; a client gives up after three steps
 * without a word, and cancels. All clients have the name "one", and those whose assets have longer names ask for other
 * sums, as ADDER_MORE has them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "hakoniwa.h"

enum { STEP_USEC = 1000, AT_CLIENT = 24 + 132, AT_BODY = 24 + 272, INTERVAL_MSEC = 2, PATIENCE_MSEC = 3 };

static const char *name, *services, *kind;
static int steps, service = -1;
static HakoServiceHandleType handle;

static int64_t number_at(const char *packet, int index) {
    int64_t number;
    memcpy(&number, packet + AT_BODY + 8 * index, sizeof number);
    return number;
}

static bool is_client(void) {
    return strncmp(name, "Client", 6) == 0;
}

static void nap(void) {
    nanosleep(&(struct timespec) { .tv_nsec = STEP_USEC * 1000 }, NULL);
}

/* Makes steps, where it has to; until the end of the run. */
static int poll_steps(int count) {
    int event = HAKO_SIM_EVENT_NONE;
    for (; count > 0 && event != HAKO_SIM_EVENT_STOP; count--) {
        nap();
        hako_asset_notify_simtime(name, hako_asset_get_worldtime());
        event = hako_asset_get_event(name);
    }
    return event == HAKO_SIM_EVENT_STOP;
}

static int wait_steps(int count) {
    if (*kind == 'c') {
        return poll_steps(count);
    }
    for (int i = 0; *kind == 'e' && i < count; i++) {
        nap();
    }
    return hako_asset_usleep_no_wait(count * STEP_USEC, NULL);
}

static void say(const char *what, int64_t number) {
    printf("%lld: %s %" PRId64 "\n", hako_asset_current_time() / STEP_USEC, what, number);
}

static int begin(hako_asset_context_t *context) {
    (void) context;
    if (is_client()) {
        return hako_asset_service_client_create(*kind == 'e' ? NULL : name, "Service/Add", "one", &handle);
    }
    service = hako_asset_service_server_create(*kind == 'e' ? NULL : name, "Service/Add");
    return service < 0;
}

static void answer(int64_t sum, int result) {
    char *packet;
    size_t size;
    if (hako_asset_service_server_get_response_buffer(service, &packet, &size, HAKO_SERVICE_API_STATUS_DONE, result)
            == 0) {
        memcpy(packet + AT_BODY, &sum, sizeof sum);
        /* As programs do that fill in a whole packet: behind the client's name there are zeros. */
        char client[128] = { 0 };
        snprintf(client, sizeof client, "%s", packet + AT_CLIENT);
        memcpy(packet + AT_CLIENT, client, sizeof client);
        hako_asset_service_server_put_response(service, packet, size);
    }
}

/* The packet as PDU, too, by the number of its channel. */
static void compare(const char *packet) {
    int request, response;
    char read[AT_BODY + 16];
    CHECK(hako_asset_service_server_get_current_channel_id(service, &request, &response) == 0);
    CHECK(hako_asset_pdu_read("Service/Add", request, read, sizeof read) == 0);
    CHECK(memcmp(read, packet, sizeof read) == 0 && response == request + 1);
}

static int serve(hako_asset_context_t *context) {
    (void) context;
    int result = 0;
    while (result == 0) {
        char *packet;
        size_t size;
        if (hako_asset_service_server_poll(service) == HAKO_SERVICE_SERVER_API_REQUEST_IN
                && hako_asset_service_server_get_request(service, &packet, &size) == 0) {
            const int64_t sum = number_at(packet, 0) + number_at(packet, 1);
            say("asked for", sum);
            compare(packet);
            int event = HAKO_SERVICE_SERVER_API_EVENT_NONE;
            for (int i = 0; i < steps && result == 0 && event != HAKO_SERVICE_SERVER_API_REQUEST_CANCEL; i++) {
                hako_asset_service_server_set_progress(service, 100 * i / steps);
                result = wait_steps(1);
                event = hako_asset_service_server_poll(service);
            }
            say(event == HAKO_SERVICE_SERVER_API_REQUEST_CANCEL ? "cancelled" : "answered", sum);
            answer(sum, event == HAKO_SERVICE_SERVER_API_REQUEST_CANCEL ? HAKO_SERVICE_API_RESULT_CODE_CANCELED
                : HAKO_SERVICE_API_RESULT_CODE_OK);
        }
        result = result == 0 ? wait_steps(1) : result;
    }
    return result;
}

static int ask(int64_t a, int64_t b, int interval_msec, int patience_msec) {
    char *packet;
    size_t size;
    if (hako_asset_service_client_get_request_buffer(&handle, &packet, &size, HAKO_SERVICE_CLIENT_API_OPCODE_REQUEST,
            interval_msec) != 0) {
        return -1;
    }
    memcpy(packet + AT_BODY, &a, sizeof a);
    memcpy(packet + AT_BODY + 8, &b, sizeof b);
    return hako_asset_service_client_call_request(&handle, packet, size, patience_msec);
}

/* Polls until the request is done, and cancels it once it has timed out. */
static int finish(void) {
    int result = 0;
    while (result == 0) {
        char *packet;
        size_t size;
        const int event = hako_asset_service_client_poll(&handle);
        if (event == HAKO_SERVICE_CLIENT_API_RESPONSE_IN || event == HAKO_SERVICE_CLIENT_API_REQUEST_CANCEL_DONE) {
            hako_asset_service_client_get_response(&handle, &packet, &size, -1);
            say(event == HAKO_SERVICE_CLIENT_API_RESPONSE_IN ? "got" : "was cancelled", number_at(packet, 0));
            return 0;
        }
        if (event == HAKO_SERVICE_CLIENT_API_REQUEST_TIMEOUT) {
            say("has waited too long at", hako_asset_service_client_get_progress(&handle));
            hako_asset_service_client_cancel_request(&handle);
        }
        result = wait_steps(1);
    }
    return result;
}

static int call(hako_asset_context_t *context) {
    (void) context;
    const char *by_hub = getenv("ADDER_MORE");
    const int more = 100 * (int) (strlen(name) - 6) + (by_hub == NULL ? 0 : atoi(by_hub));
    int result = wait_steps(steps);
    for (int i = 1; result == 0; i++) {
        say("asks for", 3 * i + more);
        result = ask(i, 2 * i + more, i == 2 ? INTERVAL_MSEC : -1, PATIENCE_MSEC);
        result = result == 0 ? finish() : result;
        result = result == 0 ? wait_steps(1) : result;
    }
    return result;
}

static void start(void) {
    hako_asset_start_feedback(name, true);
}

/* Without manual timing control. */
static int run_otherwise(void) {
    hako_asset_callback_t called = { start, NULL, NULL };
    if ((*kind == 'e' ? hako_initialize_for_external() == 0 : hako_capi_asset_register(name, &called))
            && hako_asset_service_initialize(services) == 0 && begin(NULL) == 0) {
        return is_client() ? call(NULL) : serve(NULL);
    }
    return 1;
}

int main(int argc, char **argv) {
    static hako_asset_callbacks_t callbacks = { .on_initialize = begin };
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: adder Server|Client... CONFIG SERVICES STEPS [external|called]\n");
        return 2;
    }
    name = argv[1];
    services = argv[3];
    steps = atoi(argv[4]);
    kind = argc == 6 ? argv[5] : "";
    callbacks.on_manual_timing_control = is_client() ? call : serve;
    if (*kind != '\0') {
        setvbuf(stdout, NULL, _IOLBF, 0);
        return run_otherwise() < 0;
    }
    if (hako_asset_register(name, argv[2], &callbacks, STEP_USEC, HAKO_ASSET_MODEL_PLANT) != 0
        || hako_asset_service_initialize(services) != 0) {
        return 1;
    }
    hako_asset_start_no_wait(NULL);
    return 0;
}
