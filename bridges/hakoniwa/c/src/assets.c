/* The functions of an asset: what they are given is checked, and done. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conductor.h"
#include "hakoniwa.h"
#include "session.h"
#include "tell.h"

/* The hub of programs that were not launched by one, which would have set TAKT_HUB. */
static const char USUAL_HUB[] = "hakoniwa";

static int check_registration(const char *function, const char *asset_name, const char *config_path,
        const hako_asset_callbacks_t *callbacks, hako_time_t delta_usec) {
    if (asset_name == NULL || *asset_name == '\0') {
        return hk_fail(EINVAL, function, "the asset's name is NULL or empty");
    }
    if (hk_the.phase != HK_NONE) {
        return hk_fail(EINVAL, function, "asset '%s' cannot be registered, since this process is asset '%s' already;"
            " a process is one asset", asset_name, takt_name(hk_the.asset));
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

/* A hub goes by its configuration; a program that wanted other times hears of it. */
static void compare_conductor(const char *function) {
    hako_time_t delta_usec, max_delay_usec;
    hako_takt_conductor_wants(&delta_usec, &max_delay_usec);
    if (delta_usec != 0 && (delta_usec * 1000 != takt_core_step(hk_the.asset)
            || max_delay_usec * 1000 != takt_max_delay(hk_the.asset))) {
        hk_fail(0, function, "the hub counts up by %lld us with a max delay of %lld us, as its configuration says;"
            " hako_conductor_start wanted %lld us and %lld us", (long long) takt_core_step(hk_the.asset) / 1000,
            (long long) takt_max_delay(hk_the.asset) / 1000, delta_usec, max_delay_usec);
    }
}

/* Whether the channels of all PDUs have room for them; a hub's configuration may say otherwise. */
static int check_room(const char *function) {
    for (size_t i = 0; i < hk_the.pdus.count; i++) {
        const hk_pdu *pdu = &hk_the.pdus.at[i];
        if (pdu->output != NULL && takt_max_bytes(pdu->output) < pdu->defined.size) {
            return hk_fail(EIO, function, "a message on channel '%s' may have %zu bytes in the hub's configuration, and"
                " the PDU has %zu; set its maxBytes to that", pdu->defined.channel, takt_max_bytes(pdu->output),
                pdu->defined.size);
        }
    }
    return 0;
}

/* A hub would wait for the asset as which it has launched the program, and for ever. */
static void compare_name(const char *function, const char *asset_name) {
    const char *launched = getenv("TAKT_ASSET");
    if (launched != NULL && strcmp(launched, asset_name) != 0) {
        hk_fail(0, function, "the program is launched as asset '%s' and registers as '%s'; the hub's configuration has"
            " to name it so", launched, asset_name);
    }
}

static int join(const char *function, const char *asset_name, hako_time_t delta_usec) {
    takt_error error;
    const char *hub = getenv("TAKT_HUB");
    hk_the.hub = takt_connect(hub != NULL ? hub : USUAL_HUB, &error);
    if (hk_the.hub == NULL) {
        return hk_fail(EIO, function, "%s", error.text);
    }
    hk_the.owner = pthread_self();
    hk_the.process = getpid();
    hk_the.asset = takt_join(hk_the.hub, &(takt_spec) { .name = asset_name, .step_ns = delta_usec * 1000 });
    if (hk_the.asset == NULL) {
        hk_fail_takt(EIO, function);
        takt_close(hk_the.hub);
        hk_the.hub = NULL;
        return EIO;
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
    hk_pdu_definition *pdus = NULL;
    size_t count = 0;
    if (!hk_read_pdus(function, config_path, &pdus, &count)) {
        return EIO;
    }
    compare_name(function, asset_name);
    int result = join(function, asset_name, delta_usec);
    if (result == 0) {
        result = hk_pdus_open(&hk_the.pdus, hk_the.asset, pdus, count) ? check_room(function)
            : hk_fail(ENOMEM, function, "there is no memory for %zu PDUs", count);
        if (result != 0) {
            hk_pdus_close(&hk_the.pdus);
            takt_close(hk_the.hub);
            hk_the.hub = NULL;
        }
    }
    free(pdus);
    if (result == 0) {
        hk_the.callbacks = *callbacks;
        hk_the.delta_usec = delta_usec;
        hk_the.to_ns = takt_time(hk_the.asset);
        hk_note_current(hk_the.to_ns);
        hk_the.phase = HK_JOINED;
        compare_conductor(function);
    }
    return result;
}

int hako_asset_start_no_wait(int (*is_force_stop)(void)) {
    static const char function[] = "hako_asset_start_no_wait";
    if (hk_the.phase == HK_NONE) {
        return hk_require_owner(function);
    }
    if (hk_the.is_running || hk_the.phase == HK_STEP) {
        return hk_fail(EINVAL, function, "the simulation is running; it starts anew after 'takt reset'");
    }
    hk_the.is_running = true;
    /* Programs register in one thread, and start in another that this one has made. */
    hk_the.owner = pthread_self();
    int result = 0;
    if (hk_the.phase != HK_ENDED && hk_the.callbacks.on_initialize != NULL) {
        hk_the.is_called_back = true;
        hk_the.callbacks.on_initialize(NULL);
        hk_the.is_called_back = false;
    }
    if (hk_the.callbacks.on_manual_timing_control != NULL) {
        /* Its first work belongs to the time before the first step, where there is one: not in a run that goes on. */
        result = hk_may_send() ? 0 : hk_advance(function, is_force_stop);
        result = result == 0 ? hk_the.callbacks.on_manual_timing_control(NULL) : result;
    } else {
        while (result == 0) {
            result = hk_advance(function, is_force_stop);
        }
    }
    hk_the.is_running = false;
    return result;
}

int hako_asset_usleep_no_wait(hako_time_t sleep_time_usec, int (*is_force_stop)(void)) {
    static const char function[] = "hako_asset_usleep_no_wait";
    const int wrong = hk_require_owner(function);
    if (wrong != 0) {
        return wrong;
    }
    if (!hk_the.is_running || hk_the.is_called_back || hk_the.callbacks.on_manual_timing_control == NULL) {
        return hk_fail(EINVAL, function, "only on_manual_timing_control may sleep");
    }
    if (sleep_time_usec < 0) {
        return hk_fail(EINVAL, function, "%lld us are none; it is 0 at least", sleep_time_usec);
    }
    hako_time_t steps = sleep_time_usec / hk_the.delta_usec + (sleep_time_usec % hk_the.delta_usec != 0);
    int result = hk_advance(function, is_force_stop);
    while (result == 0 && --steps > 0) {
        result = hk_advance(function, is_force_stop);
    }
    return result;
}

hako_time_t hako_asset_simulation_time(void) {
    if (hk_the.phase != HK_NONE && hk_the.hub != NULL && hk_is_owner()) {
        return hk_world_usec();
    }
    return __atomic_load_n(&hk_the.world_usec, __ATOMIC_RELAXED);
}

hako_time_t hako_asset_current_time(void) {
    return __atomic_load_n(&hk_the.current_usec, __ATOMIC_RELAXED);
}

/* The PDU of a call, with the lock held; NULL, without the lock, after a line. */
static hk_pdu *lock_pdu(const char *function, const char *robot, int id, const void *buffer, size_t size) {
    if (hk_the.phase == HK_NONE || robot == NULL || *robot == '\0' || buffer == NULL || size == 0) {
        hk_fail(0, function, hk_the.phase == HK_NONE ? "no asset is registered; call hako_asset_register before"
            : robot == NULL || *robot == '\0' ? "the robot's name is NULL or empty" : "the buffer is NULL or empty");
        return NULL;
    }
    pthread_mutex_lock(&hk_the.lock);
    hk_pdu *pdu = hk_pdus_find(&hk_the.pdus, robot, id);
    if (pdu != NULL && size <= pdu->defined.size) {
        return pdu;
    }
    const size_t has = pdu == NULL ? 0 : pdu->defined.size;
    pthread_mutex_unlock(&hk_the.lock);
    if (pdu == NULL) {
        hk_fail(0, function, "robot '%s' has no PDU with the channel_id %d in the file of hako_asset_register", robot,
            id);
    } else {
        hk_fail(0, function, "PDU %d of robot '%s' has %zu bytes, and not %zu", id, robot, has, size);
    }
    return NULL;
}

/* The number for what is wrong with arguments: EINVAL where no PDU can be meant, EIO where there is none like that. */
static int number(const char *robot, const void *buffer, size_t size) {
    return hk_the.phase == HK_NONE || robot == NULL || *robot == '\0' || buffer == NULL || size == 0 ? EINVAL : EIO;
}

int hako_asset_pdu_read(const char *robo_name, HakoPduChannelIdType lchannel, char *buffer, size_t buffer_len) {
    hk_pdu *pdu = lock_pdu("hako_asset_pdu_read", robo_name, lchannel, buffer, buffer_len);
    if (pdu == NULL) {
        return number(robo_name, buffer, buffer_len);
    }
    if (hk_is_owner()) {
        hk_pdu_look(&hk_the.pdus, pdu, hk_the.asset);
    } else {
        pdu->is_watched = true;
    }
    memcpy(buffer, pdu->value, buffer_len);
    pthread_mutex_unlock(&hk_the.lock);
    return 0;
}

int hako_asset_pdu_write(const char *robo_name, HakoPduChannelIdType lchannel, const char *buffer, size_t buffer_len) {
    static const char function[] = "hako_asset_pdu_write";
    hk_pdu *pdu = lock_pdu(function, robo_name, lchannel, buffer, buffer_len);
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
    pthread_mutex_unlock(&hk_the.lock);
    return result;
}

/* The same for events. */
static hk_pdu *lock_pdu_of_event(const char *function, const char *robot, int id) {
    char any;
    return hk_require_owner(function) != 0 ? NULL : lock_pdu(function, robot, id, &any, 1);
}

int hako_asset_register_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel, void (*on_recv)(int),
        int *recv_event_id) {
    static const char function[] = "hako_asset_register_data_recv_event";
    if (recv_event_id == NULL) {
        return hk_fail(EINVAL, function, "recv_event_id is NULL");
    }
    *recv_event_id = -1;
    hk_pdu *pdu = lock_pdu_of_event(function, robo_name, lchannel);
    if (pdu == NULL) {
        return EINVAL;
    }
    /* Values that are there already are no event. */
    hk_pdu_look(&hk_the.pdus, pdu, hk_the.asset);
    *recv_event_id = hk_pdus_register(&hk_the.pdus, pdu, on_recv);
    pthread_mutex_unlock(&hk_the.lock);
    return *recv_event_id >= 0 ? 0 : hk_fail(EINVAL, function, "there are 4096 events already, or no memory is left");
}

int hako_asset_check_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel) {
    hk_pdu *pdu = lock_pdu_of_event("hako_asset_check_data_recv_event", robo_name, lchannel);
    if (pdu == NULL) {
        return EINVAL;
    }
    hk_pdu_look(&hk_the.pdus, pdu, hk_the.asset);
    int result = ENOENT;
    for (size_t i = 0; i < hk_the.pdus.event_count; i++) {
        hk_event *event = &hk_the.pdus.events[i];
        if (event->pdu == pdu) {
            /* The first that is registered of it counts. */
            if (event->has_come && !event->is_held) {
                event->has_come = false;
                result = 0;
            }
            break;
        }
    }
    pthread_mutex_unlock(&hk_the.lock);
    return result;
}

static int hold(const char *function, int event_id, bool is_held) {
    const int wrong = hk_require_owner(function);
    if (wrong != 0) {
        return wrong;
    }
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

/* ---- Not supported ---- */

static int refuse(const char *function, const char *instead) {
    return hk_fail(ENOSYS, function, "not supported by Takt; %s", instead);
}

int hako_asset_attach_core(void) {
    return refuse("hako_asset_attach_core", "register an asset");
}

int hako_asset_attach_core_with_name(const char *asset_name, const char *config_path) {
    (void) asset_name;
    (void) config_path;
    return refuse("hako_asset_attach_core_with_name", "register an asset");
}

int hako_initialize_for_external(void) {
    return refuse("hako_initialize_for_external", "register an asset, or look with 'takt tap'");
}

int hako_asset_pdu_create(const char *robo_name, HakoPduChannelIdType lchannel, size_t pdu_size) {
    (void) robo_name;
    (void) lchannel;
    (void) pdu_size;
    return refuse("hako_asset_pdu_create", "name the PDU in the file of hako_asset_register");
}

int hako_trigger_event(int event_id) {
    (void) event_id;
    return refuse("hako_trigger_event", "use 'takt resume', 'takt pause' and 'takt reset'");
}
