/*
 * The asset of the Java class io.takt.dist.Chatter in C: time, size and content of its messages depend on all that it
 * has heard, so a single difference changes all digests that follow. Arguments are the names of the assets of this
 * process; none for the one that the hub has launched. After "deaf" what they send depends on the time alone, so that a
 * process in the place of a lost one says what that would have said. "loud" is that, and one step of each in which it
 * sends more than its log can hold. A file hold-NAME keeps NAME in the step before that for as long as it is there.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <takt.h>

#include "draw.h"

enum { LONGEST = 300, MOST_A_STEP = 4, MOST_ASSETS = 16, LOUD_LENGTH = 60000, LOUD_MESSAGES = 300 };

#define HOLDS_AT_NS INT64_C(9000000000)
#define LOUD_AT_NS INT64_C(9005000000)
/* One after the other: where two had no room at once, the one that is killed could lose what it had copied. */
#define LOUD_APART_NS INT64_C(100000000)
#define LOUD "abcd"
#define HEARERS "bdac" /* for each the one that is held */

typedef struct chatter {
    takt_output *talk;
    takt_output *news;
    bool is_deaf;
    bool is_loud;
    uint64_t heard;
    int news_heard;
    signed char bytes[LONGEST];
} chatter;

/* As java.lang.String. */
static int32_t hash_code(const char *text) {
    uint32_t hash = 0;
    for (; *text != '\0'; text++) {
        hash = 31 * hash + (unsigned char) *text;
    }
    return (int32_t) hash;
}

static int on_start(takt_asset *asset, void *user) {
    chatter *self = user;
    self->heard = 0;
    if (self->is_deaf && takt_time(asset) > 0) {
        return 0;
    }
    /* A process in the place of a lost one is told the time at which that stood. */
    return takt_send_at(self->talk, self->bytes, 8, takt_time(asset) == 0 ? 0 : takt_time(asset) + takt_step(asset));
}

static int on_message(takt_asset *asset, const takt_message *message, void *user) {
    chatter *self = user;
    (void) asset;
    if (strcmp(message->channel, "news") == 0) {
        self->news_heard++;
        return 0;
    }
    if (self->is_deaf) {
        return 0;
    }
    self->heard = 31 * self->heard + (uint64_t) message->delivery_ns + (uint64_t) (int64_t) hash_code(message->sender)
        + message->size;
    for (size_t i = 0; i < message->size; i++) {
        self->heard = 31 * self->heard + (uint64_t) (int64_t) ((const signed char *) message->data)[i];
    }
    return 0;
}

static bool contains(int64_t from_ns, int64_t to_ns, int64_t time_ns) {
    return from_ns < time_ns && time_ns <= to_ns;
}

static void hold(const char *name) {
    char file[128];
    snprintf(file, sizeof file, "hold-%s", name);
    while (access(file, F_OK) == 0) {
        nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
    }
}

/* How much later than the first it is its turn, by its place among the names. */
static int64_t later(const char *names, takt_asset *asset) {
    return (strchr(names, takt_name(asset)[0]) - names) * LOUD_APART_NS;
}

static int be_loud(chatter *self) {
    static char much[LOUD_LENGTH];
    int sent = TAKT_OK;
    for (int i = 0; i < LOUD_MESSAGES && sent == TAKT_OK; i++) {
        sent = takt_send(self->talk, much, sizeof much);
    }
    return sent;
}

static int on_step(takt_asset *asset, int64_t from_ns, int64_t to_ns, void *user) {
    chatter *self = user;
    uint64_t chance = self->heard + (uint64_t) from_ns;
    int sent = TAKT_OK;
    if (contains(from_ns, to_ns, HOLDS_AT_NS + later(HEARERS, asset))) {
        hold(takt_name(asset));
    }
    if (self->is_loud && contains(from_ns, to_ns, LOUD_AT_NS + later(LOUD, asset))) {
        sent = be_loud(self);
    }
    for (int left = draw_int_below(&chance, MOST_A_STEP); left > 0 && sent == TAKT_OK; left--) {
        const int length = draw_int_below(&chance, LONGEST);
        for (int i = 0; i < length; i++) {
            self->bytes[i] = (signed char) (self->heard >> i % 64);
        }
        sent = takt_send_at(self->talk, self->bytes, (size_t) length,
            from_ns + 1 + draw_long_below(&chance, to_ns - from_ns));
        if (sent == TAKT_OK && self->news != NULL) {
            sent = takt_send(self->news, self->bytes, (size_t) length / 2);
        }
    }
    return sent;
}

static int run(takt_hub *hub, bool is_deaf, bool is_loud, int count, char **names, chatter *each) {
    static const takt_callbacks callbacks = { on_start, on_message, on_step };
    for (int i = 0; i == 0 || i < count; i++) {
        takt_asset *asset = takt_join(hub, &(takt_spec) { .name = count == 0 ? NULL : names[i] });
        each[i].talk = asset == NULL ? NULL : takt_find_output(asset, "talk");
        if (each[i].talk == NULL) {
            return takt_last_error(hub)->code;
        }
        if (strcmp(takt_name(asset), "c") == 0) {
            each[i].news = takt_find_output(asset, "news");
        }
        each[i].is_deaf = is_deaf;
        each[i].is_loud = is_loud;
        takt_set_callbacks(asset, &callbacks, &each[i]);
    }
    return takt_run(hub);
}

int main(int argc, char **argv) {
    static chatter each[MOST_ASSETS];
    takt_error error;
    takt_hub *hub = takt_connect(NULL, &error);
    if (hub == NULL || argc > MOST_ASSETS) {
        fprintf(stderr, "chatter: %s\n", error.text);
        return 1;
    }
    const bool is_loud = argc > 1 && strcmp(argv[1], "loud") == 0;
    const bool is_deaf = is_loud || (argc > 1 && strcmp(argv[1], "deaf") == 0);
    const int result = run(hub, is_deaf, is_loud, argc - 1 - is_deaf, argv + 1 + is_deaf, each);
    if (result != TAKT_OK) {
        fprintf(stderr, "chatter: %s\n", takt_last_error(hub)->text);
    }
    takt_close(hub);
    for (int i = 0; i < MOST_ASSETS; i++) {
        if (each[i].news_heard > 0) {
            printf("%d news\n", each[i].news_heard);
        }
    }
    return result == TAKT_OK ? 0 : 1;
}
