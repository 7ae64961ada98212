/*
 * How long an asset's steps take in wall time, counted by powers of two, from when the hub first asks. Steps are not
 * made slower by that: while the last ones took 10 us or more on average each is timed, and one in 64 when they are
 * cheaper, which then counts for those before it as well.
 */
#ifndef TAKT_STEPTIMES_H
#define TAKT_STEPTIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

typedef struct tk_step_times {
    bool is_asked;
    bool is_timing;
    int64_t skipped;
    int64_t average_ns;
    int64_t started_ns;
    int64_t busy_ns;
    int64_t counts[64];
} tk_step_times;

/* A step begins, and is done. now_ns is asked for where the step is timed alone. */
void tk_step_times_begin(tk_step_times *its, int64_t (*now_ns)(void));
void tk_step_times_end(tk_step_times *its, int64_t (*now_ns)(void));

/* Adds the fields busyNs and steps of a report. Steps are counted from the first report on. */
void tk_step_times_report(tk_step_times *its, tk_text *fields);

#endif
