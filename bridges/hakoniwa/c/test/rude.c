/* An asset that calls at the wrong moment, from the wrong thread, and with wrong arguments: rude CONFIG SERVICES. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "hakoniwa.h"

enum { STEP_USEC = 1000, PDU = 0, OTHERS_PDU = 1, SIZE = 8 };

static int event;
static double written = 7;

static void in_callback(int number) {
    (void) number;
    CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == EINVAL);
    CHECK(hako_asset_start_no_wait(NULL) == EINVAL);
}

static int begin(hako_asset_context_t *context) {
    (void) context;
    CHECK(hako_asset_register_data_recv_event("Cart", PDU, in_callback, &event) == 0 && event == 0);
    CHECK(hako_asset_register_data_recv_event("Cart", 9, NULL, &event) == EINVAL);
    CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == EINVAL);
    return 0;
}

/* All but a second start is allowed. */
static void *in_other_thread(void *unused) {
    (void) unused;
    char buffer[SIZE];
    CHECK(hako_asset_start_no_wait(NULL) == EINVAL);
    CHECK(hako_asset_check_data_recv_event("Cart", PDU) == ENOENT);
    CHECK(hako_asset_service_server_create("Plant", "Service/Add") == 0);
    CHECK(hako_asset_service_server_poll(0) == 0 && hako_asset_set_data_recv_event_pending(0) == 0);
    CHECK(hako_asset_set_data_recv_event_resume(0) == 0);
    CHECK(hako_asset_pdu_read("Cart", PDU, buffer, SIZE) == 0);
    CHECK(hako_asset_pdu_write("Cart", PDU, (const char *) &written, SIZE) == 0);
    CHECK(hako_asset_pdu_read("Cart", PDU, buffer, SIZE) == 0 && memcmp(buffer, &written, SIZE) == 0);
    CHECK(hako_asset_simulation_time() == STEP_USEC);
    CHECK(hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0 && hako_asset_current_time() == 2 * STEP_USEC);
    return NULL;
}

static void services(void) {
    char *packet;
    size_t size;
    int status, other;
    HakoServiceHandleType handle;
    CHECK(hako_asset_service_server_create("Plant", "Nothing") == -1);
    CHECK(hako_asset_service_server_create("Other", "Service/Add") == -1);
    CHECK(hako_asset_service_server_create("Plant", "Service/Add") == 0);
    CHECK(hako_asset_service_server_create("Plant", "Service/Add") == 0);
    CHECK(hako_asset_service_server_poll(0) == HAKO_SERVICE_SERVER_API_EVENT_NONE);
    CHECK(hako_asset_service_server_get_request(0, &packet, &size) == -1);
    CHECK(hako_asset_service_server_get_current_client_id(0) == -1);
    CHECK(hako_asset_service_server_get_current_channel_id(0, &status, &status) == -1);
    CHECK(hako_asset_service_client_get_channel_id(0, &status, &status) == -1);
    CHECK(hako_asset_service_server_get_response_buffer(0, &packet, &size, 3, 0) == -1);
    CHECK(hako_asset_service_server_put_response(0, NULL, 0) == -1);
    CHECK(hako_asset_service_server_status(0, NULL) == -1 && hako_asset_service_server_set_progress(0, 101) == -1);
    CHECK(hako_asset_service_server_poll(1) == -1 && hako_asset_service_server_poll(-1) == -1);
    CHECK(hako_asset_service_client_create("Plant", "Service/Add", "one", NULL) == -1);
    CHECK(hako_asset_service_client_create("Plant", "Service/Add", "", &handle) == -1);
    CHECK(hako_asset_service_client_create("Plant", "Service/Add", "one", &handle) == 0 && handle.client_id == 0);
    CHECK(hako_asset_service_client_create("Plant", "Service/Add", "two", &handle) == 0 && handle.client_id == 1);
    CHECK(hako_asset_service_client_get_channel_id_by_handle(&handle, &status, &other) == 0);
    CHECK(status == 2 && other == 3 && hako_asset_service_client_get_channel_id(0, &other, &status) == 0);
    CHECK(other == 2 && hako_asset_service_client_get_channel_id_by_handle(&handle, &status, NULL) == -1);
    CHECK(hako_asset_service_client_create("Plant", "Service/Add", "one", &handle) == 0 && handle.client_id == 0);
    CHECK(hako_asset_service_client_create("Plant", "Service/Add", "three", &handle) == -1);
    CHECK(hako_asset_service_client_cancel_request(&handle) == -1);
    CHECK(hako_asset_service_client_get_request_buffer(&handle, NULL, &size, 0, -1) == -1);
    CHECK(hako_asset_service_client_get_request_buffer(&handle, &packet, &size, 2, -1) == -1);
    CHECK(hako_asset_service_client_get_request_buffer(&handle, &packet, &size, 0, -1) == 0);
    CHECK(hako_asset_service_client_call_request(&handle, packet, size + 1, -1) == -1);
    CHECK(hako_asset_service_client_call_request(&handle, packet, 24 + 271, -1) == -1);
    CHECK(hako_asset_service_client_call_request(&handle, NULL, size, -1) == -1);
    memset(packet, 1, size);
    CHECK(hako_asset_service_client_call_request(&handle, packet, size, -1) == -1);
    CHECK(hako_asset_service_client_get_request_buffer(&handle, &packet, &size, 0, -1) == 0);
    CHECK(hako_asset_service_client_call_request(&handle, packet, size, -1) == 0);
    CHECK(hako_asset_service_client_call_request(&handle, packet, size, -1) == -1);
    CHECK(hako_asset_service_client_status(&handle, &status) == 0 && status == HAKO_SERVICE_CLIENT_API_STATE_DOING);
}

static int misuse(hako_asset_context_t *context) {
    (void) context;
    char buffer[SIZE + 1] = { 0 };
    CHECK(hako_asset_start_no_wait(NULL) == EINVAL);
    CHECK(hako_asset_usleep_no_wait(-1, NULL) == EINVAL);
    CHECK(hako_asset_usleep_no_wait(0, NULL) == 0 && hako_asset_current_time() == STEP_USEC);
    CHECK(hako_asset_pdu_write("Cart", PDU, buffer, SIZE + 1) == EIO);
    CHECK(hako_asset_pdu_read("Cart", PDU, buffer, SIZE + 1) == EIO);
    CHECK(hako_asset_pdu_write("Cart", 9, buffer, SIZE) == EIO && hako_asset_pdu_read("Car", PDU, buffer, 1) == EIO);
    CHECK(hako_asset_pdu_write("Cart", PDU, NULL, SIZE) == EINVAL && hako_asset_pdu_read("", PDU, buffer, 1) == EINVAL);
    CHECK(hako_asset_pdu_write("Cart", OTHERS_PDU, buffer, SIZE) == EIO);
    CHECK(hako_asset_check_data_recv_event("Cart", OTHERS_PDU) == ENOENT);
    CHECK(hako_asset_pdu_create("Cart", PDU, SIZE) == 0 && hako_asset_pdu_create("Cart", PDU, SIZE + 1) == EIO);
    CHECK(hako_asset_pdu_create("Cart", 9, SIZE) == EIO && hako_asset_pdu_create(NULL, PDU, SIZE) == EINVAL);
    CHECK(hako_asset_min_asset_time() == 0);
    CHECK(hako_asset_attach_core() == 0);
    CHECK(!hako_asset_register_polling("Plant") && hako_asset_get_event("Plant") == HAKO_SIM_EVENT_ERROR);
    CHECK(hako_simevent_get_state() == HAKO_SIM_RUNNING && hako_simevent_start());
    CHECK(hako_asset_set_data_recv_event_pending(5) == ENOENT && hako_asset_set_data_recv_event_resume(-1) == EINVAL);
    services();
    pthread_t other;
    CHECK(pthread_create(&other, NULL, in_other_thread, NULL) == 0 && pthread_join(other, NULL) == 0);
    /* What it has written goes out with this step, and its callback comes with the next one. */
    CHECK(hako_asset_usleep_no_wait(2 * STEP_USEC, NULL) == 0 && hako_asset_current_time() == 4 * STEP_USEC);
    puts("all hold");
    while (hako_asset_usleep_no_wait(STEP_USEC, NULL) == 0) {
    }
    return 0;
}

static void *start(void *unused) {
    (void) unused;
    hako_asset_start_no_wait(NULL);
    return NULL;
}

int main(int argc, char **argv) {
    static hako_asset_callbacks_t callbacks = { .on_initialize = begin, .on_manual_timing_control = misuse };
    CHECK(argc == 3);
    CHECK(hako_asset_register("Plant", argv[1], &callbacks, STEP_USEC, HAKO_ASSET_MODEL_PLANT) == 0);
    CHECK(hako_asset_register("Plant", argv[1], &callbacks, STEP_USEC, HAKO_ASSET_MODEL_PLANT) == EINVAL);
    CHECK(hako_asset_usleep_no_wait(1, NULL) == EINVAL);
    CHECK(hako_asset_service_server_create("Plant", "Service/Add") == -1);
    CHECK(hako_asset_service_initialize("/nowhere") == -1 && hako_asset_service_initialize(argv[2]) == 0);
    CHECK(hako_asset_service_initialize(argv[2]) == -1);
    /* As programs do. */
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, start, NULL) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(hako_asset_check_data_recv_event("Cart", PDU) == ENOENT);
    return 0;
}
