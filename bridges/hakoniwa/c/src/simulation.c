/* The functions that ask the hub, and tell it, in any program. */
#include <errno.h>

#include "hakoniwa.h"
#include "outside.h"
#include "tell.h"

hako_time_t hako_asset_min_asset_time(void) {
    return hk_hub_least_usec("hako_asset_min_asset_time");
}

int hako_trigger_event(int event_id) {
    static const char function[] = "hako_trigger_event";
    if (event_id < HAKO_TRIGGER_EVENT_ID_START || event_id > HAKO_TRIGGER_EVENT_ID_RESET) {
        return hk_fail(EINVAL, function, "there is no event %d; 0 starts, 1 stops, 2 resets", event_id);
    }
    return hk_hub_trigger(function, event_id) ? 0 : EIO;
}

hako_time_t hako_asset_get_min_asset_time(void) {
    return hk_hub_least_usec("hako_asset_get_min_asset_time");
}

bool hako_simevent_init(void) {
    return hk_hub_is_there("hako_simevent_init");
}

bool hako_simevent_start(void) {
    return hk_hub_trigger("hako_simevent_start", HAKO_TRIGGER_EVENT_ID_START);
}

bool hako_simevent_stop(void) {
    return hk_hub_trigger("hako_simevent_stop", HAKO_TRIGGER_EVENT_ID_STOP);
}

bool hako_simevent_reset(void) {
    return hk_hub_trigger("hako_simevent_reset", HAKO_TRIGGER_EVENT_ID_RESET);
}
