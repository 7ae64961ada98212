/*
 * A program of the polling API, or one that is no asset, that calls what is for other programs:
 * outsider polling|external SERVICES. The first registers three times, and leaves twice, once within a callback.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "hakoniwa.h"

enum { PDU = 1, SIZE = 8 };

static void nap(void) {
    nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

static void on_recv(int number) {
    (void) number;
}

static void leave(void) {
    CHECK(hako_asset_unregister("Plant"));
}

/* What a process that registers anew finds: no services, and no events. */
static void call_as_polling(const char *services) {
    int number;
    CHECK(hako_asset_start_no_wait(NULL) == EINVAL);
    CHECK(hako_asset_register_data_recv_event("Cart", PDU, on_recv, &number) == EINVAL && number == -1);
    CHECK(hako_asset_register_data_recv_event("Cart", PDU, NULL, &number) == 0 && number == 0);
    CHECK(hako_asset_service_server_poll(0) == -1 && hako_asset_service_initialize(services) == 0);
    CHECK(hako_asset_service_server_create("Plant", "Service/Add") == 0);
    CHECK(hako_asset_service_server_poll(0) == HAKO_SERVICE_SERVER_API_EVENT_NONE);
}

static void poll(const char *services) {
    CHECK(hako_asset_register_polling("Plant"));
    call_as_polling(services);
    leave();
    hako_asset_callback_t callbacks = { leave, NULL, NULL };
    CHECK(hako_capi_asset_register("Plant", &callbacks));
    while (hako_asset_start_no_wait(NULL) == EINVAL && !hako_asset_register_polling("Plant")) {
        nap();
    }
    call_as_polling(services);
    puts("all hold");
    for (;;) {
        const int event = hako_asset_get_event("Plant");
        CHECK(event == HAKO_SIM_EVENT_NONE || event == HAKO_SIM_EVENT_START || event == HAKO_SIM_EVENT_STOP);
        event == HAKO_SIM_EVENT_START ? hako_asset_start_feedback("Plant", true)
            : event == HAKO_SIM_EVENT_STOP ? hako_asset_stop_feedback("Plant", true) : false;
        hako_asset_notify_simtime("Plant", hako_asset_get_worldtime());
        nap();
    }
}

static void look_on(void) {
    char value[SIZE];
    CHECK(hako_initialize_for_external() == 0);
    CHECK(hako_asset_start_no_wait(NULL) == EINVAL);
    CHECK(hako_asset_pdu_create("Cart", PDU, 0) == EINVAL && hako_asset_pdu_create("Cart", PDU, SIZE) == 0);
    while (hako_asset_usleep_no_wait(1, NULL) == 0) {
        nap();
    }
    CHECK(hako_asset_usleep_no_wait(1, NULL) == EINTR);
    CHECK(hako_asset_pdu_read("Cart", PDU, value, SIZE) == EIO);
    CHECK(hako_asset_pdu_write("Cart", PDU, value, SIZE) == EIO);
    CHECK(!hako_asset_read_pdu("Plant", "Cart", PDU, value, SIZE));
    puts("all hold");
}

int main(int argc, char **argv) {
    CHECK(argc == 3);
    if (strcmp(argv[1], "polling") == 0) {
        poll(argv[2]);
    }
    look_on();
    return 0;
}
