/* A cart that moves as fast as its motor says: an asset with manual timing. */
#include <stdio.h>

#include "hakoniwa.h"

enum { MOTOR, POSITION, STEP_USEC = 10000 };

static int move(hako_asset_context_t *context) {
    (void) context;
    double position = 0, speed = 0;
    int result = 0;
    while (result == 0) {
        hako_asset_pdu_read("Cart", MOTOR, (char *) &speed, sizeof speed);
        position += speed * STEP_USEC / 1e6;
        hako_asset_pdu_write("Cart", POSITION, (const char *) &position, sizeof position);
        printf("%lld: motor %.3f, so the cart is at %.4f\n", hako_asset_simulation_time(), speed, position);
        result = hako_asset_usleep_no_wait(STEP_USEC, NULL);
    }
    return result;
}

int main(int argc, char **argv) {
    static hako_asset_callbacks_t callbacks = { .on_manual_timing_control = move };
    if (argc != 2) {
        fprintf(stderr, "usage: plant CONFIG\n");
        return 2;
    }
    hako_conductor_start(STEP_USEC, STEP_USEC);
    if (hako_asset_register("Plant", argv[1], &callbacks, STEP_USEC, HAKO_ASSET_MODEL_PLANT) != 0) {
        return 1;
    }
    for (;;) {
        hako_asset_start_no_wait(NULL);
    }
}
