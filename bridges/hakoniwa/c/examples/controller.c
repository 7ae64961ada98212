/* Drives the cart to 1.0: an asset with a callback for each step, and one for each new position. */
#include <stdio.h>

#include "hakoniwa.h"

enum { MOTOR, POSITION, STEP_USEC = 10000 };

static double position;

static void see(int event) {
    (void) event;
    hako_asset_pdu_read("Cart", POSITION, (char *) &position, sizeof position);
    printf("%lld: the cart is at %.4f\n", hako_asset_simulation_time(), position);
}

static int begin(hako_asset_context_t *context) {
    (void) context;
    int event;
    position = 0;
    return hako_asset_register_data_recv_event("Cart", POSITION, see, &event);
}

static int drive(hako_asset_context_t *context) {
    (void) context;
    const double speed = 20 * (1 - position);
    return hako_asset_pdu_write("Cart", MOTOR, (const char *) &speed, sizeof speed);
}

static int put_back(hako_asset_context_t *context) {
    (void) context;
    printf("put back\n");
    return 0;
}

int main(int argc, char **argv) {
    static hako_asset_callbacks_t callbacks = { .on_initialize = begin, .on_simulation_step = drive,
        .on_reset = put_back };
    if (argc != 2) {
        fprintf(stderr, "usage: controller CONFIG\n");
        return 2;
    }
    if (hako_asset_register("Controller", argv[1], &callbacks, STEP_USEC, HAKO_ASSET_MODEL_CONTROLLER) != 0) {
        return 1;
    }
    for (;;) {
        hako_asset_start_no_wait(NULL);
    }
}
