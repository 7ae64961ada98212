#include "pdus.h"

#include <stdlib.h>
#include <string.h>

#include "tell.h"

enum { MOST_EVENTS = 4096 };

static bool add_source(hk_pdu *pdu, const char *sender) {
    hk_source *more = realloc(pdu->sources, (pdu->source_count + 1) * sizeof *more);
    if (more == NULL) {
        return false;
    }
    pdu->sources = more;
    pdu->sources[pdu->source_count++] = (hk_source) { sender, -1 };
    return true;
}

static hk_pdu *find_channel(const hk_pdus *pdus, const char *channel) {
    for (size_t i = 0; i < pdus->count; i++) {
        if (strcmp(pdus->at[i].defined.channel, channel) == 0) {
            return &pdus->at[i];
        }
    }
    return NULL;
}

bool hk_pdus_open(hk_pdus *pdus, const hk_channels *channels, const hk_pdu_definition *defined, size_t count) {
    *pdus = (hk_pdus) { .at = calloc(count + 1, sizeof(hk_pdu)), .count = count };
    bool is_open = pdus->at != NULL;
    for (size_t i = 0; i < count && is_open; i++) {
        hk_pdu *pdu = &pdus->at[i];
        pdu->defined = defined[i];
        pdu->stamp_ns = -1;
        pdu->value = calloc(1, defined[i].size);
        pdu->output = hk_channels_output(channels, defined[i].channel);
        is_open = pdu->value != NULL;
    }
    for (size_t i = 0; is_open && i < channels->received_count; i++) {
        const hk_received *received = &channels->received[i];
        hk_pdu *pdu = find_channel(pdus, received->name);
        if (pdu != NULL) {
            pdu->is_of_others = pdu->output == NULL;
        }
        if (pdu != NULL && received->delivery == TAKT_LATEST) {
            is_open = add_source(pdu, received->sender);
        }
    }
    return is_open;
}

void hk_pdus_close(hk_pdus *pdus) {
    for (size_t i = 0; pdus->at != NULL && i < pdus->count; i++) {
        free(pdus->at[i].value);
        free(pdus->at[i].sources);
    }
    free(pdus->at);
    free(pdus->events);
    *pdus = (hk_pdus) { 0 };
}

void hk_pdus_reset(hk_pdus *pdus, bool keeps_events) {
    for (size_t i = 0; i < pdus->count; i++) {
        hk_pdu *pdu = &pdus->at[i];
        memset(pdu->value, 0, pdu->defined.size);
        pdu->stamp_ns = -1;
        pdu->is_pending = pdu->is_unread = false;
        for (size_t j = 0; j < pdu->source_count; j++) {
            pdu->sources[j].sequence = -1;
        }
    }
    pdus->event_count = keeps_events ? pdus->event_count : 0;
    for (size_t i = 0; i < pdus->event_count; i++) {
        pdus->events[i].has_come = false;
    }
}

hk_pdu *hk_pdus_find(const hk_pdus *pdus, const char *robot, int id) {
    for (size_t i = 0; i < pdus->count; i++) {
        if (pdus->at[i].defined.id == id && strcmp(pdus->at[i].defined.robot, robot) == 0) {
            return &pdus->at[i];
        }
    }
    return NULL;
}

int hk_pdus_event_of(const hk_pdus *pdus, const hk_pdu *pdu) {
    for (size_t i = 0; i < pdus->event_count; i++) {
        if (pdus->events[i].pdu == pdu) {
            return (int) i;
        }
    }
    return -1;
}

void hk_pdu_put(hk_pdus *pdus, hk_pdu *pdu, const void *data, size_t size, int64_t stamp_ns) {
    memcpy(pdu->value, data, size);
    pdu->stamp_ns = stamp_ns;
    for (size_t i = 0; i < pdus->event_count; i++) {
        pdus->events[i].has_come |= pdus->events[i].pdu == pdu;
    }
}

/* Of several senders the later stamp counts, and of equal ones the one that is seen last. */
static void take(hk_pdus *pdus, hk_pdu *pdu, const takt_message *message) {
    if (message->size > pdu->defined.size) {
        if (!pdu->is_told) {
            pdu->is_told = true;
            hk_fail(0, "PDU", "'%s' sends %zu bytes on '%s', and the PDU has %zu; such values are passed over",
                message->sender, message->size, pdu->defined.channel, pdu->defined.size);
        }
    } else if (message->stamp_ns >= pdu->stamp_ns) {
        hk_pdu_put(pdus, pdu, message->data, message->size, message->stamp_ns);
        pdu->is_unread = true;
    }
}

void hk_pdu_look(hk_pdus *pdus, hk_pdu *pdu, takt_asset *asset) {
    for (size_t i = 0; i < pdu->source_count; i++) {
        hk_source *source = &pdu->sources[i];
        takt_message message;
        if (takt_latest(asset, pdu->defined.channel, source->sender, &message) == 1
            && message.sequence != source->sequence) {
            source->sequence = message.sequence;
            take(pdus, pdu, &message);
        }
    }
}

bool hk_pdus_take(hk_pdus *pdus, const takt_message *message) {
    hk_pdu *pdu = find_channel(pdus, message->channel);
    if (pdu != NULL) {
        take(pdus, pdu, message);
    }
    return pdu != NULL;
}

int hk_pdus_register(hk_pdus *pdus, hk_pdu *pdu, void (*on_recv)(int)) {
    if (pdus->event_count == MOST_EVENTS) {
        return -1;
    }
    if (pdus->events == NULL) {
        pdus->events = calloc(MOST_EVENTS, sizeof(hk_event));
        if (pdus->events == NULL) {
            return -1;
        }
    }
    pdus->events[pdus->event_count] = (hk_event) { pdu, on_recv, false, false };
    return (int) pdus->event_count++;
}
