/*
 * The plant of the examples by the polling API: poller [callbacks]. With the word it is called back for events, else it
 * asks for them.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "hakoniwa.h"

enum { MOTOR, POSITION, STEP_USEC = 10000, EVENT_START = 1, EVENT_STOP, EVENT_RESET };

static const char name[] = "Plant";
static double position, speed;
static hako_time_t now_usec;

static void move(void) {
    hakoniwa_asset_read_pdu(name, "Cart", MOTOR, (char *) &speed, sizeof speed);
    position += speed * STEP_USEC / 1e6;
    hakoniwa_asset_write_pdu(name, "Cart", POSITION, (const char *) &position, sizeof position);
    printf("%lld: motor %.3f, so the cart is at %.4f\n", now_usec, speed, position);
    fflush(stdout);
}

static void start(void) {
    position = speed = 0;
    now_usec = 0;
    move();
    hakoniwa_asset_start_feedback_ok(name);
}

static void stop(void) {
    hakoniwa_asset_stop_feedback_ok(name);
}

static void reset(void) {
    hakoniwa_asset_reset_feedback_ok(name);
}

static void step(void) {
    if (hakoniwa_asset_is_simulation_mode() && now_usec + STEP_USEC <= hakoniwa_asset_get_worldtime()) {
        now_usec += STEP_USEC;
        move();
        hakoniwa_asset_notify_simtime(name, now_usec);
    }
}

int main(int argc, char **argv) {
    hako_asset_callback_t callbacks = { start, stop, reset };
    const int is_called = argc == 2 && strcmp(argv[1], "callbacks") == 0;
    if (hakoniwa_asset_init() != 0 || hakoniwa_asset_create_pdu_lchannel("Cart", MOTOR, sizeof speed) != 0
        || hakoniwa_asset_create_pdu_lchannel("Cart", POSITION, sizeof position) != 0
        || (is_called ? hakoniwa_asset_register(name, &callbacks) : hakoniwa_asset_register_polling(name)) != 0) {
        return 1;
    }
    for (;;) {
        const int event = hakoniwa_asset_get_event(name);
        if (!is_called && event != 0) {
            event == EVENT_START ? start() : event == EVENT_STOP ? stop() : event == EVENT_RESET ? reset() : (void) 0;
        }
        step();
        nanosleep(&(struct timespec) { .tv_nsec = 100000 }, NULL);
    }
}
