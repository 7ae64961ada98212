/* The clocks of a hub: the counters in its file cnc.dat. */
#ifndef TAKT_COUNTERS_H
#define TAKT_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "takt.h"

enum {
    TK_CORE_TIME = 7001, TK_ASSET_TIME = 7002, TK_FRONTIER = 7003, TK_DOORBELL = 7005, TK_RETAIN = 7006,
    TK_ACTIVITY = 7007, TK_DIGEST = 7008, TK_NEXT_TIME = 7011
};

typedef struct tk_counters {
    char *file;            /* NULL while there is none */
    size_t size;
    char *descriptions;
    char *values;
    int64_t count;
} tk_counters;

int tk_counters_open(tk_counters *counters, const char *path, takt_error *error);
void tk_counters_close(tk_counters *counters);

/* The value of a counter of a type; NULL where the number is none of such. */
int64_t *tk_counter(const tk_counters *counters, int64_t number, int32_t type);

/* Wakes the thread that sleeps on a doorbell, if it is one still and the thread sleeps. */
void tk_ring(const tk_counters *counters, int64_t doorbell);

#endif
