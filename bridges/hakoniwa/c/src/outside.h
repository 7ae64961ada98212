/*
 * The hub as programs see it from outside, assets or not: asked over a connection of its own, which is made at the
 * first question. Any thread may ask. Each question waits for the hub's reply, ten seconds at most; what fails is told
 * in a line.
 */
#ifndef HK_OUTSIDE_H
#define HK_OUTSIDE_H

#include <stdbool.h>

#include "hakoniwa.h"
#include "takt.h"

/* TAKT_HUB, which `takt run` sets, or else the usual one of programs of Hakoniwa. */
const char *hk_hub_name(void);

bool hk_hub_is_there(const char *function);

/* Of HAKO_SIM_STOPPED and its like; -1 where it cannot be told. */
int hk_hub_state(const char *function);
/* The same of a state that is known. */
int hk_state_of(takt_hub_state state);

/* T_c, and the time of the asset that is behind all others; -1 where they cannot be told. */
hako_time_t hk_hub_usec(const char *function);
hako_time_t hk_hub_least_usec(const char *function);

/*
 * HAKO_TRIGGER_EVENT_ID_START resumes, _STOP pauses, _RESET resets. A run that has not begun needs no start: it begins
 * when all required assets are there.
 */
bool hk_hub_trigger(const char *function, int event);

/* Calls back for the name of each asset that has joined. */
bool hk_hub_assets(const char *function, void (*take)(void *user, const char *name), void *user);

#endif
