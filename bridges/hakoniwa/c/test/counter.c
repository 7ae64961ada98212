/*
 * One of many assets: counter NAME CONFIG ID. It writes how many steps it has done into PDU ID of robot "All", and
 * prints in each step "TIME OWN FIRST", FIRST being the value of PDU 0.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "hakoniwa.h"

enum { STEP_USEC = 1000 };

static int id;

static int count(hako_asset_context_t *context) {
    (void) context;
    int64_t first = 0;
    int result = 0;
    for (int64_t own = 0; result == 0; own++) {
        if (hako_asset_pdu_write("All", id, (const char *) &own, sizeof own) != 0
            || hako_asset_pdu_read("All", 0, (char *) &first, sizeof first) != 0) {
            return 1;
        }
        printf("%lld %lld %lld\n", hako_asset_current_time(), (long long) own, (long long) first);
        result = hako_asset_usleep_no_wait(STEP_USEC, NULL);
    }
    return result;
}

int main(int argc, char **argv) {
    static hako_asset_callbacks_t callbacks = { .on_manual_timing_control = count };
    if (argc != 4) {
        fprintf(stderr, "usage: counter NAME CONFIG ID\n");
        return 2;
    }
    id = atoi(argv[3]);
    if (hako_asset_register(argv[1], argv[2], &callbacks, STEP_USEC, HAKO_ASSET_MODEL_PLANT) != 0) {
        return 1;
    }
    for (;;) {
        hako_asset_start_no_wait(NULL);
    }
}
