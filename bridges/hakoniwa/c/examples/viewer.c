/*
 * A program that is no asset: viewer [polling]. It has the cart of the examples drive to 0.5, stops the simulation, and
 * has it drive back after that; with the word, by the polling API, once the cart has been heard of.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "hakoniwa.h"

enum { MOTOR, POSITION, EVENT_START = 0, EVENT_STOP = 1 };

static int is_polling;

static void nap(void) {
    nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

static int read_position(double *position) {
    return is_polling ? hakoniwa_asset_read_pdu("Plant", "Cart", POSITION, (char *) position, sizeof *position)
        : hako_asset_pdu_read("Cart", POSITION, (char *) position, sizeof *position);
}

static int write_motor(double speed) {
    return is_polling ? hakoniwa_asset_write_pdu("Plant", "Cart", MOTOR, (const char *) &speed, sizeof speed)
        : hako_asset_pdu_write("Cart", MOTOR, (const char *) &speed, sizeof speed);
}

/* Until the cart is where it was sent. */
static int drive(double speed, double to) {
    double position = to - speed;
    if (write_motor(speed) != 0) {
        return 1;
    }
    while (speed > 0 ? position < to : position > to) {
        if (read_position(&position) != 0) {
            return 1;
        }
        nap();
    }
    return 0;
}

int main(int argc, char **argv) {
    is_polling = argc == 2 && strcmp(argv[1], "polling") == 0;
    if ((is_polling ? hakoniwa_asset_init() : hako_initialize_for_external()) != 0) {
        return 1;
    }
    while (is_polling && !hakoniwa_asset_is_pdu_dirty("Plant", "Cart", POSITION)) {
        if (write_motor(0) != 0) {
            return 1;
        }
        nap();
    }
    if (drive(7, 0.5) != 0 || (is_polling ? hakoniwa_simevent_stop() : hako_trigger_event(EVENT_STOP)) != 0) {
        return 1;
    }
    const int state = hakoniwa_simevent_get_state();
    printf("at 0.5, in state %d\n", state);
    if ((is_polling ? hakoniwa_simevent_start() : hako_trigger_event(EVENT_START)) != 0 || drive(-7, 0) != 0) {
        return 1;
    }
    printf("back\n");
    return 0;
}
