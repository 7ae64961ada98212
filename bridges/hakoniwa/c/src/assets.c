/* The functions of an asset: what they are given is checked, and done. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "external.h"
#include "hakoniwa.h"
#include "outside.h"
#include "polling.h"
#include "services.h"
#include "session.h"
#include "tell.h"

static int check_registration(const char *function, const char *asset_name, const char *config_path,
        const hako_asset_callbacks_t *callbacks, hako_time_t delta_usec) {
    if (asset_name == NULL || *asset_name == '\0') {
        return hk_fail(EINVAL, function, "the asset's name is NULL or empty");
    }
    if (hk_require_none(function, asset_name) != 0) {
        return EINVAL;
    }
    if (config_path == NULL) {
        return hk_fail(ENOENT, function, "the path is NULL; give that of the file with the robots and their PDUs");
    }
    if (callbacks == NULL) {
        return hk_fail(EINVAL, function, "the callbacks are NULL");
    }
    if (callbacks->on_simulation_step != NULL && callbacks->on_manual_timing_control != NULL) {
        return hk_fail(EINVAL, function, "on_simulation_step and on_manual_timing_control are both set; set one");
    }
    if (delta_usec < 1 || delta_usec > INT64_MAX / 1000) {
        return hk_fail(EINVAL, function, "a step of %lld us is none; it is 1 us at least", delta_usec);
    }
    return 0;
}

int hako_asset_register(const char *asset_name, const char *config_path, hako_asset_callbacks_t *callbacks,
        hako_time_t delta_usec, HakoAssetModelType model) {
    static const char function[] = "hako_asset_register";
    (void) model;
    const int wrong = check_registration(function, asset_name, config_path, callbacks, delta_usec);
    if (wrong != 0) {
        return wrong;
    }
    hk_enter();
    const int result = hk_join(function, asset_name, delta_usec, config_path);
    if (result == 0) {
        hk_the.callbacks = *callbacks;
    }
    hk_exit();
    return result;
}

int hako_asset_start_no_wait(int (*is_force_stop)(void)) {
    static const char function[] = "hako_asset_start_no_wait";
    const int wrong = hk_require_asset(function);
    if (wrong != 0) {
        return wrong;
    }
    if (hk_is_external() || hk_is_polling()) {
        return hk_fail(EINVAL, function, "the program %s; call hako_asset_register instead of that",
            hk_is_polling() ? "polls" : "has begun as one that is no asset");
    }
    if (hk_the.phase == HK_STEP || atomic_exchange(&hk_the.is_running, true)) {
        return hk_fail(EINVAL, function, "the simulation is running; it starts anew after 'takt reset'");
    }
    int result = 0;
    hk_enter();
    if (hk_the.phase != HK_ENDED && hk_the.callbacks.on_initialize != NULL) {
        hk_the.is_called_back = true;
        hk_the.callbacks.on_initialize(NULL);
        hk_the.is_called_back = false;
    }
    if (hk_the.callbacks.on_manual_timing_control != NULL) {
        /* Its first work belongs to the time before the first step, where there is one: not in a run that goes on. */
        result = hk_may_send() ? 0 : hk_advance(function, is_force_stop);
    }
    hk_exit();
    if (result == 0 && hk_the.callbacks.on_manual_timing_control != NULL) {
        /* Any thread of the program may wait meanwhile. */
        result = hk_the.callbacks.on_manual_timing_control(NULL);
    } else {
        while (result == 0) {
            result = hk_advance(function, is_force_stop);
        }
    }
    hk_the.is_running = false;
    return result;
}

/* Of two threads that sleep at once, each wakes when its time has come, whichever of them makes the steps. */
static int sleep_for(const char *function, hako_time_t usec, int (*is_force_stop)(void)) {
    hk_lock();
    const unsigned breaks = hk_the.breaks;
    const hako_time_t steps = usec == 0 ? 1 : (usec - 1) / hk_the.delta_usec + 1;
    const int64_t most = (INT64_MAX - hk_the.to_ns) / 1000 / hk_the.delta_usec;
    const int64_t until_ns = hk_the.to_ns + (steps < most ? steps : most) * hk_the.delta_usec * 1000;
    hk_unlock(NULL);
    int result = 0;
    for (bool is_asleep = true; is_asleep && result == 0;) {
        hk_enter();
        if (hk_the.breaks != breaks) {
            result = EINTR;
        } else if (hk_the.to_ns < until_ns) {
            result = hk_advance(function, is_force_stop);
        }
        is_asleep = hk_the.to_ns < until_ns;
        hk_exit();
    }
    return result;
}

int hako_asset_usleep_no_wait(hako_time_t sleep_time_usec, int (*is_force_stop)(void)) {
    static const char function[] = "hako_asset_usleep_no_wait";
    if (hk_is_external()) {
        return hk_the.phase == HK_ENDED ? EINTR : 0;
    }
    const int wrong = hk_require_asset(function);
    if (wrong != 0) {
        return wrong;
    }
    if (!hk_the.is_running || hk_the.callbacks.on_manual_timing_control == NULL) {
        return hk_fail(EINVAL, function, "only on_manual_timing_control may sleep");
    }
    if (hk_the.is_called_back) {
        return hk_fail(EINVAL, function, "a callback is running, in which no thread of the program may sleep");
    }
    if (sleep_time_usec < 0) {
        return hk_fail(EINVAL, function, "%lld us are none; it is 0 at least", sleep_time_usec);
    }
    return sleep_for(function, sleep_time_usec, is_force_stop);
}

hako_time_t hako_asset_simulation_time(void) {
    HK_HOLDS_LOCK;
    if (hk_try_enter()) {
        if (hk_the.phase != HK_NONE && hk_the.hub != NULL) {
            hk_note_world();
        }
        hk_exit();
    }
    return __atomic_load_n(&hk_the.world_usec, __ATOMIC_RELAXED);
}

hako_time_t hako_asset_current_time(void) {
    return __atomic_load_n(&hk_the.current_usec, __ATOMIC_RELAXED);
}

hk_pdu *hk_lock_pdu(const char *function, const char *robot, int id, const void *buffer, size_t size) {
    if (hk_the.phase == HK_NONE || robot == NULL || *robot == '\0' || buffer == NULL || size == 0) {
        hk_fail(0, function, hk_the.phase == HK_NONE ? "no asset is registered; call hako_asset_register before"
            : robot == NULL || *robot == '\0' ? "the robot's name is NULL or empty" : "the buffer is NULL or empty");
        return NULL;
    }
    if (hk_is_external() && hk_the.phase == HK_ENDED) {
        hk_fail(0, function, "the run has ended");
        return NULL;
    }
    hk_lock();
    const bool is_mine = hk_try_enter();
    hk_pdu *pdu = hk_pdus_find(&hk_the.pdus, robot, id);
    if (pdu != NULL && size <= pdu->defined.size) {
        return pdu;
    }
    const size_t has = pdu == NULL ? 0 : pdu->defined.size;
    if (is_mine) {
        hk_exit();
    }
    hk_unlock(NULL);
    if (pdu == NULL) {
        hk_fail(0, function, "robot '%s' has no PDU with the channel_id %d in the file of hako_asset_register, or of"
            " TAKT_HAKONIWA", robot, id);
    } else {
        hk_fail(0, function, "PDU %d of robot '%s' has %zu bytes, and not %zu", id, robot, has, size);
    }
    return NULL;
}

void hk_unlock_pdu(void) {
    if (hk_is_owner()) {
        hk_exit();
    }
    hk_unlock(NULL);
}

/* The number for what is wrong with arguments: EINVAL where no PDU can be meant, EIO where there is none like that. */
static int number(const char *robot, const void *buffer, size_t size) {
    return hk_the.phase == HK_NONE || robot == NULL || *robot == '\0' || buffer == NULL || size == 0 ? EINVAL : EIO;
}

int hako_asset_pdu_read(const char *robo_name, HakoPduChannelIdType lchannel, char *buffer, size_t buffer_len) {
    if (robo_name != NULL && buffer != NULL && hk_services_read(robo_name, lchannel, buffer, buffer_len)) {
        return 0;
    }
    hk_pdu *pdu = hk_lock_pdu("hako_asset_pdu_read", robo_name, lchannel, buffer, buffer_len);
    if (pdu == NULL) {
        return number(robo_name, buffer, buffer_len);
    }
    if (hk_is_owner()) {
        hk_pdu_look(&hk_the.pdus, pdu, hk_the.asset);
    } else {
        pdu->is_watched = true;
    }
    memcpy(buffer, pdu->value, buffer_len);
    pdu->is_unread = false;
    hk_unlock_pdu();
    return 0;
}

int hako_asset_pdu_write(const char *robo_name, HakoPduChannelIdType lchannel, const char *buffer, size_t buffer_len) {
    static const char function[] = "hako_asset_pdu_write";
    hk_pdu *pdu = hk_lock_pdu(function, robo_name, lchannel, buffer, buffer_len);
    if (pdu == NULL) {
        return number(robo_name, buffer, buffer_len);
    }
    int result = 0;
    if (pdu->is_of_others) {
        result = hk_fail(EIO, function, "channel '%s' has another sender than '%s' in the hub's configuration; a PDU"
            " has one writer", pdu->defined.channel, takt_name(hk_the.asset));
    } else if (!hk_is_owner()) {
        hk_pdu_put(&hk_the.pdus, pdu, buffer, buffer_len, pdu->stamp_ns);
        pdu->is_pending = pdu->output != NULL;
    } else {
        hk_pdu_look(&hk_the.pdus, pdu, hk_the.asset);
        hk_pdu_put(&hk_the.pdus, pdu, buffer, buffer_len, hk_the.to_ns);
        pdu->is_pending = pdu->output != NULL;
        hk_send_pending();
    }
    hk_unlock_pdu();
    return result;
}

/* The same for events, with the PDU's last value. */
static hk_pdu *lock_pdu_of_event(const char *function, const char *robot, int id) {
    hk_pdu *pdu = hk_lock_pdu(function, robot, id, "", 1);
    if (pdu != NULL && hk_is_owner()) {
        hk_pdu_look(&hk_the.pdus, pdu, hk_the.asset);
    }
    return pdu;
}

int hako_asset_register_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel, void (*on_recv)(int),
        int *recv_event_id) {
    static const char function[] = "hako_asset_register_data_recv_event";
    if (recv_event_id == NULL) {
        return hk_fail(EINVAL, function, "recv_event_id is NULL");
    }
    *recv_event_id = -1;
    if (on_recv != NULL && hk_is_polling()) {
        return hk_fail(EINVAL, function, "a program that polls is not called back for PDUs; give NULL, and call"
            " hako_asset_check_data_recv_event");
    }
    hk_pdu *pdu = lock_pdu_of_event(function, robo_name, lchannel);
    if (pdu == NULL) {
        return EINVAL;
    }
    /* Values that are there already are no event. */
    *recv_event_id = hk_pdus_register(&hk_the.pdus, pdu, on_recv);
    hk_unlock_pdu();
    return *recv_event_id >= 0 ? 0 : hk_fail(EINVAL, function, "there are 4096 events already, or no memory is left");
}

int hako_asset_check_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel) {
    hk_pdu *pdu = lock_pdu_of_event("hako_asset_check_data_recv_event", robo_name, lchannel);
    if (pdu == NULL) {
        return EINVAL;
    }
    const int at = hk_pdus_event_of(&hk_the.pdus, pdu);
    hk_event *event = at < 0 ? NULL : &hk_the.pdus.events[at];
    const bool has_come = event != NULL && event->has_come && !event->is_held;
    if (has_come) {
        event->has_come = false;
    }
    hk_unlock_pdu();
    return has_come ? 0 : ENOENT;
}

static int hold(const char *function, int event_id, bool is_held) {
    const int wrong = hk_require_asset(function);
    if (wrong != 0) {
        return wrong;
    }
    HK_HOLDS_LOCK;
    if (event_id < 0 || (size_t) event_id >= hk_the.pdus.event_count) {
        return hk_fail(event_id < 0 ? EINVAL : ENOENT, function, "there is no event %d", event_id);
    }
    hk_the.pdus.events[event_id].is_held = is_held;
    return 0;
}

int hako_asset_set_data_recv_event_pending(int recv_event_id) {
    return hold("hako_asset_set_data_recv_event_pending", recv_event_id, true);
}

int hako_asset_set_data_recv_event_resume(int recv_event_id) {
    return hold("hako_asset_set_data_recv_event_resume", recv_event_id, false);
}

int hako_asset_pdu_create(const char *robo_name, HakoPduChannelIdType lchannel, size_t pdu_size) {
    static const char function[] = "hako_asset_pdu_create";
    if (pdu_size == 0) {
        return hk_fail(EINVAL, function, "a PDU of 0 bytes is none; it has 1 at least");
    }
    if (robo_name != NULL && hk_services_has(robo_name, lchannel, pdu_size)) {
        return 0;
    }
    if (hk_lock_pdu(function, robo_name, lchannel, "", pdu_size) == NULL) {
        return number(robo_name, "", pdu_size);
    }
    hk_unlock_pdu();
    return 0;
}

/* ---- From outside ---- */

int hako_initialize_for_external(void) {
    return hk_external_begin("hako_initialize_for_external", NULL, NULL);
}

int hako_asset_attach_core(void) {
    return hk_external_begin("hako_asset_attach_core", NULL, NULL);
}

int hako_asset_attach_core_with_name(const char *asset_name, const char *config_path) {
    static const char function[] = "hako_asset_attach_core_with_name";
    if (asset_name == NULL || *asset_name == '\0') {
        return hk_fail(EINVAL, function, "the asset's name is NULL or empty");
    }
    if (config_path == NULL) {
        return hk_fail(ENOENT, function, "the path is NULL; give that of the file with the robots and their PDUs");
    }
    return hk_external_begin(function, asset_name, config_path);
}
