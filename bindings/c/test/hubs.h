/* For tests of conversations: a connection to a hub that the test plays, with the files of such a hub. */
#ifndef TAKT_TEST_HUBS_H
#define TAKT_TEST_HUBS_H

#include <stdio.h>
#include <stdlib.h>

#include "hub.h"
#include "logs.h"

enum { COUNTERS = 12 };

static char counters_path[64], own_path[64], latest_path[64];

/* The clocks of a hub. The first is T_c, the next two an asset's; then doorbells and others. */
static inline void make_counters(void) {
    static const int32_t types[COUNTERS] = { TK_CORE_TIME, TK_ASSET_TIME, TK_RETAIN, TK_DOORBELL, TK_ACTIVITY,
        TK_DOORBELL, TK_DOORBELL, TK_DIGEST, TK_FRONTIER, TK_NEXT_TIME, TK_ASSET_TIME, TK_RETAIN };
    static char file[128 + (512 + 128) * COUNTERS];
    const int32_t header[5] = { 0x000200, 0, 0, 512 * COUNTERS, 128 * COUNTERS };
    memcpy(file, header, sizeof header);
    for (int i = 0; i < COUNTERS; i++) {
        const int32_t description[2] = { 1, types[i] };
        memcpy(file + 128 + 512 * i, description, sizeof description);
    }
    FILE *out = fopen(counters_path, "w");
    CHECK(out != NULL && fwrite(file, sizeof file, 1, out) == 1 && fclose(out) == 0);
}

/* The file of a latest value with places of 64 bytes, and one message. */
static inline void make_latest(void) {
    int64_t file[16 + 4 * 8] = { INT64_C(0x5453414c544b4154), 64, 0, 0, 0, 0, 0, 0, 1 };
    file[16 + 8] = 7;
    file[16 + 8 + 2] = 3;
    FILE *out = fopen(latest_path, "w");
    CHECK(out != NULL && fwrite(file, sizeof file, 1, out) == 1 && fclose(out) == 0);
}

static inline void name_files(void) {
    const long pid = (long) getpid();
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(log_path, sizeof log_path, "%s/takt-test-%ld.log", folder, pid);
    snprintf(own_path, sizeof own_path, "%s/takt-test-%ld-own.log", folder, pid);
    snprintf(latest_path, sizeof latest_path, "%s/takt-test-%ld.latest", folder, pid);
    snprintf(counters_path, sizeof counters_path, "%s/takt-test-%ld.cnc", folder, pid);
}

static inline void remove_files(void) {
    unlink(log_path);
    unlink(own_path);
    unlink(latest_path);
    unlink(counters_path);
}

/* Connected by a socket, with counters of make_counters; to be freed by takt_close. */
static inline takt_hub *make_hub(int socket) {
    takt_error error;
    takt_hub *hub = calloc(1, sizeof *hub);
    CHECK(hub != NULL);
    CHECK(tk_counters_open(&hub->counters, counters_path, &error) == TAKT_OK);
    strcpy(hub->name, "lab");
    hub->control = (tk_control) { .fd = socket, .bytes = malloc(64), .size = 64 };
    hub->end = TK_GOES_ON;
    hub->turn = TK_NO_TURN;
    hub->room = (tk_room) { .wait = tk_wait_for_room, .thread = hub, .error = &hub->error,
        .counters = &hub->counters, .doorbell = 3 };
    hub->sleep = tk_counter(&hub->counters, 3, TK_DOORBELL);
    hub->activity = tk_counter(&hub->counters, 4, TK_ACTIVITY);
    hub->core_sleep = tk_counter(&hub->counters, 5, TK_DOORBELL);
    hub->core_sleep_for = tk_counter(&hub->counters, 6, TK_DOORBELL);
    return hub;
}

#endif
