/*
 * The messages of one asset: its outputs, its inputs, and the digest of its deliveries.
 *
 * A step ends in this order: the records are published, then the step's number and digest are noted, then the caller
 * stores T_i, then the frontier says so to receivers, then sleepers are woken. So a receiver that sees a frontier finds
 * all messages up to it, and a successor of a killed process knows which of its steps were done.
 */
#ifndef TAKT_ENDPOINT_H
#define TAKT_ENDPOINT_H

#include "counters.h"
#include "inbox.h"
#include "source.h"
#include "stepping.h"
#include "values.h"
#include "writer.h"

enum { TK_CLOSED = -1 };             /* in place of a stamp: none may be sent */

/* How the thread that drives the asset waits for room in a log. */
typedef struct tk_room {
    /* Passes some time, and takes in messages for all assets of the thread. TAKT_OK to look again. */
    int (*wait)(void *thread, tk_writer *writer, int round);
    void *thread;
    takt_error *error;            /* where functions of the endpoint note what is wrong */
    const tk_counters *counters;
    int64_t doorbell;             /* number of the counter on which the thread sleeps */
} tk_room;

struct takt_output {
    struct tk_endpoint *endpoint;
    char channel[104];
    int32_t index;
    int32_t max_bytes;
    char latest_path[512];
    tk_latest latest;
    int64_t *promise_counter;
    int64_t promised_ns;
    int64_t told_ns;
    int64_t calls;                /* that were asked on it since the asset began */
    int64_t sent_in;              /* number of the last step that has sent something */
    int64_t sent_messages;
    int64_t sent_bytes;
    int64_t sent_latest_ns;       /* the latest stamp in this epoch; TK_CLOSED before the first */
    tk_values values;
};

/* The message that the caller writes in its place in the log, or in memory of its own where it needs none. */
typedef struct tk_claim {
    takt_output *output;          /* NULL where none is open */
    char *at;                     /* its record; NULL where it has none */
    size_t size;
    int64_t stamp_ns;
    char *own;
    size_t own_size;
} tk_claim;

typedef struct tk_endpoint {
    char asset[104];
    const tk_room *room;
    int64_t greatest_ns;          /* of its steps */
    int64_t granularity_ns;       /* the same where they are fixed */
    bool is_whole;
    int64_t began_ns;             /* T_i when it joined; 0 after a reset */
    int64_t max_delay_ns;
    int64_t last_from_ns;         /* when the last step of a predecessor began */

    tk_writer writer;
    takt_output *outputs;
    size_t output_count;
    int64_t after_ns;             /* stamps are later than the one and not later than the other */
    int64_t until_ns;             /* TK_CLOSED where none may be */
    int64_t usual_stamp_ns;       /* of messages sent without one; deliveries up to then are due at the end gate */
    int64_t latest_stamp_ns;      /* of what was sent in this step; its start while nothing was */
    int64_t steps;                /* tells them apart */
    int64_t void_after_ns;
    int64_t told_ns;
    bool is_void_due;             /* what a predecessor has sent after void_after_ns is still to be voided */
    bool is_dawn_sent;            /* a predecessor has sent all of it */
    bool is_promise_due;
    bool is_news;
    bool is_wake_due;
    bool is_closed;
    tk_claim claim;

    tk_inbox inbox;
    tk_link *links;
    size_t link_count;
    size_t latest_at;             /* the link at which takt_receive_latest goes on in this step */
    tk_source *sources;
    size_t source_count;
    tk_pending *in_hand;          /* the receiver is looking at it */
    tk_source *held;              /* the next step waits for it */
    int64_t held_from_ns;
    int64_t held_to_ns;
    tk_source *announced_for;
    int64_t announced_to_ns;
    bool is_discarded;

    uint64_t running_digest;      /* with what was handed over in the step that is under way */
    uint64_t digest;
    int64_t *digest_counter;
} tk_endpoint;

/* Opens what a join's reply says in its field messages. After an error tk_endpoint_close is due all the same. */
int tk_endpoint_open(tk_endpoint *endpoint, const char *asset, const char *messages, const tk_stepping *stepping,
    int64_t max_delay_ns, const tk_room *room);
void tk_endpoint_close(tk_endpoint *endpoint);

/* New counters, from a field messages. */
int tk_endpoint_attach(tk_endpoint *endpoint, const char *messages);

/* Takes in what is there, and makes room for senders that wait for it. */
int tk_endpoint_read(tk_endpoint *endpoint);

/* Whether a step may begin: all that it is to get is there. -- 1, 0, or an error. */
int tk_endpoint_opens(tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns);
bool tk_endpoint_has_arrived(const tk_endpoint *endpoint);
/* Whether a log was found to be damaged. */
bool tk_endpoint_is_damaged(const tk_endpoint *endpoint);

/* Whether anything gated is due in a step whose earliest end is to_ns. */
bool tk_endpoint_is_due(const tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns);
/* Lowers a time to that up to which the senders have published all that is delivered; takes in what is there. */
int tk_endpoint_published_reach(tk_endpoint *endpoint, int64_t *reach_ns);
/* The same up to the next delivery that is not due yet, of what is there. */
int64_t tk_endpoint_until_delivery(const tk_endpoint *endpoint, int64_t from_ns, int64_t reach_ns);

/* A step begins that ends at least_ns at the earliest, and may go up to to_ns. */
void tk_endpoint_begin(tk_endpoint *endpoint, int64_t from_ns, int64_t least_ns, int64_t to_ns);
/* It ends earlier than it may; false when a later stamp was sent. */
bool tk_endpoint_shorten(tk_endpoint *endpoint, int64_t to_ns);
/* The next message of a step, or the next retroactive one. 1, 0 for none, or an error. */
int tk_endpoint_next(tk_endpoint *endpoint, int64_t from_ns, takt_message *message);
int tk_endpoint_next_arrived(tk_endpoint *endpoint, takt_message *message);

/* The step is done: before T_i is stored, after it, and after a full fence. */
void tk_endpoint_publish(tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns);
void tk_endpoint_advance(tk_endpoint *endpoint, int64_t from_ns, int64_t to_ns);
void tk_endpoint_wake(tk_endpoint *endpoint);

/* The asset is about to be ready: its messages from the dawn of time are there for others. */
int tk_endpoint_end_dawn(tk_endpoint *endpoint);

/* A reset: it was announced; the simulator is about to be put back; all have been put back. */
void tk_endpoint_discard(tk_endpoint *endpoint);
void tk_endpoint_begin_reset(tk_endpoint *endpoint);
void tk_endpoint_resume(tk_endpoint *endpoint);

/* The thread is about to sleep, and awake again. */
void tk_endpoint_announce(tk_endpoint *endpoint);
bool tk_endpoint_is_announced(const tk_endpoint *endpoint);
void tk_endpoint_withdraw(tk_endpoint *endpoint);

/* ---- Between the files of an endpoint ---- */

/* At the dawn of time stamps are 0; an asset that joins later sends what it sends now with its first step. */
void tk_endpoint_before_first_step(tk_endpoint *endpoint, int64_t time_ns);
/* Whether no message can come any more that is delivered before this one. */
bool tk_endpoint_is_settled(const tk_endpoint *endpoint, const tk_pending *message, int64_t time_ns);
void tk_endpoint_digest(tk_endpoint *endpoint, const tk_pending *message, int64_t end_ns);
void tk_endpoint_release_in_hand(tk_endpoint *endpoint);

/* ---- output.c ---- */

/* A claim that is open is dropped. */
void tk_endpoint_drop_claim(tk_endpoint *endpoint);

/* Voids what a predecessor has sent in a step that it did not end, if that is still to be done. */
int tk_endpoint_stage_void(tk_endpoint *endpoint);
/* Publishes what is staged, and waits a little for readers to make room. */
int tk_endpoint_await_room(tk_endpoint *endpoint, int round);
/* Tells receivers of a promise that was made. */
void tk_output_tell_promise(takt_output *output);

#endif
