/* Whether a step need not wait for a sender, and for what a receiver sleeps that waits. */
#include "source.h"

#include "shm.h"

/*
 * Whether what was read of the sender before this holds in the receiver's run. A sender that was put back already has
 * said nothing of that run since, and a mirror may lack what it had said.
 */
static bool is_of_this_run(const tk_source *source) {
    return tk_load(tk_log_at(&source->log, TK_AT_RESETS)) == source->resets;
}

/* Up to which stamp everything is published; all times for a sender of which nothing will come. */
static int64_t published_up_to(tk_source *source) {
    source->has_looked = true;
    const int64_t now_ns = tk_log_frontier(&source->log);
    if (now_ns == TK_NOTHING_WILL_COME) {
        /* A sender that is not there may come, and then is to be waited for. */
        return now_ns;
    }
    if (is_of_this_run(source)) {
        source->frontier_ns = now_ns;
    }
    return source->frontier_ns;
}

/* Before which time nothing will be sent; 0 for no promise. */
static int64_t promised(tk_source *source, int32_t channel) {
    source->has_looked = true;
    const int64_t promised_ns = tk_log_promise(&source->log, channel);
    return is_of_this_run(source) ? promised_ns : 0;
}

static bool is_published(tk_source *source, int64_t wanted_ns, int64_t delay_ns) {
    return source->frontier_ns >= wanted_ns - delay_ns || published_up_to(source) >= wanted_ns - delay_ns;
}

static int64_t wanted(const tk_link *link, int64_t from_ns, int64_t to_ns) {
    return link->delivery == TAKT_GATED ? from_ns : to_ns;
}

/* Whether a step waits for the messages of a link. */
static bool is_missing(tk_source *source, const tk_link *link, int64_t from_ns, int64_t to_ns) {
    if (link->delivery == TAKT_RETROACTIVE) {
        return !is_published(source, to_ns, source->max_delay_ns);
    }
    const int64_t wanted_ns = wanted(link, from_ns, to_ns);
    return !is_published(source, wanted_ns, link->fate.delay_ns)
        && promised(source, link->channel_index) <= wanted_ns - link->fate.delay_ns;
}

bool tk_source_opens(tk_source *source, int64_t from_ns, int64_t to_ns) {
    for (size_t i = 0; i < source->taken_count; i++) {
        if (is_missing(source, source->taken[i], from_ns, to_ns)) {
            return false;
        }
    }
    return true;
}

int64_t tk_source_published_reach(tk_source *source, int64_t granularity_ns) {
    const int64_t frontier_ns = published_up_to(source);
    int64_t reach_ns = source->has_retroactive ? tk_later(frontier_ns, source->max_delay_ns) : INT64_MAX;
    for (size_t i = 0; i < source->taken_count; i++) {
        const tk_link *link = source->taken[i];
        if (link->delivery == TAKT_RETROACTIVE) {
            continue;
        }
        const int64_t promised_ns = promised(source, link->channel_index) - 1;
        const int64_t known_ns = tk_later(promised_ns > frontier_ns ? promised_ns : frontier_ns, link->fate.delay_ns);
        const int64_t its_ns = link->delivery == TAKT_GATED ? tk_later(known_ns, granularity_ns) : known_ns;
        reach_ns = its_ns < reach_ns ? its_ns : reach_ns;
    }
    return reach_ns;
}

int64_t tk_source_awaited(tk_source *source, bool is_holding, int64_t from_ns, int64_t to_ns) {
    int64_t frontier_ns = TK_NO_FRONTIER;
    for (size_t i = 0; is_holding && i < source->taken_count; i++) {
        const tk_link *link = source->taken[i];
        if (is_missing(source, link, from_ns, to_ns)) {
            const int64_t its_ns = link->delivery == TAKT_RETROACTIVE ? to_ns - source->max_delay_ns
                : wanted(link, from_ns, to_ns) - link->fate.delay_ns;
            frontier_ns = its_ns < frontier_ns ? its_ns : frontier_ns;
        }
    }
    return frontier_ns;
}

void tk_source_announce(tk_source *source, int64_t awaited, int64_t doorbell) {
    *tk_source_slot(source, TK_SLOT_DOORBELL) = doorbell;
    *tk_source_slot(source, TK_SLOT_NEWS) = source->has_retroactive;
    tk_store(tk_source_slot(source, TK_SLOT_AWAITED), awaited);
    if (source->has_retroactive || awaited != TK_NO_FRONTIER) {
        __atomic_store_n(tk_log_at(&source->log, TK_AT_SLEEPERS), 1, __ATOMIC_SEQ_CST);
    }
}

void tk_source_withdraw(tk_source *source) {
    tk_store(tk_source_slot(source, TK_SLOT_AWAITED), TK_READER_AWAKE);
}
