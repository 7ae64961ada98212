/* A connection to a hub, with the thread that drives its assets. */
#ifndef TAKT_HUB_H
#define TAKT_HUB_H

#include "control.h"
#include "counters.h"
#include "endpoint.h"
#include "stepping.h"
#include "steptimes.h"
#include "takt.h"
#include "text.h"

/*
 *  JOINED ─ takt_poll ─► IDLE ── turn ──► IN_TURN ─ takt_done ─► IDLE
 *                         ▲                  └─ of a reset ─► AWAITING_CLOCKS ─ event clocks ─► IDLE
 *                         └── attached ── DETACHED ◄── the hub has died ── any but IN_TURN
 *
 * GONE: there are no more turns, because the connection has ended, or this asset alone; IN_TURN stays until takt_done.
 */
typedef enum tk_state { TK_JOINED, TK_IDLE, TK_IN_TURN, TK_AWAITING_CLOCKS, TK_DETACHED, TK_GONE } tk_state;

struct takt_asset {
    takt_hub *hub;
    takt_asset *next;
    char name[104];
    char *declaration;         /* the fields of its join, to attach by */
    tk_state state;
    bool attaches;             /* when the hub dies */
    bool is_ready;             /* the hub was told */
    int64_t attach_id;         /* of its join with a hub that has taken over, while that is not answered; else 0 */
    takt_error over;           /* why it alone has ended, while the others go on; else its code is TAKT_OK */
    bool is_over_told;         /* takt_poll has said so */
    bool is_reset_due;
    bool is_at_start;          /* nothing was simulated since a reset */
    bool has_endpoint;
    tk_endpoint endpoint;

    tk_stepping stepping;
    tk_step_times step_times;
    int64_t number;
    int64_t interval_ns;
    int64_t due_ns;            /* wall time of the next try, where there is an interval */
    int64_t core_step_ns;
    int64_t max_delay_ns;
    int64_t core_seen_ns;
    int64_t retains;
    int64_t seed;
    bool is_retaining;
    const int64_t *core_clock;
    int64_t *clock;
    int64_t *retain_counter;
    int64_t *next_counter;     /* where the hub asks how far its next step has to go; else NULL */
    int64_t next_told_ns;
    bool is_next_news;

    void *user;
    takt_callbacks callbacks;
    void *callbacks_user;
    bool is_started;           /* takt_run has called start */
};

/* How its thread passes the time without a turn. */
typedef enum tk_strategy { TK_ADAPTS, TK_ONLY_SPINS, TK_ONLY_YIELDS, TK_ONLY_SLEEPS } tk_strategy;

struct takt_hub {
    char name[104];
    char folder[256];
    tk_control control;
    tk_counters counters;
    takt_error error;
    tk_room room;
    takt_waiting waiting;      /* its functions are NULL where nothing is to be called */
    tk_strategy strategy;      /* of the first that has joined */
    bool has_strategy;
    int64_t *sleep;
    int64_t *activity;
    int64_t *core_sleep;
    int64_t *core_sleep_for;

    takt_asset *assets;
    takt_asset *tried_last;
    takt_turn turn;            /* the one that is not done; else its asset is NULL */
    bool is_finishing;         /* takt_done was called for it, and interrupted */
    int64_t last_id;
    int64_t given_up_id;       /* no reply to a request up to this one is of use */
    int64_t looks;
    int64_t looked_ns;         /* wall time of the last look at the control socket */
    int is_interrupted;        /* by any thread */
    bool is_start_due;         /* an asset has joined that takt_run has not started */
    bool is_end_due;           /* an asset has ended alone, or left, since all were looked at for that */
    bool is_lost;              /* the stream has ended, and assets want to attach */
    takt_hub_state state;
    char end_reason[400];
    int end;                   /* why there are no turns any more, of enum takt_code; 1 while there are */
};

/* Before the first poll, and when a turn is done. */
#define TK_NO_TURN ((takt_turn) { .kind = (takt_turn_kind) -1 })

enum { TK_FOUND = 1, TK_PASSED = 2 };
enum { TK_GOES_ON = 1, TK_SPINS = 200, TK_YIELDS = 50, TK_LONGEST_SLEEP_MS = 20 };

/* ---- poll.c ---- */

/* For an endpoint in the middle of a turn, see tk_room. */
int tk_wait_for_room(void *thread, tk_writer *writer, int round);

/* ---- hub.c ---- */

/* Connects, maps the clocks, and asks for a doorbell. */
int tk_hub_link(takt_hub *hub);
/* Handles what the hub has said, without waiting. */
void tk_hub_listen(takt_hub *hub);
/* Sleeps until the hub says something, so long at most; false: the call that waits is to end with TAKT_INTERRUPTED. */
bool tk_hub_sleep_for_line(takt_hub *hub, int most_ms);
/*
 * A line with a new id in front of its other fields: {"op":op,"id":id fields}. TAKT_HUB_LOST, which is not noted, where
 * the hub is gone; TAKT_MISUSE for a line that is longer than the hub takes.
 */
int tk_hub_tell(takt_hub *hub, const char *op, const tk_text *fields);
/* The same with the name of an asset alone. */
void tk_hub_tell_of(takt_hub *hub, const char *op, const char *asset);
/* The reply to a request, which is valid until the next look; NULL with an error noted. */
const char *tk_hub_await(takt_hub *hub, const char *op, int64_t id, int64_t timeout_ns);
/* Tells, and waits for the reply. */
const char *tk_hub_ask(takt_hub *hub, const char *op, const tk_text *fields, int64_t timeout_ns);
/* Notes that the hub is gone before it has confirmed something of an asset; returns TAKT_HUB_LOST. */
int tk_hub_untold(takt_hub *hub, const char *asset, const char *op);
/* Asked in each spin: the flag is written only where it is set. */
static inline bool tk_hub_was_interrupted(takt_hub *hub) {
    return __atomic_load_n(&hub->is_interrupted, __ATOMIC_RELAXED) != 0
        && __atomic_exchange_n(&hub->is_interrupted, 0, __ATOMIC_ACQ_REL) != 0;
}
/* Around each sleep; false: the call that waits is to end with TAKT_INTERRUPTED. */
void tk_hub_begin_sleep(const takt_hub *hub);
bool tk_hub_end_sleep(const takt_hub *hub);
/* The state that a JSON text names. */
takt_hub_state tk_hub_state(const char *value);
/* There are no turns any more, for a reason of enum takt_code that is noted in the hub's error. */
void tk_hub_end(takt_hub *hub, int how);

/* ---- join.c ---- */

/* The hub has died: joins again with all assets that wait for that; TAKT_OK, or TAKT_NO_HUB to try again. */
int tk_attach(takt_hub *hub);
/* New clocks, from a join's reply or the event clocks. */
int tk_take_clocks(takt_asset *asset, int64_t core_counter, const char *clocks);
void tk_asset_free(takt_asset *asset);

/* ---- asset.c ---- */

/* The next turn of an asset: TK_FOUND, TK_PASSED when its clock has counted up without one, 0, or an error. */
int tk_asset_turn(takt_asset *asset, takt_turn *turn);
int tk_asset_done(takt_asset *asset, const takt_turn *turn);
/* T_c from which on it can step; INT64_MAX while no T_c would help. */
int64_t tk_asset_wanted(const takt_asset *asset);
/* No turns any more, and nothing is written any more. */
void tk_asset_end(takt_asset *asset);
/* The same for this asset alone: takt_poll is to say why. */
void tk_asset_end_alone(takt_asset *asset, const takt_error *why);
/* Whether it has no more turns, alone or with all. */
static inline bool tk_asset_is_over(const takt_asset *asset) {
    return asset->hub->end != TK_GOES_ON || asset->over.code != TAKT_OK;
}

/* ---- report.c ---- */

/* Tells the hub how long steps took, and how much was sent. */
void tk_report(takt_hub *hub);

#endif
