/* The thread: which asset's turn is next, and how it waits for one. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "error.h"
#include "hub.h"
#include "rules.h"
#include "shm.h"

/* A look at the control socket is a system call: one in so many polls asks for the time, and looks once in a while. */
enum { LOOK_EVERY = 64, LOOKS_APART_NS = 100000 };

#define LONGEST_SLEEP_NS (TK_LONGEST_SLEEP_MS * INT64_C(1000000))
/* After so many sleeps in vain a thread looks at the control socket less often, so a long wait costs nothing. */
enum { SLEEPS_IN_VAIN = 50, TIMES_LONGER = 5 };
#define NO_CORE_TIME (INT64_MAX - 1) /* even, as an announced time has to be */

/*
 * The next turn of any asset, the one that was tried last comes last: TK_FOUND, TK_PASSED when one has counted up
 * without a turn, 0 when there is nothing, or an error.
 */
static int find_turn(takt_hub *hub) {
    takt_asset *first = hub->tried_last == NULL || hub->tried_last->next == NULL ? hub->assets : hub->tried_last->next;
    takt_asset *asset = first;
    int passed = 0;
    if (asset == NULL) {
        return 0;
    }
    do {
        const int found = tk_asset_turn(asset, &hub->turn);
        if (found == TK_PASSED) {
            passed = TK_PASSED;
        } else if (found != 0) {
            hub->tried_last = asset;
            return found;
        }
        asset = asset->next == NULL ? hub->assets : asset->next;
    } while (asset != first);
    return passed;
}

/* Takes messages in for all assets, so that no sender waits for room. */
static int read_all(takt_hub *hub) {
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->has_endpoint && each->state != TK_GONE && each->state != TK_DETACHED) {
            const int read = tk_endpoint_read(&each->endpoint);
            if (read != TAKT_OK) {
                return read;
            }
        }
    }
    return TAKT_OK;
}

static void announce(takt_hub *hub, int64_t wanted_ns) {
    tk_store(hub->sleep, wanted_ns & ~INT64_C(1));
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->has_endpoint) {
            tk_endpoint_announce(&each->endpoint);
        }
    }
    tk_full_fence(); /* Either we see what has come, or its writer sees that we sleep. */
}

static void withdraw(takt_hub *hub) {
    tk_store(hub->sleep, -1);
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->has_endpoint) {
            tk_endpoint_withdraw(&each->endpoint);
        }
    }
}

static bool is_all_announced(const takt_hub *hub) {
    for (const takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->has_endpoint && !tk_endpoint_is_announced(&each->endpoint)) {
            return false;
        }
    }
    return true;
}

/* How long the thread may sleep at most, and for which T_c. */
static int64_t sleep_for(const takt_hub *hub, int64_t most_ns, int64_t *wanted_ns) {
    *wanted_ns = NO_CORE_TIME;
    for (const takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->state != TK_IDLE) {
            continue;
        }
        const int64_t due_in_ns = each->interval_ns > 0 ? each->due_ns - tk_wall_ns() : 0;
        if (due_in_ns > 0) {
            most_ns = due_in_ns < most_ns ? due_in_ns : most_ns;
        } else {
            const int64_t its_ns = tk_asset_wanted(each);
            *wanted_ns = its_ns < *wanted_ns ? its_ns : *wanted_ns;
        }
    }
    return most_ns;
}

static bool has_idle(const takt_hub *hub) {
    for (const takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->state == TK_IDLE) {
            return true;
        }
    }
    return false;
}

static int interrupted(takt_hub *hub) {
    return tk_fail(&hub->error, TAKT_INTERRUPTED, "interrupted while hub '%s' had no turn", hub->name);
}

/* Sleeps until there may be a turn, and says like find_turn whether it has found one before it slept. */
static int park(takt_hub *hub, int64_t most_ns) {
    if (!has_idle(hub)) {
        /* Nothing but a line of the hub helps. */
        const bool is_wanted = tk_hub_sleep_for_line(hub, (int) (most_ns / 1000000));
        tk_hub_listen(hub);
        return is_wanted ? 0 : interrupted(hub);
    }
    int64_t wanted_ns;
    most_ns = sleep_for(hub, most_ns, &wanted_ns);
    bool is_wanted = true;
    announce(hub, wanted_ns);
    /* A sender that has begun to wait for room meanwhile may have taken this thread for awake. */
    const int read = read_all(hub);
    const int found = read == TAKT_OK ? find_turn(hub) : read;
    if (found == 0 && most_ns > 0 && is_all_announced(hub)) {
        tk_hub_begin_sleep(hub);
        tk_sleep_on(hub->sleep, wanted_ns & ~INT64_C(1), most_ns);
        is_wanted = tk_hub_end_sleep(hub);
    }
    withdraw(hub);
    return is_wanted ? found : interrupted(hub);
}

/* Whether its thread never sleeps. A lock that is let go of in sleeps, as an interpreter's is, has to be. */
static bool is_sleepless(const takt_hub *hub) {
    return (hub->strategy == TK_ONLY_SPINS || hub->strategy == TK_ONLY_YIELDS) && hub->waiting.begin == NULL;
}

/* The nth rest of a wait: the first spin, the next yield, and all others sleep; or as the configuration wants it. */
static int rest(takt_hub *hub, int nth, int64_t most_ns) {
    if (is_sleepless(hub) ? hub->strategy == TK_ONLY_SPINS : nth < TK_SPINS) {
        tk_relax();
    } else if (is_sleepless(hub) || nth < TK_SPINS + TK_YIELDS) {
        sched_yield();
    } else {
        return park(hub, most_ns);
    }
    return 0;
}

static int has_no_room(takt_hub *hub, const tk_writer *writer) {
    return tk_fail(&hub->error, TAKT_INTERRUPTED, "interrupted while the log of asset '%s' had no room",
        writer->log.name);
}

int tk_wait_for_room(void *thread, tk_writer *writer, int round) {
    takt_hub *hub = thread;
    if (tk_hub_was_interrupted(hub)) {
        return has_no_room(hub, writer);
    }
    if (round >= TK_SPINS) {
        tk_hub_listen(hub);
    }
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        /* An asset that is to be put back has no use for its messages, and their sender may be back already. */
        if (each->state == TK_IDLE && each->is_reset_due && each->has_endpoint) {
            tk_endpoint_discard(&each->endpoint);
        }
    }
    int result = read_all(hub);
    if (hub->end != TK_GOES_ON || result != TAKT_OK) {
        return result;
    }
    if (round < TK_SPINS) {
        tk_relax();
    } else if (round < TK_SPINS + TK_YIELDS) {
        sched_yield();
    } else {
        announce(hub, NO_CORE_TIME);
        result = read_all(hub);
        if (result == TAKT_OK && !tk_writer_has_more_room(writer)) {
            tk_hub_begin_sleep(hub);
            tk_sleep_on(hub->sleep, NO_CORE_TIME, LONGEST_SLEEP_NS);
            result = tk_hub_end_sleep(hub) ? result : has_no_room(hub, writer);
        }
        withdraw(hub);
    }
    return result;
}

/* Says of all assets that they are ready; their messages from the dawn of time are there for others. */
static int tell_ready(takt_hub *hub) {
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->state == TK_JOINED) {
            const int ended = each->has_endpoint ? tk_endpoint_end_dawn(&each->endpoint) : TAKT_OK;
            if (ended != TAKT_OK) {
                return ended;
            }
            each->is_ready = true;
            each->state = hub->is_lost ? TK_DETACHED : TK_IDLE;
            tk_hub_tell_of(hub, "ready", each->name);
        }
    }
    return TAKT_OK;
}

/* Whether there are no turns any more: the poll's result then. */
static bool is_over(takt_hub *hub, int *result) {
    if (hub->end != TK_GOES_ON) {
        hub->turn = (takt_turn) { .kind = TAKT_STOP };
        *result = hub->end;
        return true;
    }
    if (!hub->is_end_due && hub->assets != NULL) {
        return false; /* Asked in each poll. */
    }
    bool goes_on = false;
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->over.code != TAKT_OK && !each->is_over_told) {
            each->is_over_told = true;
            hub->error = each->over;
            hub->turn = (takt_turn) { .kind = TAKT_STOP, .asset = each };
            *result = each->over.code;
            return true;
        }
        goes_on |= each->over.code == TAKT_OK;
    }
    hub->is_end_due = !goes_on;
    if (!goes_on) {
        hub->turn = (takt_turn) { .kind = TAKT_STOP };
        *result = TAKT_OK;
    }
    return !goes_on;
}

static bool is_look_due(takt_hub *hub) {
    if (hub->looks++ % LOOK_EVERY != 0) {
        return false;
    }
    const int64_t now_ns = tk_wall_ns();
    const bool is_due = now_ns - hub->looked_ns >= LOOKS_APART_NS;
    hub->looked_ns = is_due ? now_ns : hub->looked_ns;
    return is_due;
}

/* The hub has died: waits a little for one that has taken over. */
static int find_hub(takt_hub *hub, int64_t most_ns) {
    for (takt_asset *each = hub->assets; each != NULL && hub->control.fd < 0; each = each->next) {
        /* Without a connection none has attached yet; this one was in its turn when the hub died. */
        if (each->state == TK_IDLE || each->state == TK_AWAITING_CLOCKS) {
            each->state = TK_DETACHED;
        }
    }
    const int attached = tk_attach(hub);
    if (attached == TAKT_NO_HUB) {
        const int64_t pause_ns = most_ns < LONGEST_SLEEP_NS ? most_ns : LONGEST_SLEEP_NS;
        tk_hub_begin_sleep(hub);
        nanosleep(&(struct timespec) { .tv_nsec = (long) pause_ns }, NULL);
        return tk_hub_end_sleep(hub) ? TAKT_OK : interrupted(hub);
    }
    if (hub->end != TK_GOES_ON) {
        return TAKT_OK; /* Its run has ended meanwhile: that counts. */
    }
    if (attached != TAKT_OK && attached != TAKT_INTERRUPTED) {
        /* Another hub than the one that died: there is no way back. */
        tk_hub_end(hub, attached);
    }
    return attached;
}

static int64_t longest_sleep(int sleeps, int64_t left_ns) {
    const int64_t most_ns = sleeps < SLEEPS_IN_VAIN ? LONGEST_SLEEP_NS : TIMES_LONGER * LONGEST_SLEEP_NS;
    return left_ns < most_ns ? left_ns : most_ns;
}

static int wait_for_turn(takt_hub *hub, int64_t timeout_ns) {
    timeout_ns = timeout_ns < 0 ? 0 : timeout_ns;
    int64_t until_ns = -1;
    int result = tell_ready(hub);
    const int first_rest = hub->strategy == TK_ONLY_SLEEPS ? TK_SPINS + TK_YIELDS : 0;
    int rests = first_rest, sleeps = 0;
    bool looks = is_look_due(hub);
    while (result == TAKT_OK) {
        if (tk_hub_was_interrupted(hub)) {
            return interrupted(hub);
        }
        /* What a hub that takes over says is read where assets attach to it, which waits for replies. */
        if (!hub->is_lost && (looks || (rests >= TK_SPINS && !is_sleepless(hub)))) {
            tk_hub_listen(hub);
            looks = false;
        }
        if (is_over(hub, &result)) {
            return result;
        }
        if (hub->is_lost) {
            result = find_hub(hub, timeout_ns < LONGEST_SLEEP_NS ? timeout_ns : LONGEST_SLEEP_NS);
            rests = TK_SPINS;
            if (is_over(hub, &result)) {
                return result;
            }
        }
        int found = result == TAKT_OK ? find_turn(hub) : 0;
        if (found == TK_FOUND || found < 0) {
            return found < 0 ? found : TAKT_OK;
        }
        if (timeout_ns != TAKT_FOREVER && (rests >= TK_SPINS || timeout_ns == 0 || found == TK_PASSED)) {
            until_ns = until_ns < 0 ? tk_later(tk_wall_ns(), timeout_ns) : until_ns;
            if (tk_wall_ns() >= until_ns) {
                hub->turn = (takt_turn) { .kind = TAKT_WAIT };
                return TAKT_OK;
            }
        }
        int64_t left_ns = until_ns < 0 ? INT64_MAX : until_ns - tk_wall_ns();
        left_ns = left_ns < 0 ? 0 : left_ns; /* Less than 0 is for ever to some functions that wait. */
        result = result == TAKT_OK && !hub->is_lost ? read_all(hub) : result;
        if (result == TAKT_OK && !hub->is_lost) {
            sleeps += found == 0 && rests >= TK_SPINS + TK_YIELDS && sleeps < SLEEPS_IN_VAIN;
            found = found != 0 ? found : rest(hub, rests, longest_sleep(sleeps, left_ns));
            if (found == TK_FOUND || found < 0) {
                return found < 0 ? found : TAKT_OK;
            }
            looks = (found == TK_PASSED || is_sleepless(hub)) && is_look_due(hub);
            sleeps = found == TK_PASSED ? 0 : sleeps;
            rests = found == TK_PASSED ? first_rest : rests + (rests < TK_SPINS + TK_YIELDS);
        }
    }
    return result;
}

int takt_poll(takt_hub *hub, int64_t timeout_ns, takt_turn *turn) {
    if (hub->is_finishing && hub->turn.asset != NULL) {
        const int done = takt_done(hub);
        if (done != TAKT_OK) {
            *turn = (takt_turn) { .kind = TAKT_STOP };
            return done;
        }
    }
    const int result = hub->turn.asset != NULL ? TAKT_OK : wait_for_turn(hub, timeout_ns);
    if (result != TAKT_OK) {
        hub->turn.kind = TAKT_STOP;
    }
    *turn = hub->turn;
    if (turn->kind == TAKT_STOP) {
        hub->turn.asset = NULL; /* There is nothing that could be done. */
    }
    return result;
}

int takt_done(takt_hub *hub) {
    if (hub->turn.asset == NULL) {
        return hub->turn.kind == TAKT_WAIT || hub->turn.kind == TAKT_STOP ? TAKT_OK
            : tk_fail(&hub->error, TAKT_MISUSE, "there is no turn that could be done; takt_poll gives one");
    }
    const int done = tk_asset_done(hub->turn.asset, &hub->turn);
    if (done == TAKT_OK) {
        hub->turn = TK_NO_TURN;
    }
    hub->is_finishing = done == TAKT_INTERRUPTED;
    return done;
}

/* ---- Callbacks ---- */

void takt_set_callbacks(takt_asset *asset, const takt_callbacks *callbacks, void *user) {
    asset->callbacks = *callbacks;
    asset->callbacks_user = user;
}

/* A callback may leave with its asset, whose pointer is dead then; the turn says so, which has no asset any more. */

static int start(takt_asset *asset) {
    asset->is_started = true;
    return asset->callbacks.start == NULL ? 0 : asset->callbacks.start(asset, asset->callbacks_user);
}

/* Before the next turn: of all that have joined since the last one, and of those that join meanwhile. */
static int start_all(takt_hub *hub) {
    for (takt_asset *each = hub->assets; each != NULL;) {
        if (each->is_started) {
            each = each->next;
        } else if (start(each) != 0) {
            return TAKT_CALLBACK;
        } else {
            each = hub->assets;
        }
    }
    hub->is_start_due = false;
    return TAKT_OK;
}

static int call_back(takt_hub *hub, takt_asset *asset, const takt_turn *turn) {
    const takt_callbacks callbacks = asset->callbacks;
    void *user = asset->callbacks_user;
    if (turn->kind == TAKT_RESET) {
        return start(asset);
    }
    takt_message message;
    int more = callbacks.message == NULL ? 0 : takt_receive(asset, &message);
    while (more == 1) {
        if (callbacks.message(asset, &message, user) != 0) {
            return TAKT_CALLBACK;
        }
        more = hub->turn.asset == asset ? takt_receive(asset, &message) : 0;
    }
    if (more == 0 && callbacks.message != NULL && hub->turn.asset == asset) {
        more = takt_receive_latest(asset, &message);
    }
    while (more == 1) {
        if (callbacks.message(asset, &message, user) != 0) {
            return TAKT_CALLBACK;
        }
        more = hub->turn.asset == asset ? takt_receive_latest(asset, &message) : 0;
    }
    if (more < 0 || hub->turn.asset != asset) {
        return more;
    }
    return turn->kind == TAKT_STEP && callbacks.step != NULL ? callbacks.step(asset, turn->from_ns, turn->to_ns, user)
        : 0;
}

int takt_run(takt_hub *hub) {
    for (;;) {
        if (hub->is_start_due && start_all(hub) != TAKT_OK) {
            return tk_fail(&hub->error, TAKT_CALLBACK, "the callback start of an asset has failed");
        }
        takt_turn turn;
        int result = takt_poll(hub, TAKT_FOREVER, &turn);
        if (result != TAKT_OK || turn.kind == TAKT_STOP) {
            return result;
        }
        const int called = call_back(hub, turn.asset, &turn);
        if (called != 0) {
            return hub->error.code == called && called < 0 ? called : tk_fail(&hub->error, TAKT_CALLBACK,
                "a callback of %s%s has failed", hub->turn.asset == NULL ? "an asset that has left" : "asset ",
                hub->turn.asset == NULL ? "" : hub->turn.asset->name);
        }
        result = takt_done(hub);
        if (result != TAKT_OK) {
            return result;
        }
    }
}
