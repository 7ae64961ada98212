/*
 * The asset of the Java class io.takt.dist.Eventful in C: its turns depend on all that it has heard, by the way of
 * stepping that its argument names. "claim" before that writes its messages in their place in the log.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <takt.h>

#include "draw.h"

enum { LONGEST = 10 };
#define GRANULARITY_NS INT64_C(1000000)
#define MOST_PAUSE_NS INT64_C(7000000)

typedef struct eventful {
    const char *way;
    bool claims;
    takt_output *talk;
    uint64_t heard;
    bool is_asked;
    int64_t next_ns;
} eventful;

/* Java writes a long into a buffer as the machine has it. */
static int say(eventful *self, int64_t stamp_ns) {
    if (!self->claims) {
        return takt_send_at(self->talk, &self->heard, sizeof self->heard, stamp_ns);
    }
    void *room = takt_claim_at(self->talk, 2 * sizeof self->heard, stamp_ns);
    if (room == NULL) {
        return TAKT_MISUSE;
    }
    memcpy(room, &self->heard, sizeof self->heard);
    return takt_commit(self->talk, sizeof self->heard);
}

static int on_message(takt_asset *asset, const takt_message *message, void *user) {
    eventful *self = user;
    uint64_t said = 0;
    (void) asset;
    memcpy(&said, message->data, sizeof said);
    self->heard = 31 * (31 * self->heard + (uint64_t) message->delivery_ns) + said;
    self->is_asked = true;
    return 0;
}

static int on_event(eventful *self, takt_asset *asset, int64_t from_ns, uint64_t *chance) {
    int sent = TAKT_OK;
    if (self->is_asked || from_ns >= self->next_ns) {
        sent = say(self, from_ns + takt_granularity(asset));
        self->is_asked = false;
        self->next_ns = from_ns + 1 + draw_long_below(chance, MOST_PAUSE_NS);
    }
    return sent == TAKT_OK ? takt_wake_at(asset, self->next_ns) : sent;
}

static int on_step(takt_asset *asset, int64_t from_ns, int64_t to_ns, void *user) {
    eventful *self = user;
    uint64_t chance = self->heard + (uint64_t) from_ns;
    if (strcmp(self->way, "event") == 0) {
        return on_event(self, asset, from_ns, &chance);
    }
    if (strcmp(self->way, "whole") == 0) {
        int sent = say(self, to_ns);
        sent = sent == TAKT_OK ? say(self, from_ns + 1) : sent;
        return sent == TAKT_OK ? takt_choose_step(asset, GRANULARITY_NS * (1 + draw_int_below(&chance, LONGEST)))
            : sent;
    }
    return say(self, from_ns + 1 + draw_long_below(&chance, to_ns - from_ns));
}

int main(int argc, char **argv) {
    eventful self = { .claims = argc > 2 && strcmp(argv[1], "claim") == 0 };
    takt_error error;
    if (argc < 2) {
        fprintf(stderr, "usage: eventful [claim] event|whole|fixed\n");
        return 2;
    }
    self.way = argv[argc - 1];
    takt_hub *hub = takt_connect(NULL, &error);
    if (hub == NULL) {
        fprintf(stderr, "eventful: %s\n", error.text);
        return 1;
    }
    takt_asset *asset = takt_join(hub, &(takt_spec) { .name = NULL });
    int result = TAKT_REFUSED;
    if (asset != NULL && (self.talk = takt_find_output(asset, "talk")) != NULL) {
        takt_set_callbacks(asset, &(takt_callbacks) { NULL, on_message, on_step }, &self);
        result = takt_run(hub);
    }
    if (result != TAKT_OK) {
        fprintf(stderr, "eventful: %s\n", takt_last_error(hub)->text);
    }
    takt_close(hub);
    return result == TAKT_OK ? 0 : 1;
}
