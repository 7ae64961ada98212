/*
 * The PDUs of the program's asset: for each the last value, with fixed size and zeros at first, and the events of new
 * ones. Values of other assets come by channels of the hub: of latest values whenever one is looked at, of gated ones
 * at the start of each step.
 */
#ifndef HK_PDUS_H
#define HK_PDUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channels.h"
#include "definitions.h"
#include "takt.h"

typedef struct hk_source {
    const char *sender;
    int64_t sequence;      /* of the value that was taken last; -1 for none */
} hk_source;

typedef struct hk_pdu {
    hk_pdu_definition defined;
    char *value;
    int64_t stamp_ns;      /* of the value; -1 while it is the first */
    takt_output *output;   /* NULL where the hub's configuration has no channel for it from this asset */
    bool is_of_others;     /* and has one from another */
    bool is_pending;       /* a value that was written while no step was under way, or by another thread */
    bool is_watched;       /* another thread has read it, which cannot look for a newer one itself */
    bool is_unread;        /* a value of another asset has come that the program has not read */
    hk_source *sources;    /* of latest values */
    size_t source_count;
    bool is_told;          /* that a sender's value is too long */
} hk_pdu;

typedef struct hk_event {
    hk_pdu *pdu;
    void (*on_recv)(int);  /* NULL: a flag */
    bool has_come;
    bool is_held;
} hk_event;

typedef struct hk_pdus {
    hk_pdu *at;
    size_t count;
    hk_event *events;
    size_t event_count;
} hk_pdus;

/* Gives each definition its zeros and its channels. The definitions stay the caller's. False without memory. */
bool hk_pdus_open(hk_pdus *pdus, const hk_channels *channels, const hk_pdu_definition *defined, size_t count);
void hk_pdus_close(hk_pdus *pdus);

/* Back to zeros; no events have come, or are registered any more. */
void hk_pdus_reset(hk_pdus *pdus, bool keeps_events);

hk_pdu *hk_pdus_find(const hk_pdus *pdus, const char *robot, int id);

/* The first event of a PDU, which is the one that counts; -1 for none. */
int hk_pdus_event_of(const hk_pdus *pdus, const hk_pdu *pdu);

/* A value of the program's own. */
void hk_pdu_put(hk_pdus *pdus, hk_pdu *pdu, const void *data, size_t size, int64_t stamp_ns);

/* Takes the latest values of other assets, if they are new. Entered. */
void hk_pdu_look(hk_pdus *pdus, hk_pdu *pdu, takt_asset *asset);

/* Takes a gated message; false where it is of no PDU. */
bool hk_pdus_take(hk_pdus *pdus, const takt_message *message);

/* The number of a new event; -1 where there are 4096 already, or no memory. */
int hk_pdus_register(hk_pdus *pdus, hk_pdu *pdu, void (*on_recv)(int));

#endif
