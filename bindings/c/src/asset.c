/* The turns of one asset: rule (a), its gates, its messages, and resets. */
#include "error.h"
#include "hub.h"
#include "rules.h"
#include "shm.h"

static tk_endpoint *endpoint_of(takt_asset *asset) {
    return asset->has_endpoint ? &asset->endpoint : NULL;
}

/* Rule (a). Reading T_c costs; an earlier reading may do. */
static bool core_allows(takt_asset *asset) {
    if (!tk_stepping_progresses(&asset->stepping, asset->core_seen_ns)) {
        asset->core_seen_ns = tk_load(asset->core_clock);
    }
    return tk_stepping_progresses(&asset->stepping, asset->core_seen_ns);
}

int64_t tk_asset_wanted(const takt_asset *asset) {
    const bool is_held = asset->has_endpoint && asset->endpoint.held != NULL
        && tk_stepping_progresses(&asset->stepping, asset->core_seen_ns);
    return asset->state == TK_IDLE && !is_held ? tk_stepping_next(&asset->stepping) : INT64_MAX;
}

static int give(takt_asset *asset, takt_turn *turn, takt_turn_kind kind, int64_t to_ns) {
    *turn = (takt_turn) { kind, asset, asset->stepping.time_ns, to_ns };
    asset->state = TK_IN_TURN;
    return TK_FOUND;
}

static int give_messages(takt_asset *asset, takt_turn *turn) {
    return give(asset, turn, TAKT_MESSAGES, asset->stepping.time_ns);
}

static int begin_reset(takt_asset *asset, takt_turn *turn) {
    asset->is_reset_due = false;
    asset->stepping.time_ns = 0;
    tk_stepping_forget_wishes(&asset->stepping);
    if (asset->has_endpoint) {
        tk_endpoint_begin_reset(&asset->endpoint);
    }
    return give(asset, turn, TAKT_RESET, 0);
}

/* Tells the hub how far the next step has to go, if it asks for that; wraps around where that is no time any more. */
static void tell_next(takt_asset *asset) {
    if (asset->next_counter != NULL) {
        const int64_t next_ns = (int64_t) ((uint64_t) asset->stepping.time_ns
            + (uint64_t) tk_stepping_least(&asset->stepping));
        if (next_ns != asset->next_told_ns) {
            asset->next_told_ns = next_ns;
            tk_store(asset->next_counter, next_ns);
            asset->is_next_news = true;
        }
    }
}

/* Wakes the hub if it sleeps for a time of this asset. */
static void ring_hub(const takt_asset *asset, int64_t time_ns) {
    const takt_hub *hub = asset->hub;
    if (tk_load(hub->core_sleep) == asset->number && time_ns >= tk_load(hub->core_sleep_for)
        && tk_swap(hub->core_sleep, asset->number, -1)) {
        tk_wake(hub->core_sleep);
    }
}

static bool is_due(const takt_asset *asset) {
    return asset->interval_ns == 0 || tk_wall_ns() >= asset->due_ns;
}

/* The interval's next try; those that were missed are left out. */
static void next_interval(takt_asset *asset) {
    if (asset->interval_ns > 0) {
        const int64_t late_ns = tk_wall_ns() - asset->due_ns;
        if (late_ns >= 0) {
            asset->due_ns = tk_later(asset->due_ns - late_ns % asset->interval_ns + late_ns, asset->interval_ns);
        }
    }
}

/* Notes a try in vain. */
static int retain(takt_asset *asset) {
    next_interval(asset);
    tell_next(asset);
    if (!asset->is_retaining || asset->interval_ns > 0) {
        asset->is_retaining = true;
        tk_store(asset->retain_counter, ++asset->retains);
    }
    if (asset->is_next_news) {
        /* A hub that lets the run end sleeps for the last step, which only the asset knows. */
        asset->is_next_news = false;
        tk_full_fence();
        ring_hub(asset, asset->next_told_ns < 0 ? INT64_MAX : asset->next_told_ns);
    }
    return 0;
}

/* Counts up, with a step or without one; publishes the messages that belong to it. */
static void count_up(takt_asset *asset, int64_t from_ns, int64_t to_ns) {
    tk_endpoint *endpoint = endpoint_of(asset);
    asset->stepping.time_ns = to_ns;
    asset->is_at_start = asset->is_retaining = false;
    if (endpoint != NULL) {
        tk_endpoint_publish(endpoint, from_ns, to_ns);
    }
    tk_store(asset->clock, to_ns);
    if (endpoint != NULL) {
        tk_endpoint_advance(endpoint, from_ns, to_ns);
    }
    tell_next(asset);
    tk_full_fence(); /* Either we see that another thread sleeps, or it sees our time. */
    ring_hub(asset, to_ns);
    if (endpoint != NULL) {
        tk_endpoint_wake(endpoint);
    }
}

/*
 * How far a count-up without a fixed end may go: by rule (a), as far as senders have published, and up to the next
 * delivery. 0 when something has arrived that is to be handed over first.
 */
static int find_reach(takt_asset *asset, int64_t *reach_ns) {
    tk_endpoint *endpoint = endpoint_of(asset);
    asset->core_seen_ns = tk_load(asset->core_clock);
    *reach_ns = tk_stepping_reach(&asset->stepping, asset->core_seen_ns);
    if (endpoint == NULL) {
        return 1;
    }
    const int read = tk_endpoint_published_reach(endpoint, reach_ns);
    if (read != TAKT_OK || tk_endpoint_has_arrived(endpoint)) {
        return read;
    }
    const int64_t until_ns = tk_stepping_grid_before(&asset->stepping,
        tk_endpoint_until_delivery(endpoint, asset->stepping.time_ns, *reach_ns));
    const int64_t first_ns = asset->stepping.time_ns + asset->stepping.granularity_ns;
    /* A gate that opened stays open: a sender that was put back meanwhile speaks of another run. */
    *reach_ns = until_ns > first_ns ? until_ns : first_ns;
    return 1;
}

/* Counts up without a turn, while the asset has nothing to do. */
static int pass(takt_asset *asset, takt_turn *turn) {
    int64_t reach_ns;
    const int found = find_reach(asset, &reach_ns);
    if (found != 1) {
        return found == 0 ? give_messages(asset, turn) : found;
    }
    const int64_t granularity_ns = asset->stepping.granularity_ns;
    const int voided = asset->has_endpoint ? tk_endpoint_stage_void(&asset->endpoint) : TAKT_OK;
    if (voided != TAKT_OK || tk_asset_is_over(asset) || asset->is_reset_due) {
        return voided; /* It may have waited for room. */
    }
    next_interval(asset);
    /* All that is delivered before the last time of the grid was handed over. */
    count_up(asset, reach_ns - granularity_ns, reach_ns);
    return TK_PASSED;
}

static int begin_step(takt_asset *asset, takt_turn *turn) {
    const int64_t from_ns = asset->stepping.time_ns, least_ns = tk_stepping_next(&asset->stepping);
    int64_t to_ns = least_ns;
    if (tk_stepping_may_shorten(&asset->stepping)) {
        const int found = find_reach(asset, &to_ns);
        if (found != 1) {
            return found == 0 ? give_messages(asset, turn) : found;
        }
    }
    if (asset->has_endpoint) {
        tk_endpoint_begin(&asset->endpoint, from_ns, least_ns, to_ns);
    }
    next_interval(asset);
    if (asset->interval_ns > 0) {
        tk_store(asset->hub->activity, asset->number);
    }
    tk_step_times_begin(&asset->step_times, tk_wall_ns);
    return give(asset, turn, TAKT_STEP, to_ns);
}

int tk_asset_turn(takt_asset *asset, takt_turn *turn) {
    if (asset->state != TK_IDLE) {
        return 0;
    }
    tk_endpoint *endpoint = endpoint_of(asset);
    if (asset->is_reset_due || (endpoint != NULL && endpoint->is_discarded)) {
        return begin_reset(asset, turn);
    }
    if (endpoint != NULL && tk_endpoint_has_arrived(endpoint)) {
        return give_messages(asset, turn);
    }
    tell_next(asset);
    if (!is_due(asset)) {
        return 0;
    }
    if (!core_allows(asset)) {
        return retain(asset);
    }
    if (endpoint != NULL) {
        const int opens = tk_endpoint_opens(endpoint, asset->stepping.time_ns, tk_stepping_next(&asset->stepping));
        if (opens != 1) {
            return opens == 0 ? retain(asset) : opens;
        }
        if (tk_endpoint_has_arrived(endpoint)) {
            return give_messages(asset, turn);
        }
    }
    if (!tk_stepping_is_passing(&asset->stepping)) {
        return begin_step(asset, turn);
    }
    if (endpoint != NULL && tk_endpoint_is_due(endpoint, asset->stepping.time_ns,
            asset->stepping.time_ns + asset->stepping.granularity_ns)) {
        /* A delivery ends the pause; its step may be longer than a count-up without one. */
        asset->stepping.wake_at_ns = 0;
        return tk_asset_turn(asset, turn);
    }
    return pass(asset, turn);
}

/* One that may end anywhere ends when the asset has something to do again, but not before its last message. */
static int64_t end_of_step(takt_asset *asset, const takt_turn *turn) {
    const tk_stepping *stepping = &asset->stepping;
    if (!tk_stepping_may_shorten(stepping) || !tk_stepping_is_passing(stepping)) {
        return turn->to_ns;
    }
    const int64_t wakes_ns = tk_stepping_on_grid(stepping, stepping->wake_at_ns);
    const int64_t sent_ns = asset->has_endpoint
        ? tk_stepping_on_grid(stepping, asset->endpoint.latest_stamp_ns) : wakes_ns;
    const int64_t wanted_ns = sent_ns > wakes_ns ? sent_ns : wakes_ns;
    return wanted_ns < turn->to_ns ? wanted_ns : turn->to_ns;
}

static void end_step(takt_asset *asset, const takt_turn *turn) {
    const int64_t to_ns = end_of_step(asset, turn);
    tk_step_times_end(&asset->step_times, tk_wall_ns);
    count_up(asset, asset->stepping.time_ns, to_ns);
    if (asset->interval_ns > 0) {
        tk_store(asset->hub->activity, -1);
    }
}

static int end_reset(takt_asset *asset) {
    const int ended = asset->has_endpoint ? tk_endpoint_end_dawn(&asset->endpoint) : TAKT_OK;
    if (ended == TAKT_OK) {
        asset->is_at_start = true;
        asset->state = TK_AWAITING_CLOCKS;
        tk_hub_tell_of(asset->hub, "reset-done", asset->name);
    }
    return ended;
}

/* Messages that the caller has not looked at count as received. */
static int receive_rest(takt_asset *asset) {
    takt_message message;
    int more = 1;
    while (asset->has_endpoint && more == 1) {
        more = takt_receive(asset, &message);
    }
    return more < 0 ? more : TAKT_OK;
}

int tk_asset_done(takt_asset *asset, const takt_turn *turn) {
    const bool is_over = tk_asset_is_over(asset);
    if (asset->has_endpoint) {
        tk_endpoint_drop_claim(&asset->endpoint);
    }
    int received = turn->kind == TAKT_RESET || is_over ? TAKT_OK : receive_rest(asset);
    if (received == TAKT_OK && turn->kind == TAKT_STEP && asset->has_endpoint) {
        received = tk_endpoint_stage_void(&asset->endpoint);
    }
    if (received != TAKT_OK) {
        return received;
    }
    /* Asked again: while it waited for room the run may have ended. */
    if (tk_asset_is_over(asset)) {
        asset->state = TK_GONE;
        return TAKT_OK;
    }
    if (turn->kind == TAKT_RESET) {
        return end_reset(asset);
    }
    if (turn->kind == TAKT_STEP) {
        end_step(asset, turn);
    }
    asset->state = TK_IDLE;
    return TAKT_OK;
}

void tk_asset_end(takt_asset *asset) {
    asset->endpoint.is_closed = true;
    if (asset->state != TK_IN_TURN) {
        asset->state = TK_GONE;
    }
}

void tk_asset_end_alone(takt_asset *asset, const takt_error *why) {
    asset->over = *why;
    asset->hub->is_end_due = true;
    tk_asset_end(asset);
}

int takt_receive(takt_asset *asset, takt_message *message) {
    const takt_turn *turn = &asset->hub->turn;
    if (!asset->has_endpoint || turn->asset != asset || asset->endpoint.is_closed) {
        return 0;
    }
    return turn->kind == TAKT_STEP ? tk_endpoint_next(&asset->endpoint, turn->from_ns, message)
        : turn->kind == TAKT_MESSAGES ? tk_endpoint_next_arrived(&asset->endpoint, message) : 0;
}
