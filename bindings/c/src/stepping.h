/* How far one asset may count up: its time, its steps, and its requests. Pure: it reads no clock. */
#ifndef TAKT_STEPPING_H
#define TAKT_STEPPING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct tk_stepping {
    int64_t greatest_ns;
    int64_t granularity_ns;   /* the same where steps are fixed */
    bool is_whole;            /* steps that vary are done whole or not at all */
    int64_t time_ns;          /* T_i */
    int64_t chosen_ns;        /* the next step is not shorter */
    int64_t wake_at_ns;       /* before it the asset has nothing to do; of no meaning once it has come */
} tk_stepping;

void tk_stepping_init(tk_stepping *its, int64_t greatest_ns, int64_t granularity_ns, bool is_whole);
/* As at first: the asset has something to do, and its whole steps are as long as they may be. */
void tk_stepping_forget_wishes(tk_stepping *its);

/* Whether a step may end before the time that it was given. */
static inline bool tk_stepping_may_shorten(const tk_stepping *its) {
    return its->greatest_ns != its->granularity_ns && !its->is_whole;
}

/* Whether the asset has nothing to do now, and so counts up without a turn. */
static inline bool tk_stepping_is_passing(const tk_stepping *its) {
    return its->wake_at_ns > its->time_ns;
}

/* The first time of the grid that is not before another, which is T_i or later. */
int64_t tk_stepping_on_grid(const tk_stepping *its, int64_t time_ns);

/* By how much the next count-up goes at least. */
static inline int64_t tk_stepping_least(const tk_stepping *its) {
    return tk_stepping_is_passing(its) ? its->granularity_ns : its->chosen_ns;
}

/* Where to it goes at least; INT64_MAX where there is no such time any more. */
static inline int64_t tk_stepping_next(const tk_stepping *its) {
    const int64_t least_ns = tk_stepping_least(its);
    return its->time_ns > INT64_MAX - least_ns ? INT64_MAX : its->time_ns + least_ns;
}

/* Rule (a): whether a T_c, or any earlier one, allows the next count-up. */
bool tk_stepping_progresses(const tk_stepping *its, int64_t core_ns);
/* How far it may go by rule (a) then. */
int64_t tk_stepping_reach(const tk_stepping *its, int64_t core_ns);
/* The last time of the grid that is not after another; T_i for one before it. */
int64_t tk_stepping_grid_before(const tk_stepping *its, int64_t time_ns);

#endif
