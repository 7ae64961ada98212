/* The channels of the hub that the asset sends and receives, noted when it joins, so that any thread may look. */
#ifndef HK_CHANNELS_H
#define HK_CHANNELS_H

#include <stdbool.h>
#include <stddef.h>

#include "takt.h"

typedef struct hk_sent {
    const char *name;
    takt_output *output;
} hk_sent;

/* One for each sender of a channel. */
typedef struct hk_received {
    const char *name;
    const char *sender;
    takt_delivery delivery;
} hk_received;

typedef struct hk_channels {
    hk_sent *sent;
    size_t sent_count;
    hk_received *received;
    size_t received_count;
} hk_channels;

/* Names and outputs live as long as the asset. False without memory. */
bool hk_channels_open(hk_channels *channels, takt_asset *asset);
void hk_channels_close(hk_channels *channels);

/* NULL where the asset does not send it. */
takt_output *hk_channels_output(const hk_channels *channels, const char *name);

/* Whether the asset receives it, gated, from any sender. */
bool hk_channels_hears_gated(const hk_channels *channels, const char *name);

#endif
