/*
 * What needs no hub: packets, the files of Hakoniwa, and calls in the wrong order. unit [INPUTS]: so many times random
 * bytes in place of each.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "definitions.h"
#include "hakoniwa.h"
#include "packet.h"

static long most_packets = 200000, most_files = 1000;

static uint64_t state = 1;

static uint32_t draw(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t) (state >> 33) % below;
}

/* An answer is for a client of an asset, whatever the lengths of both names. */
static void addresses(void) {
    char packet[HK_PACKET_LEAST];
    char asset[101] = { 0 };
    memset(asset, 'a', 100);
    for (size_t length = 0; length < HK_PACKET_NAME; length++) {
        hk_header header = { .request = 7, .service = "Service/Add" }, read;
        memset(header.client, 'c', length);
        memcpy(header.asset, asset, sizeof asset);
        hk_packet_write(packet, sizeof packet, &header);
        CHECK(hk_packet_read(packet, sizeof packet, &read));
        const hk_header other_client = { .client = "other" };
        hk_header other = header;
        CHECK(hk_packet_is_for(&read, &header) && !hk_packet_is_for(&read, &other_client));
        snprintf(other.asset, sizeof other.asset, "b");
        CHECK(length > 125 || !hk_packet_is_for(&read, &other));
        other.asset[0] = '\0';
        CHECK(length > 124 || !hk_packet_is_for(&read, &other));
        read.asset[0] = '\0';
        CHECK(hk_packet_is_for(&read, &header) && !hk_packet_is_for(&read, &other_client));
        CHECK(read.request == 7 && strcmp(read.service, header.service) == 0);
    }
}

static void packets(void) {
    char packet[HK_PACKET_LEAST + 16];
    const hk_header header = { 7, "Service/Add", "one", "Client", 2, 50, -3 };
    hk_header read = { 0 };
    memset(packet, 1, sizeof packet);
    hk_packet_write(packet, sizeof packet, &header);
    CHECK(hk_packet_read(packet, sizeof packet, &read));
    CHECK(memcmp(&read, &header, sizeof read) == 0);
    CHECK(packet[sizeof packet - 1] == 0);
    CHECK(memcmp(packet + 24 + 132, "one\0Client", 11) == 0);
    packet[24 + 4 + 127] = packet[24 + 132 + 127] = 1;
    CHECK(hk_packet_read(packet, sizeof packet, &read) && memcmp(&read, &header, sizeof read) == 0);
    memset(packet + 24 + 132, 1, 128);
    CHECK(!hk_packet_read(packet, sizeof packet, &read));
    hk_packet_write(packet, sizeof packet, &header);
    CHECK(!hk_packet_read(packet, HK_PACKET_LEAST - 1, &read));
    addresses();
    for (long i = 0; i < most_packets; i++) {
        /* An allocation of just this length, so that a read beyond it is seen. */
        const size_t size = draw(2) == 0 ? sizeof packet : draw(sizeof packet);
        char *random = malloc(size + 1);
        memcpy(random, packet, size);
        for (uint32_t changes = draw(4); size > 0 && changes > 0; changes--) {
            random[draw(draw(2) == 0 && size > 24 ? 24 : (uint32_t) size)] = (char) draw(256);
        }
        char *exact = realloc(random, size == 0 ? 1 : size);
        hk_packet_read(exact, size, &read);
        free(exact);
    }
}

/* Of a file in memory, which goes with this process. */
static char path[32];

static void write_file(const char *text, size_t size) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(text, 1, size, file) == size && fclose(file) == 0);
}

static size_t pdus_in(const char *text) {
    hk_pdu_definition *pdus = NULL;
    size_t count = 0;
    write_file(text, strlen(text));
    const int is_read = hk_read_pdus("unit", path, &pdus, &count);
    free(pdus);
    return is_read ? count : (size_t) -1;
}

static size_t services_in(const char *text) {
    hk_service_definition *services = NULL;
    size_t count = 0;
    write_file(text, strlen(text));
    const int is_read = hk_read_services("unit", path, &services, &count);
    free(services);
    return is_read ? count : (size_t) -1;
}

#define ENTRY(name, id, size) "{\"type\":\"t\",\"org_name\":\"" name "\",\"channel_id\":" id ",\"pdu_size\":" size "}"
#define ROBOT(name, entries) "{\"robots\":[{\"name\":\"" name "\",\"shm_pdu_writers\":[" entries "]}]}"
#define SERVICE(name, size) "{\"name\":\"" name "\",\"maxClients\":1,\"pduSize\":{\"server\":{\"baseSize\":" size \
    ",\"heapSize\":0},\"client\":{\"baseSize\":" size ",\"heapSize\":0}}}"

static void files(void) {
    static const char whole[] = "{\"robots\":[{\"name\":\"a/b\",\"shm_pdu_readers\":[" ENTRY("x", "0", "8") "],"
        "\"rpc_pdu_writers\":[" ENTRY("x", "0", "8") "," ENTRY("y", "1", "4") "]},{\"name\":\"c\"}]}";
    CHECK(pdus_in(whole) == 2);
    hk_pdu_definition *pdus = NULL;
    size_t count = 0;
    CHECK(hk_read_pdus("unit", path, &pdus, &count) && count == 2);
    CHECK(strcmp(pdus[0].channel, "a_b.y") == 0 || strcmp(pdus[0].channel, "a_b.x") == 0);
    CHECK(strcmp(pdus[0].robot, "a/b") == 0 && pdus[0].size == (pdus[0].id == 0 ? 8 : 4));
    free(pdus);
    CHECK(pdus_in("{\"robots\":[]}") == 0);
    CHECK(pdus_in(ROBOT("r", ENTRY("x", "0", "8") "," ENTRY("x", "0", "9") "," ENTRY("y", "0", "4"))) == 1);
    CHECK(hk_read_pdus("unit", path, &pdus, &count) && pdus[0].size == 8);
    free(pdus);
    CHECK(pdus_in("\xef\xbb\xbf{\"robots\":[]}") == 0);
    static const char *const broken[] = { "", "{", "[]", "{}", "{\"robots\":7}", "{\"robots\":[{}]}",
        "{\"robots\":[7]}", ROBOT("r", "7"), ROBOT("r", ENTRY("", "0", "8")), ROBOT("", ENTRY("x", "0", "8")),
        ROBOT("r", ENTRY("x", "-1", "8")), ROBOT("r", ENTRY("x", "0", "0")), ROBOT("r", ENTRY("x", "0", "1e9")),
        ROBOT("r", ENTRY("x", "\"0\"", "8")),
        ROBOT("r", ENTRY("x/y", "0", "8") "," ENTRY("x:y", "1", "8")),
        "{\"robots\":[{\"name\":\"r\",\"shm_pdu_writers\":7}]}",
        "{\"paths\":[{\"id\":\"i\",\"path\":\"/nowhere\"}],\"robots\":[{\"name\":\"r\",\"pdutypes_id\":\"i\"}]}",
        "{\"paths\":[],\"robots\":[{\"name\":\"r\",\"pdutypes_id\":\"i\"}]}",
        "{\"paths\":[],\"robots\":[{\"name\":\"r\"}]}" };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        if (pdus_in(broken[i]) != (size_t) -1) {
            fprintf(stderr, "%s was read\n", broken[i]);
            exit(1);
        }
    }
    CHECK(!hk_read_pdus("unit", "/nowhere", &pdus, &count));
    CHECK(!hk_read_pdus("unit", "/", &pdus, &count));

    static const char services[] = "{\"pduMetaDataSize\":24,\"services\":[" SERVICE("a/b", "272") "]}";
    CHECK(services_in(services) == 1);
    static const char *const wrong[] = { "", "{}", "{\"pduMetaDataSize\":24}",
        "{\"pduMetaDataSize\":24,\"services\":[{}]}", "{\"services\":[" SERVICE("a", "272") "]}",
        "{\"pduMetaDataSize\":24,\"services\":[" SERVICE("a", "271") "]}",
        "{\"pduMetaDataSize\":24,\"services\":[" SERVICE("a/b", "272") "," SERVICE("a:b", "272") "]}" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (services_in(wrong[i]) != (size_t) -1) {
            fprintf(stderr, "%s was read\n", wrong[i]);
            exit(1);
        }
    }
    /* What is wrong with these is of no interest. */
    CHECK(freopen("/dev/null", "w", stderr) != NULL);
    for (long i = 0; i < most_files; i++) {
        const char *text = i % 2 == 0 ? whole : services;
        char random[sizeof whole + sizeof services];
        size_t size = strlen(text);
        memcpy(random, text, size);
        for (uint32_t changes = 1 + draw(3); changes > 0; changes--) {
            const size_t at = draw((uint32_t) size);
            switch (draw(3)) {
                case 0:
                    random[at] = (char) draw(256);
                    break;
                case 1:
                    random[at] = text[draw((uint32_t) strlen(text))];
                    break;
                default:
                    memmove(random + at, random + at + 1, size - at - 1);
                    size -= size > 1;
            }
        }
        write_file(random, size);
        hk_service_definition *found = NULL;
        if (i % 2 == 0) {
            hk_read_pdus("unit", path, &pdus, &count) ? free(pdus) : (void) 0;
        } else {
            hk_read_services("unit", path, &found, &count) ? free(found) : (void) 0;
        }
    }
}

static int nothing(hako_asset_context_t *context) {
    (void) context;
    return 0;
}

static void calls(void) {
    hako_asset_callbacks_t callbacks = { .on_simulation_step = nothing };
    write_file("{\"robots\":[]}", 13);
    CHECK(hako_asset_register(NULL, path, &callbacks, 1, HAKO_ASSET_MODEL_PLANT) == EINVAL);
    CHECK(hako_asset_register("", path, &callbacks, 1, HAKO_ASSET_MODEL_PLANT) == EINVAL);
    CHECK(hako_asset_register("a", NULL, &callbacks, 1, HAKO_ASSET_MODEL_PLANT) == ENOENT);
    CHECK(hako_asset_register("a", path, NULL, 1, HAKO_ASSET_MODEL_PLANT) == EINVAL);
    CHECK(hako_asset_register("a", path, &callbacks, 0, HAKO_ASSET_MODEL_PLANT) == EINVAL);
    CHECK(hako_asset_register("a", path, &callbacks, INT64_MAX, HAKO_ASSET_MODEL_PLANT) == EINVAL);
    CHECK(hako_asset_register("a", "/nowhere", &callbacks, 1, HAKO_ASSET_MODEL_PLANT) == EIO);
    /* No hub is there. */
    CHECK(hako_asset_register("a", path, &callbacks, 1, HAKO_ASSET_MODEL_PLANT) == EIO);
    callbacks.on_manual_timing_control = nothing;
    CHECK(hako_asset_register("a", path, &callbacks, 1, HAKO_ASSET_MODEL_PLANT) == EINVAL);

    char *packet;
    size_t size;
    int number;
    char byte = 0;
    HakoServiceHandleType handle = { 0, 0 };
    CHECK(hako_asset_start_no_wait(NULL) == EINVAL && hako_asset_usleep_no_wait(1, NULL) == EINVAL);
    CHECK(hako_asset_simulation_time() == 0 && hako_asset_current_time() == 0);
    CHECK(hako_asset_pdu_read("r", 0, &byte, 1) == EINVAL && hako_asset_pdu_write("r", 0, &byte, 1) == EINVAL);
    CHECK(hako_asset_pdu_read(NULL, 0, NULL, 0) == EINVAL && hako_asset_pdu_write(NULL, 0, NULL, 0) == EINVAL);
    CHECK(hako_asset_register_data_recv_event("r", 0, NULL, NULL) == EINVAL);
    CHECK(hako_asset_register_data_recv_event("r", 0, NULL, &number) == EINVAL && number == -1);
    CHECK(hako_asset_check_data_recv_event("r", 0) == EINVAL && hako_asset_check_data_recv_event(NULL, 0) == EINVAL);
    CHECK(hako_asset_set_data_recv_event_pending(0) == EINVAL && hako_asset_set_data_recv_event_resume(0) == EINVAL);
    CHECK(hako_asset_service_initialize(NULL) == -1 && hako_asset_service_initialize(path) == -1);
    CHECK(hako_asset_service_server_create(NULL, NULL) == -1 && hako_asset_service_server_create("a", "s") == -1);
    CHECK(hako_asset_service_server_poll(0) == -1 && hako_asset_service_server_status(0, &number) == -1);
    CHECK(hako_asset_service_server_get_request(0, &packet, &size) == -1);
    CHECK(hako_asset_service_server_get_response_buffer(0, &packet, &size, 3, 0) == -1);
    CHECK(hako_asset_service_server_put_response(0, &byte, 1) == -1);
    CHECK(hako_asset_service_server_is_canceled(0) == -1 && hako_asset_service_server_set_progress(0, 1) == -1);
    CHECK(hako_asset_service_client_create("a", "s", "c", &handle) == -1);
    CHECK(hako_asset_service_client_create(NULL, NULL, NULL, NULL) == -1);
    CHECK(hako_asset_service_client_poll(NULL) == -1 && hako_asset_service_client_poll(&handle) == -1);
    CHECK(hako_asset_service_client_status(&handle, &number) == -1);
    CHECK(hako_asset_service_client_get_request_buffer(&handle, &packet, &size, 0, 0) == -1);
    CHECK(hako_asset_service_client_call_request(&handle, &byte, 1, 0) == -1);
    CHECK(hako_asset_service_client_get_response(&handle, &packet, &size, 0) == -1);
    CHECK(hako_asset_service_client_cancel_request(&handle) == -1);
    CHECK(hako_asset_service_client_get_progress(&handle) == -1);
    CHECK(hako_asset_attach_core() == EIO && hako_asset_attach_core_with_name(NULL, NULL) == EINVAL);
    CHECK(hako_asset_attach_core_with_name("a", NULL) == ENOENT && hako_asset_attach_core_with_name("a", path) == EIO);
    CHECK(hako_initialize_for_external() == EIO && hako_asset_pdu_create(NULL, 0, 0) == EINVAL);
    CHECK(hako_trigger_event(-1) == EINVAL && hako_trigger_event(3) == EINVAL && hako_trigger_event(0) == EIO);
    CHECK(hako_asset_min_asset_time() == -1);
    CHECK(hako_asset_service_server_get_current_client_id(0) == -1);
    CHECK(hako_asset_service_server_get_current_channel_id(0, &number, &number) == -1);
    CHECK(hako_asset_service_client_get_channel_id(0, &number, &number) == -1);
    CHECK(hako_asset_service_client_get_channel_id_by_handle(NULL, NULL, NULL) == -1);
}

/* Without a hub each of them fails, and none of them crashes. */
static void polling(void) {
    char byte = 0;
    hako_asset_callback_t callbacks = { NULL, NULL, NULL };
    CHECK(!hako_master_init() && !hako_master_execute());
    hako_master_set_config_simtime(20, 10);
    CHECK(hako_master_get_max_deltay_time_usec() == 20 && hako_master_get_delta_time_usec() == 10);
    hako_conductor_stop();
    CHECK(!hako_asset_init() && !hako_asset_endpoint_attach_core() && !hako_simevent_init());
    CHECK(!hako_capi_asset_register("a", &callbacks) && !hako_capi_asset_register(NULL, NULL));
    CHECK(!hako_asset_register_polling("a") && !hako_asset_register_polling("") && !hako_asset_unregister("a"));
    CHECK(hako_asset_get_event("a") == HAKO_SIM_EVENT_ERROR && hako_asset_get_event(NULL) == HAKO_SIM_EVENT_ERROR);
    CHECK(!hako_asset_start_feedback("a", true) && !hako_asset_stop_feedback(NULL, true));
    CHECK(!hako_asset_reset_feedback("a", false));
    hako_asset_notify_simtime("a", 1);
    CHECK(hako_asset_get_worldtime() == -1 && hako_asset_get_min_asset_time() == -1);
    CHECK(!hako_asset_create_pdu_channel(0, 8) && !hako_asset_create_pdu_lchannel("r", 0, 8));
    setenv("TAKT_HAKONIWA", path, 1);
    CHECK(pdus_in(ROBOT("r", ENTRY("x", "0", "8"))) == 1);
    CHECK(hako_asset_create_pdu_lchannel("r", 0, 8) && !hako_asset_create_pdu_lchannel("r", 0, 9));
    CHECK(!hako_asset_create_pdu_lchannel("r", 1, 8) && !hako_asset_create_pdu_lchannel(NULL, 0, 8));
    CHECK(hako_asset_get_pdu_channel("r", 0) == -1 && !hako_asset_is_pdu_dirty("a", "r", 0));
    CHECK(!hako_asset_write_pdu("a", "r", 0, &byte, 1) && !hako_asset_read_pdu("a", "r", 0, &byte, 1));
    CHECK(!hako_asset_write_pdu_nolock("r", 0, &byte, 1) && !hako_asset_read_pdu_nolock(NULL, 0, NULL, 0));
    hako_asset_notify_read_pdu_done("a");
    hako_asset_notify_write_pdu_done(NULL);
    CHECK(!hako_asset_is_pdu_sync_mode("a") && !hako_asset_is_simulation_mode() && !hako_asset_is_pdu_created());
    CHECK(!hako_capi_asset_register_data_recv_event("r", 0));
    CHECK(!hako_capi_asset_check_data_recv_event("a", "r", 0));
    CHECK(!hako_capi_asset_set_data_recv_event_pending("r", 0) && !hako_capi_asset_set_data_recv_event_resume("r", 0));
    CHECK(hako_simevent_get_state() == -1 && !hako_simevent_start() && !hako_simevent_stop() && !hako_simevent_reset());
    CHECK(hakoniwa_asset_init() == -1 && hakoniwa_asset_is_pdu_created() == 0);
    unsetenv("TAKT_HAKONIWA");
}

static void conductor(void) {
    CHECK(hako_conductor_start(0, 1) == -1 && hako_conductor_start(2, 1) == -1);
    CHECK(hako_conductor_start(1, INT64_MAX / 1000 + 1) == -1);
    CHECK(hako_conductor_start(1, 1) == 0 && hako_conductor_start(1, 1) == -1);
    hako_conductor_stop();
    CHECK(hako_conductor_start(1, 2) == 0);
}

int main(int argc, char **argv) {
    if (argc == 2) {
        most_packets = most_files = atol(argv[1]);
    }
    setenv("TAKT_DIR", "/nowhere", 1);
    const int file = memfd_create("unit", 0);
    CHECK(file >= 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    packets();
    calls();
    polling();
    conductor();
    files();
    puts("all hold");
    return 0;
}
