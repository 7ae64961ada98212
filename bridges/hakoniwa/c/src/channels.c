#include "channels.h"

#include <stdlib.h>
#include <string.h>

bool hk_channels_open(hk_channels *channels, takt_asset *asset) {
    size_t sent = 0, received = 0;
    while (takt_sends(asset, sent) != NULL) {
        sent++;
    }
    while (takt_receives(asset, received) != NULL) {
        received++;
    }
    *channels = (hk_channels) { .sent = calloc(sent + 1, sizeof(hk_sent)), .sent_count = sent,
        .received = calloc(received + 1, sizeof(hk_received)), .received_count = received };
    if (channels->sent == NULL || channels->received == NULL) {
        hk_channels_close(channels);
        return false;
    }
    for (size_t i = 0; i < sent; i++) {
        const char *name = takt_sends(asset, i);
        channels->sent[i] = (hk_sent) { name, takt_find_output(asset, name) };
    }
    for (size_t i = 0; i < received; i++) {
        const char *name = takt_receives(asset, i), *sender = takt_values_received(asset, i)->sender;
        channels->received[i] = (hk_received) { name, sender, (takt_delivery) takt_find_input(asset, name, sender) };
    }
    return true;
}

void hk_channels_close(hk_channels *channels) {
    free(channels->sent);
    free(channels->received);
    *channels = (hk_channels) { 0 };
}

takt_output *hk_channels_output(const hk_channels *channels, const char *name) {
    for (size_t i = 0; i < channels->sent_count; i++) {
        if (strcmp(channels->sent[i].name, name) == 0) {
            return channels->sent[i].output;
        }
    }
    return NULL;
}

bool hk_channels_hears_gated(const hk_channels *channels, const char *name) {
    for (size_t i = 0; i < channels->received_count; i++) {
        if (strcmp(channels->received[i].name, name) == 0) {
            return channels->received[i].delivery == TAKT_GATED;
        }
    }
    return false;
}
