/*
 * The polling API: the program asks whether there is something to do, and nothing waits. Each call ends the step that
 * the program says it has done, and begins the next one if that is there. A thread that is in a call has entered.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "conductor.h"
#include "external.h"
#include "outside.h"
#include "polling.h"
#include "session.h"
#include "tell.h"

enum { CALLS_BACK_EVERY_NS = 1000000 };

/* Held in each call. */
static pthread_mutex_t calls = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_polling;  /* the asset has been registered here */
static bool has_entered;        /* the thread that is in a call */
static int event;               /* that has no feedback yet */
static int told_event;          /* of which the program has heard last, and may feed back */
static hako_time_t done_usec;   /* up to which the program has simulated, as it says */
static hako_asset_callback_t callbacks;
static _Atomic uintptr_t calls_back;  /* the number of the thread that does so; 0 for none */
static pthread_t caller;

/* ---- Turns ---- */

static void begin_calls(void) {
    pthread_mutex_lock(&calls);
    has_entered = is_polling;
    if (has_entered) {
        hk_enter();
    }
}

static void end_calls(void) {
    if (has_entered) {
        hk_exit();
    }
    pthread_mutex_unlock(&calls);
}

static void look_for_turns(const char *function) {
    while (is_polling && event == HAKO_SIM_EVENT_NONE && hk_the.phase != HK_ENDED) {
        if (hk_the.phase == HK_STEP && (hk_the.to_ns / 1000 > done_usec || hk_end_turn() != TAKT_OK)) {
            return;
        }
        switch (hk_begin_turn(function, 0)) {
            case HK_WAITS:
                return;
            case HK_RESETS:
                event = HAKO_SIM_EVENT_RESET;
                return;
            case HK_ENDS:
                event = HAKO_SIM_EVENT_STOP;
                return;
            default:
                break;
        }
    }
}

/* In a call: whether it is of the asset that is registered, or a line. */
static bool is_asset(const char *function, const char *name) {
    if (!is_polling) {
        return hk_fail(false, function, "no asset is registered; call hako_asset_register_polling before");
    }
    if (name == NULL || strcmp(name, takt_name(hk_the.asset)) != 0) {
        return hk_fail(false, function, "the asset is '%s', and not '%s'; a process is one asset",
            takt_name(hk_the.asset), name == NULL ? "NULL" : name);
    }
    return true;
}

/* ---- The master ---- */

bool hako_master_init(void) {
    return hk_hub_is_there("hako_master_init");
}

bool hako_master_execute(void) {
    return hk_hub_is_there("hako_master_execute");
}

void hako_master_set_config_simtime(hako_time_t max_delay_time_usec, hako_time_t delta_time_usec) {
    /* As a conductor that has ended and starts with other times. */
    hako_conductor_stop();
    hako_conductor_start(delta_time_usec, max_delay_time_usec);
}

hako_time_t hako_master_get_max_deltay_time_usec(void) {
    hako_time_t delta_usec, max_delay_usec;
    hako_takt_conductor_wants(&delta_usec, &max_delay_usec);
    begin_calls();
    const hako_time_t its = is_polling ? takt_max_delay(hk_the.asset) / 1000 : max_delay_usec;
    end_calls();
    return its;
}

hako_time_t hako_master_get_delta_time_usec(void) {
    hako_time_t delta_usec, max_delay_usec;
    hako_takt_conductor_wants(&delta_usec, &max_delay_usec);
    begin_calls();
    const hako_time_t its = is_polling ? takt_core_step(hk_the.asset) / 1000 : delta_usec;
    end_calls();
    return its;
}

/* ---- The asset ---- */

bool hako_asset_init(void) {
    return hk_hub_is_there("hako_asset_init");
}

bool hako_asset_endpoint_attach_core(void) {
    return hk_hub_is_there("hako_asset_endpoint_attach_core");
}

static void *call_back(void *number) {
    int told = HAKO_SIM_EVENT_NONE;
    while (calls_back == (uintptr_t) number) {
        begin_calls();
        look_for_turns("hako_capi_asset_register");
        const int now = calls_back == (uintptr_t) number ? event : told;
        told_event = now != told ? now : told_event;
        const hako_asset_callback_t its = callbacks;
        end_calls();
        void (*const each[])() = { NULL, its.start, its.stop, its.reset };
        if (now != told && each[now] != NULL) {
            each[now]();
        }
        told = now;
        nanosleep(&(struct timespec) { .tv_nsec = CALLS_BACK_EVERY_NS }, NULL);
    }
    return NULL;
}

static bool join(const char *function, const char *name, const hako_asset_callback_t *called) {
    if (hk_join(function, name, 0, getenv("TAKT_HAKONIWA")) != 0) {
        return false;
    }
    if (takt_step(hk_the.asset) % 1000 != 0) {
        const int64_t step_ns = takt_step(hk_the.asset);
        hk_leave();
        return hk_fail(false, function, "the step of %lld ns in the hub's configuration is no multiple of 1us",
            (long long) step_ns);
    }
    is_polling = true;
    hk_the.keeps_events = true;
    event = HAKO_SIM_EVENT_START;
    told_event = HAKO_SIM_EVENT_NONE;
    done_usec = hk_the.to_ns / 1000;
    if (called != NULL) {
        static uintptr_t number;
        callbacks = *called;
        calls_back = ++number;
        if (pthread_create(&caller, NULL, call_back, (void *) number) != 0) {
            calls_back = 0;
            is_polling = false;
            hk_leave();
            return hk_fail(false, function, "there is no thread for the callbacks");
        }
    }
    return true;
}

static bool register_asset(const char *function, const char *name, const hako_asset_callback_t *called) {
    if (name == NULL || *name == '\0') {
        return hk_fail(false, function, "the asset's name is NULL or empty");
    }
    if (hk_require_none(function, name) != 0) {
        return false;
    }
    begin_calls();
    hk_enter();
    const bool is_done = join(function, name, called);
    hk_exit();
    end_calls();
    return is_done;
}

bool hako_capi_asset_register(const char *name, hako_asset_callback_t *called) {
    return register_asset("hako_capi_asset_register", name, called);
}

bool hako_asset_register_polling(const char *name) {
    return register_asset("hako_asset_register_polling", name, NULL);
}

bool hk_is_polling(void) {
    return is_polling;
}

/* Of a thread that has been told to end, where it had a number. */
static void end_caller(uintptr_t number, pthread_t thread) {
    if (number != 0 && pthread_equal(thread, pthread_self())) {
        pthread_detach(thread);
    } else if (number != 0) {
        pthread_join(thread, NULL);
    }
}

void hk_polling_end(void) {
    end_caller(atomic_exchange(&calls_back, 0), caller);
}

bool hako_asset_unregister(const char *name) {
    begin_calls();
    const bool is_known = is_asset("hako_asset_unregister", name);
    const uintptr_t number = is_known ? atomic_exchange(&calls_back, 0) : 0;
    const pthread_t its = caller;
    if (is_known) {
        is_polling = false;
        hk_leave();
    }
    end_calls();
    end_caller(number, its);
    return is_known;
}

int hako_asset_get_event(const char *name) {
    static const char function[] = "hako_asset_get_event";
    begin_calls();
    const bool is_known = is_asset(function, name);
    look_for_turns(function);
    const int its = is_known ? event : HAKO_SIM_EVENT_ERROR;
    told_event = is_known ? event : told_event;
    const bool is_told = is_known && hk_the.phase == HK_ENDED && its == HAKO_SIM_EVENT_NONE;
    end_calls();
    if (is_told) {
        exit(hk_the.has_failed ? 1 : 0);
    }
    return its;
}

static bool feed_back(const char *function, const char *name, int of, bool is_ok) {
    begin_calls();
    bool is_due = is_asset(function, name);
    if (is_due && (event != of || told_event != of)) {
        is_due = hk_fail(false, function, "there is no such event; hako_asset_get_event says when there is");
    }
    if (is_due && is_ok) {
        event = told_event = HAKO_SIM_EVENT_NONE;
        if (of == HAKO_SIM_EVENT_RESET) {
            done_usec = 0;
            hk_end_turn();
            event = HAKO_SIM_EVENT_START;
        }
        look_for_turns(function);
    }
    end_calls();
    return is_due;
}

bool hako_asset_start_feedback(const char *asset_name, bool isOk) {
    return feed_back("hako_asset_start_feedback", asset_name, HAKO_SIM_EVENT_START, isOk);
}

bool hako_asset_stop_feedback(const char *asset_name, bool isOk) {
    return feed_back("hako_asset_stop_feedback", asset_name, HAKO_SIM_EVENT_STOP, isOk);
}

bool hako_asset_reset_feedback(const char *asset_name, bool isOk) {
    return feed_back("hako_asset_reset_feedback", asset_name, HAKO_SIM_EVENT_RESET, isOk);
}

void hako_asset_notify_simtime(const char *name, hako_time_t simtime) {
    static const char function[] = "hako_asset_notify_simtime";
    begin_calls();
    if (is_asset(function, name) && event == HAKO_SIM_EVENT_NONE) {
        done_usec = simtime;
        look_for_turns(function);
    }
    end_calls();
}

hako_time_t hako_asset_get_worldtime(void) {
    static const char function[] = "hako_asset_get_worldtime";
    begin_calls();
    look_for_turns(function);
    const bool is_known = is_polling;
    const bool is_ready = is_known && hk_the.phase == HK_STEP;
    const hako_time_t its = is_ready ? hk_world_usec() : is_known ? hk_the.to_ns / 1000 : 0;
    end_calls();
    return is_known ? its : hk_is_external() ? hako_asset_simulation_time() : hk_hub_usec(function);
}

/* ---- PDUs ---- */

/* Begins a call with PDUs. A program that has not registered is external from then on; if it cannot be, no call. */
static bool begin_pdus(const char *function) {
    begin_calls();
    look_for_turns(function);
    if (is_polling || hk_external_begin(function, NULL, NULL) == 0) {
        return true;
    }
    end_calls();
    return false;
}

static void end_pdu(const hk_pdu *pdu) {
    if (pdu != NULL) {
        hk_unlock_pdu();
    }
    end_calls();
}

static bool end_pdus(bool result) {
    end_calls();
    return result;
}

bool hako_asset_create_pdu_channel(HakoPduChannelIdType channel_id, size_t pdu_size) {
    (void) pdu_size;
    return hk_fail(false, "hako_asset_create_pdu_channel", "not supported by Takt; PDU %d needs a robot, and a name in"
        " the file that TAKT_HAKONIWA names", channel_id);
}

/* For programs that create PDUs before they register. */
static bool is_defined(const char *function, const char *robot, int id, size_t size) {
    const char *path = getenv("TAKT_HAKONIWA");
    if (path == NULL || robot == NULL) {
        return hk_fail(false, function, path == NULL ? "set TAKT_HAKONIWA to the file with the robots and their PDUs"
            : "the robot's name is NULL");
    }
    hk_pdu_definition *pdus = NULL;
    size_t count = 0;
    if (!hk_read_pdus(function, path, &pdus, &count)) {
        return false;
    }
    bool is_there = false;
    for (size_t i = 0; i < count; i++) {
        is_there |= pdus[i].id == id && strcmp(pdus[i].robot, robot) == 0 && pdus[i].size >= size;
    }
    free(pdus);
    return is_there || hk_fail(false, function, "%s: robot '%s' has no PDU with the channel_id %d and %zu bytes", path,
        robot, id, size);
}

bool hako_asset_create_pdu_lchannel(const char *robo_name, HakoPduChannelIdType channel_id, size_t pdu_size) {
    begin_calls();
    const bool is_there = is_polling ? hako_asset_pdu_create(robo_name, channel_id, pdu_size) == 0
        : is_defined("hako_asset_create_pdu_lchannel", robo_name, channel_id, pdu_size);
    end_calls();
    return is_there;
}

HakoPduChannelIdType hako_asset_get_pdu_channel(const char *robo_name, HakoPduChannelIdType channel_id) {
    static const char function[] = "hako_asset_get_pdu_channel";
    if (!begin_pdus(function)) {
        return -1;
    }
    const hk_pdu *pdu = hk_lock_pdu(function, robo_name, channel_id, "", 1);
    const int place = pdu == NULL ? -1 : (int) (pdu - hk_the.pdus.at);
    end_pdu(pdu);
    return place;
}

bool hako_asset_is_pdu_dirty(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id) {
    static const char function[] = "hako_asset_is_pdu_dirty";
    (void) asset_name;
    if (!begin_pdus(function)) {
        return false;
    }
    hk_pdu *pdu = hk_lock_pdu(function, robo_name, channel_id, "", 1);
    if (pdu != NULL && hk_is_owner()) {
        hk_pdu_look(&hk_the.pdus, pdu, hk_the.asset);
    }
    const bool is_unread = pdu != NULL && pdu->is_unread;
    end_pdu(pdu);
    return is_unread;
}

bool hako_asset_write_pdu(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id,
        const char *pdu_data, size_t len) {
    static const char function[] = "hako_asset_write_pdu";
    return begin_pdus(function) && end_pdus((!is_polling || is_asset(function, asset_name))
        && hako_asset_pdu_write(robo_name, channel_id, pdu_data, len) == 0);
}

bool hako_asset_read_pdu(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id,
        char *pdu_data, size_t len) {
    static const char function[] = "hako_asset_read_pdu";
    return begin_pdus(function) && end_pdus((!is_polling || is_asset(function, asset_name))
        && hako_asset_pdu_read(robo_name, channel_id, pdu_data, len) == 0);
}

bool hako_asset_write_pdu_nolock(const char *robo_name, HakoPduChannelIdType channel_id, const char *pdu_data,
        size_t len) {
    return begin_pdus("hako_asset_write_pdu_nolock")
        && end_pdus(hako_asset_pdu_write(robo_name, channel_id, pdu_data, len) == 0);
}

bool hako_asset_read_pdu_nolock(const char *robo_name, HakoPduChannelIdType channel_id, char *pdu_data, size_t len) {
    return begin_pdus("hako_asset_read_pdu_nolock")
        && end_pdus(hako_asset_pdu_read(robo_name, channel_id, pdu_data, len) == 0);
}

/* Zeros are there from the beginning, so no asset has to write any before others may read. */
void hako_asset_notify_read_pdu_done(const char *asset_name) {
    (void) asset_name;
}

void hako_asset_notify_write_pdu_done(const char *asset_name) {
    (void) asset_name;
}

bool hako_asset_is_pdu_sync_mode(const char *asset_name) {
    (void) asset_name;
    return false;
}

bool hako_asset_is_simulation_mode(void) {
    begin_calls();
    look_for_turns("hako_asset_is_simulation_mode");
    const bool is_simulating = is_polling && event == HAKO_SIM_EVENT_NONE && hk_the.phase != HK_ENDED;
    const bool is_known = is_polling;
    end_calls();
    return is_known ? is_simulating : hk_hub_state("hako_asset_is_simulation_mode") == HAKO_SIM_RUNNING;
}

bool hako_asset_is_pdu_created(void) {
    begin_calls();
    const bool is_there = is_polling || hk_is_external();
    end_calls();
    return is_there || hk_hub_is_there("hako_asset_is_pdu_created");
}

/* ---- Events of PDUs ---- */

bool hako_capi_asset_register_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel) {
    int number;
    return begin_pdus("hako_capi_asset_register_data_recv_event")
        && end_pdus(hako_asset_register_data_recv_event(robo_name, lchannel, NULL, &number) == 0);
}

bool hako_capi_asset_check_data_recv_event(const char *asset_name, const char *robo_name,
        HakoPduChannelIdType lchannel) {
    static const char function[] = "hako_capi_asset_check_data_recv_event";
    return begin_pdus(function) && end_pdus((!is_polling || is_asset(function, asset_name))
        && hako_asset_check_data_recv_event(robo_name, lchannel) == 0);
}

/* Finds the first event of a PDU, and holds it or not. */
static bool hold(const char *function, const char *robo_name, HakoPduChannelIdType lchannel, bool is_held) {
    if (!begin_pdus(function)) {
        return false;
    }
    const hk_pdu *pdu = hk_lock_pdu(function, robo_name, lchannel, "", 1);
    const int at = pdu == NULL ? -1 : hk_pdus_event_of(&hk_the.pdus, pdu);
    if (at >= 0) {
        hk_the.pdus.events[at].is_held = is_held;
    }
    end_pdu(pdu);
    return at >= 0 || pdu == NULL ? at >= 0 : hk_fail(false, function, "PDU %d of robot '%s' has no event; call"
        " hako_capi_asset_register_data_recv_event before", lchannel, robo_name);
}

bool hako_capi_asset_set_data_recv_event_pending(const char *robo_name, HakoPduChannelIdType lchannel) {
    return hold("hako_capi_asset_set_data_recv_event_pending", robo_name, lchannel, true);
}

bool hako_capi_asset_set_data_recv_event_resume(const char *robo_name, HakoPduChannelIdType lchannel) {
    return hold("hako_capi_asset_set_data_recv_event_resume", robo_name, lchannel, false);
}

/* ---- The simulation ---- */

int hako_simevent_get_state(void) {
    static const char function[] = "hako_simevent_get_state";
    begin_calls();
    look_for_turns(function);
    static const int before_feedback[] = { -1, HAKO_SIM_RUNNABLE, HAKO_SIM_STOPPING, HAKO_SIM_RESETTING };
    const bool is_known = is_polling;
    const int state = !is_known ? -1 : event != HAKO_SIM_EVENT_NONE ? before_feedback[event]
        : hk_the.phase == HK_STEP ? HAKO_SIM_RUNNING : hk_state_of(takt_state(hk_the.hub));
    end_calls();
    return is_known ? state : hk_hub_state(function);
}
