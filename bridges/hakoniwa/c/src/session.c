#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "external.h"
#include "polling.h"
#include "services.h"
#include "tell.h"

/* Wall time after which a program that may break off its wait is asked. */
#define ASK_EVERY_NS INT64_C(10000000)

hk_session hk_the = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Threads enter in the order of their numbers; a lock alone would mostly be taken again by the thread that has left. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t is_free;
    uint64_t next;     /* the number of the thread that comes next */
    uint64_t serving;  /* of the one that has entered, or may; the next one's while no thread has */
} entrance = { .lock = PTHREAD_MUTEX_INITIALIZER, .is_free = PTHREAD_COND_INITIALIZER };

static _Atomic pthread_t owner;
static int depth;

bool hk_is_owner(void) {
    return pthread_equal(pthread_self(), owner);
}

void hk_enter(void) {
    if (!hk_is_owner()) {
        pthread_mutex_lock(&entrance.lock);
        const uint64_t own = entrance.next++;
        while (entrance.serving != own) {
            pthread_cond_wait(&entrance.is_free, &entrance.lock);
        }
        pthread_mutex_unlock(&entrance.lock);
        owner = pthread_self();
    }
    depth++;
}

bool hk_try_enter(void) {
    if (!hk_is_owner()) {
        pthread_mutex_lock(&entrance.lock);
        const bool is_free = entrance.serving == entrance.next;
        entrance.next += is_free;
        pthread_mutex_unlock(&entrance.lock);
        if (!is_free) {
            return false;
        }
        owner = pthread_self();
    }
    depth++;
    return true;
}

void hk_exit(void) {
    if (--depth == 0) {
        owner = (pthread_t) 0;
        pthread_mutex_lock(&entrance.lock);
        entrance.serving++;
        pthread_cond_broadcast(&entrance.is_free);
        pthread_mutex_unlock(&entrance.lock);
    }
}

bool hk_lock(void) {
    return pthread_mutex_lock(&hk_the.lock) == 0;
}

void hk_unlock(const bool *is_locked) {
    (void) is_locked;
    pthread_mutex_unlock(&hk_the.lock);
}

bool hk_may_send(void) {
    return hk_the.phase == HK_STEP || hk_the.phase == HK_RESET
        || (hk_the.phase == HK_JOINED && takt_time(hk_the.asset) == 0);
}

int hk_require_asset(const char *function) {
    return hk_the.phase != HK_NONE ? 0
        : hk_fail(EINVAL, function, "no asset is registered; call hako_asset_register before");
}

int hk_fail_takt(int code, const char *function) {
    return hk_fail(code, function, "%s", takt_last_error(hk_the.hub)->text);
}

void hk_send_pending(void) {
    if (hk_may_send()) {
        hk_services_send_waiting();
    }
    for (size_t i = 0; i < hk_the.pdus.count && hk_may_send(); i++) {
        hk_pdu *pdu = &hk_the.pdus.at[i];
        if (pdu->is_pending) {
            pdu->is_pending = false;
            pdu->stamp_ns = hk_the.to_ns;
            if (takt_send(pdu->output, pdu->value, pdu->defined.size) != TAKT_OK) {
                hk_fail_takt(0, "hako_asset_pdu_write");
            }
        }
    }
}

int64_t hk_world_usec(void) {
    /* During a reset the core still has the time from before. */
    return hk_the.phase == HK_RESET ? 0 : takt_core_time(hk_the.asset) / 1000;
}

void hk_note_current(int64_t ns) {
    __atomic_store_n(&hk_the.current_usec, ns / 1000, __ATOMIC_RELAXED);
}

void hk_note_world(void) {
    __atomic_store_n(&hk_the.world_usec, hk_world_usec(), __ATOMIC_RELAXED);
}

/* What is delivered to a step at its start. */
static void take_messages(const char *function) {
    takt_message message;
    int result;
    while ((result = takt_receive(hk_the.asset, &message)) == 1) {
        if (!hk_pdus_take(&hk_the.pdus, &message)) {
            hk_services_take(&message);
        }
    }
    if (result < 0) {
        hk_fail_takt(0, function);
    }
    for (size_t i = 0; i < hk_the.pdus.event_count; i++) {
        hk_pdu_look(&hk_the.pdus, hk_the.pdus.events[i].pdu, hk_the.asset);
    }
    for (size_t i = 0; i < hk_the.pdus.count; i++) {
        if (hk_the.pdus.at[i].is_watched) {
            hk_pdu_look(&hk_the.pdus, &hk_the.pdus.at[i], hk_the.asset);
        }
    }
}

static void begin_step(const char *function, const takt_turn *turn) {
    pthread_mutex_lock(&hk_the.lock);
    hk_the.phase = HK_STEP;
    hk_the.to_ns = turn->to_ns;
    hk_note_world();
    take_messages(function);
    hk_send_pending();
    for (size_t i = 0; i < hk_the.pdus.event_count; i++) {
        hk_event *event = &hk_the.pdus.events[i];
        if (event->has_come && !event->is_held && event->on_recv != NULL) {
            event->has_come = false;
            void (*const on_recv)(int) = event->on_recv;
            pthread_mutex_unlock(&hk_the.lock);
            hk_the.is_called_back = true;
            on_recv((int) i);
            hk_the.is_called_back = false;
            pthread_mutex_lock(&hk_the.lock);
        }
    }
    pthread_mutex_unlock(&hk_the.lock);
    if (hk_the.callbacks.on_simulation_step != NULL) {
        hk_the.is_called_back = true;
        hk_the.callbacks.on_simulation_step(NULL);
        hk_the.is_called_back = false;
    }
    hk_note_current(turn->to_ns);
}

static void begin_reset(void) {
    pthread_mutex_lock(&hk_the.lock);
    hk_the.phase = HK_RESET;
    hk_the.breaks++;
    hk_the.to_ns = 0;
    hk_note_current(0);
    hk_note_world();
    hk_pdus_reset(&hk_the.pdus, hk_the.keeps_events);
    hk_services_reset();
    pthread_mutex_unlock(&hk_the.lock);
    if (hk_the.callbacks.on_reset != NULL) {
        hk_the.is_called_back = true;
        hk_the.callbacks.on_reset(NULL);
        hk_the.is_called_back = false;
    }
}

int hk_end_turn(void) {
    pthread_mutex_lock(&hk_the.lock);
    hk_send_pending();
    hk_the.phase = HK_BETWEEN;
    pthread_mutex_unlock(&hk_the.lock);
    /* The program's output is seen while it waits, as with Hakoniwa. */
    fflush(stdout);
    return takt_done(hk_the.hub);
}

static hk_next end_run(const char *function, bool has_failed) {
    pthread_mutex_lock(&hk_the.lock);
    hk_the.has_failed = has_failed;
    hk_the.phase = HK_ENDED;
    hk_the.breaks++;
    pthread_mutex_unlock(&hk_the.lock);
    const char *reason = takt_end_reason(hk_the.hub);
    if (has_failed) {
        hk_fail_takt(0, function);
    } else {
        hk_fail(0, function, "the run has ended%s%s", reason == NULL ? "" : ": ", reason == NULL ? "" : reason);
    }
    return HK_ENDS;
}

hk_next hk_begin_turn(const char *function, int64_t timeout_ns) {
    takt_turn turn;
    const int result = takt_poll(hk_the.hub, timeout_ns, &turn);
    if (result != TAKT_OK || turn.kind == TAKT_STOP) {
        return end_run(function, result != TAKT_OK);
    }
    if (turn.kind == TAKT_STEP) {
        begin_step(function, &turn);
        return HK_STEPS;
    }
    if (turn.kind == TAKT_RESET) {
        begin_reset();
        return HK_RESETS;
    }
    if (turn.kind == TAKT_MESSAGES) {
        takt_done(hk_the.hub);
    }
    hk_note_world();
    hk_the.phase = HK_BETWEEN;
    return HK_WAITS;
}

static int advance(const char *function, int (*is_force_stop)(void)) {
    if (hk_the.phase == HK_ENDED) {
        exit(hk_the.has_failed ? 1 : 0);
    }
    if ((hk_the.phase == HK_STEP || hk_the.phase == HK_RESET) && hk_end_turn() != TAKT_OK) {
        end_run(function, true);
        return EINTR;
    }
    for (;;) {
        if (is_force_stop != NULL && is_force_stop() != 0) {
            hk_the.phase = hk_the.phase == HK_JOINED ? HK_JOINED : HK_BETWEEN;
            return EINTR;
        }
        const hk_next next = hk_begin_turn(function, is_force_stop == NULL ? TAKT_FOREVER : ASK_EVERY_NS);
        if (next != HK_WAITS) {
            return next == HK_STEPS ? 0 : EINTR;
        }
    }
}

int hk_advance(const char *function, int (*is_force_stop)(void)) {
    hk_enter();
    const int result = advance(function, is_force_stop);
    hk_exit();
    return result;
}

/* A program that ends has left; one that is killed is lost, which the hub sees by itself. */
__attribute__((destructor)) static void leave(void) {
    if (hk_the.hub != NULL && hk_the.process == getpid()) {
        hk_external_end();
        hk_polling_end();
        HK_HOLDS_LOCK;
        /* Another thread may be waiting for a step, and for ever. */
        if (hk_try_enter()) {
            takt_close(hk_the.hub);
            hk_the.hub = NULL;
        }
    }
}
