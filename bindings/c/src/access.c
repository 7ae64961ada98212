/* The properties of a hub, an asset and an output. */
#include <string.h>

#include "error.h"
#include "hub.h"
#include "shm.h"

const char *takt_name(const takt_asset *asset) {
    return asset->name;
}

int64_t takt_time(const takt_asset *asset) {
    return asset->stepping.time_ns;
}

int64_t takt_step(const takt_asset *asset) {
    return asset->stepping.greatest_ns;
}

int64_t takt_granularity(const takt_asset *asset) {
    return asset->stepping.granularity_ns;
}

takt_hub *takt_hub_of(const takt_asset *asset) {
    return asset->hub;
}

int64_t takt_core_time(const takt_asset *asset) {
    /* While it waits for a hub that takes over it has no clocks. */
    return asset->core_clock == NULL ? asset->core_seen_ns : tk_load(asset->core_clock);
}

int64_t takt_core_step(const takt_asset *asset) {
    return asset->core_step_ns;
}

int64_t takt_max_delay(const takt_asset *asset) {
    return asset->max_delay_ns;
}

int64_t takt_seed(const takt_asset *asset) {
    return asset->seed;
}

uint64_t takt_digest(const takt_asset *asset) {
    return asset->has_endpoint ? asset->endpoint.digest : 0;
}

void takt_set_user(takt_asset *asset, void *user) {
    asset->user = user;
}

void *takt_user(const takt_asset *asset) {
    return asset->user;
}

const char *takt_hub_name(const takt_hub *hub) {
    return hub->name;
}

takt_hub_state takt_state(const takt_hub *hub) {
    return hub->state;
}

const char *takt_channel(const takt_output *output) {
    return output->channel;
}

size_t takt_max_bytes(const takt_output *output) {
    return (size_t) output->max_bytes;
}

takt_output *takt_find_output(takt_asset *asset, const char *channel) {
    for (size_t i = 0; i < asset->endpoint.output_count; i++) {
        if (strcmp(asset->endpoint.outputs[i].channel, channel) == 0) {
            return &asset->endpoint.outputs[i];
        }
    }
    tk_fail(&asset->hub->error, TAKT_MISUSE, "asset '%s' sends no channel '%s'; declare it in its join, or in the"
        " hub's configuration", asset->name, channel);
    return NULL;
}

int takt_find_input(takt_asset *asset, const char *channel, const char *sender) {
    for (size_t i = 0; i < asset->endpoint.link_count; i++) {
        const tk_link *link = &asset->endpoint.links[i];
        if (strcmp(link->channel, channel) == 0 && (sender == NULL || strcmp(link->sender, sender) == 0)) {
            return (int) link->delivery;
        }
    }
    return tk_fail(&asset->hub->error, TAKT_MISUSE, "asset '%s' receives no channel '%s'%s%s; declare it in its join, or"
        " in the hub's configuration", asset->name, channel, sender == NULL ? "" : " of ",
        sender == NULL ? "" : sender);
}

const char *takt_sends(const takt_asset *asset, size_t index) {
    return index < asset->endpoint.output_count ? asset->endpoint.outputs[index].channel : NULL;
}

const char *takt_receives(const takt_asset *asset, size_t index) {
    return index < asset->endpoint.link_count ? asset->endpoint.links[index].channel : NULL;
}

const takt_values *takt_values_sent(const takt_asset *asset, size_t index) {
    return index < asset->endpoint.output_count ? &asset->endpoint.outputs[index].values.told : NULL;
}

const takt_values *takt_values_received(const takt_asset *asset, size_t index) {
    return index < asset->endpoint.link_count ? &asset->endpoint.links[index].values.told : NULL;
}

static void show_newest(tk_link *link, takt_message *message) {
    message->channel = link->channel;
    message->sender = link->sender;
}

int takt_receive_latest(takt_asset *asset, takt_message *message) {
    tk_endpoint *endpoint = &asset->endpoint;
    if (asset->hub->turn.asset != asset || asset->hub->turn.kind != TAKT_STEP || endpoint->is_closed) {
        return 0;
    }
    while (endpoint->latest_at < endpoint->link_count) {
        tk_link *link = &endpoint->links[endpoint->latest_at++];
        if (link->delivery == TAKT_LATEST && tk_latest_newest(&link->latest) != link->latest_given) {
            show_newest(link, message);
            const int64_t number = tk_latest_read(&link->latest, message, link->latest_copy);
            if (number != 0) {
                link->latest_given = number;
                return 1;
            }
        }
    }
    return 0;
}

int takt_latest(takt_asset *asset, const char *channel, const char *sender, takt_message *message) {
    for (size_t i = 0; i < asset->endpoint.link_count; i++) {
        tk_link *link = &asset->endpoint.links[i];
        if (link->delivery == TAKT_LATEST && strcmp(link->channel, channel) == 0
            && (sender == NULL || strcmp(link->sender, sender) == 0)) {
            show_newest(link, message);
            return tk_latest_read(&link->latest, message, link->latest_copy) != 0;
        }
    }
    return tk_fail(&asset->hub->error, TAKT_MISUSE,
        "asset '%s' does not receive the latest value of a channel '%s'%s%s",
        asset->name, channel, sender == NULL ? "" : " of ", sender == NULL ? "" : sender);
}
