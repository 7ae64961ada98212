/*
 * libconductor.so.1: the hub is the conductor, and stands before its assets start. A program that starts a conductor of
 * its own is told at hako_asset_register if the hub goes by other times.
 */
#include "conductor.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static hako_time_t wanted_delta_usec, wanted_max_delay_usec;

int hako_conductor_start(hako_time_t delta_usec, hako_time_t max_delay_usec) {
    const char *wrong = delta_usec <= 0 ? "delta_usec is not above 0" : max_delay_usec < delta_usec
        ? "max_delay_usec is less than delta_usec, so no clock could move"
        : max_delay_usec > INT64_MAX / 1000 ? "max_delay_usec has more nanoseconds than 64 bits can count" : NULL;
    pthread_mutex_lock(&lock);
    if (wrong == NULL && wanted_delta_usec != 0) {
        wrong = "a conductor was started already; call hako_conductor_stop before";
    }
    if (wrong == NULL) {
        wanted_delta_usec = delta_usec;
        wanted_max_delay_usec = max_delay_usec;
    }
    pthread_mutex_unlock(&lock);
    if (wrong != NULL) {
        fprintf(stderr, "takt: hako_conductor_start: %s\n", wrong);
    }
    return wrong == NULL ? 0 : -1;
}

void hako_conductor_stop(void) {
    pthread_mutex_lock(&lock);
    wanted_delta_usec = wanted_max_delay_usec = 0;
    pthread_mutex_unlock(&lock);
}

void hako_takt_conductor_wants(hako_time_t *delta_usec, hako_time_t *max_delay_usec) {
    pthread_mutex_lock(&lock);
    *delta_usec = wanted_delta_usec;
    *max_delay_usec = wanted_max_delay_usec;
    pthread_mutex_unlock(&lock);
}
