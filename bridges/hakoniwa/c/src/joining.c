/* How the program becomes an asset, and leaves. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conductor.h"
#include "outside.h"
#include "services.h"
#include "session.h"
#include "tell.h"

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
static int compare_name(const char *function, const char *asset_name) {
    const char *launched = getenv("TAKT_ASSET");
    return launched == NULL || strcmp(launched, asset_name) == 0 ? 0
        : hk_fail(EINVAL, function, "the hub has launched the program as asset '%s', and it registers as '%s'; give both"
            " the same name, or unset TAKT_ASSET for it", launched, asset_name);
}

/* Connects and joins. */
static int connect_as(const char *function, const char *asset_name, hako_time_t delta_usec) {
    takt_error error;
    hk_the.hub = takt_connect(hk_hub_name(), &error);
    if (hk_the.hub == NULL) {
        return hk_fail(EIO, function, "%s", error.text);
    }
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

int hk_require_none(const char *function, const char *asset_name) {
    /* Another thread may be about to leave, whose asset has its name until then. */
    HK_HOLDS_LOCK;
    return hk_the.phase == HK_NONE ? 0 : hk_fail(EINVAL, function, "asset '%s' cannot be registered, since this process"
        " is asset '%s' already; a process is one asset", asset_name, takt_name(hk_the.asset));
}

int hk_join(const char *function, const char *asset_name, hako_time_t step_usec, const char *config_path) {
    hk_pdu_definition *pdus = NULL;
    size_t count = 0;
    /* Another thread may have registered before this one could enter. */
    if (hk_require_none(function, asset_name) != 0 || compare_name(function, asset_name) != 0) {
        return EINVAL;
    }
    if (config_path != NULL && !hk_read_pdus(function, config_path, &pdus, &count)) {
        return EIO;
    }
    int result = connect_as(function, asset_name, step_usec);
    if (result == 0) {
        result = hk_channels_open(&hk_the.channels, hk_the.asset)
            && hk_pdus_open(&hk_the.pdus, &hk_the.channels, pdus, count) ? check_room(function)
            : hk_fail(ENOMEM, function, "there is no memory for %zu PDUs", count);
        if (result != 0) {
            hk_leave();
        }
    }
    free(pdus);
    if (result == 0) {
        hk_the.delta_usec = takt_step(hk_the.asset) / 1000;
        hk_the.to_ns = takt_time(hk_the.asset);
        hk_note_current(hk_the.to_ns);
        hk_the.phase = HK_JOINED;
        compare_conductor(function);
    }
    return result;
}

void hk_leave(void) {
    pthread_mutex_lock(&hk_the.lock);
    hk_the.phase = HK_NONE;
    hk_pdus_close(&hk_the.pdus);
    hk_services_close();
    hk_channels_close(&hk_the.channels);
    pthread_mutex_unlock(&hk_the.lock);
    hk_the.callbacks = (hako_asset_callbacks_t) { 0 };
    hk_the.has_failed = hk_the.keeps_events = false;
    takt_close(hk_the.hub);
    hk_the.hub = NULL;
}
