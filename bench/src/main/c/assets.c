/*
 * Assets by the C library, for the bench: assets step NAME, assets send NAME MESSAGES BYTES, assets receive NAME. Each
 * does as little as it can, like its counterpart in Java.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <takt.h>

enum { MOST_BYTES = 65536 };

typedef struct flow {
    takt_output *output;
    int messages;
    size_t bytes;
    int64_t sum;
    char message[MOST_BYTES];
} flow;

static int on_message(takt_asset *asset, const takt_message *message, void *user) {
    int64_t number;
    (void) asset;
    memcpy(&number, message->data, sizeof number);
    ((flow *) user)->sum += number;
    return 0;
}

static int on_step(takt_asset *asset, int64_t from_ns, int64_t to_ns, void *user) {
    flow *self = user;
    int sent = TAKT_OK;
    (void) asset, (void) from_ns;
    for (int i = 0; i < self->messages && sent == TAKT_OK; i++) {
        const int64_t number = to_ns + i;
        memcpy(self->message, &number, sizeof number);
        sent = takt_send(self->output, self->message, self->bytes);
    }
    return sent;
}

int main(int argc, char **argv) {
    static flow self;
    takt_error error;
    if (argc < 3 || (strcmp(argv[1], "send") == 0 && argc != 5)) {
        fprintf(stderr, "usage: assets step NAME | send NAME MESSAGES BYTES | receive NAME\n");
        return 2;
    }
    takt_hub *hub = takt_connect(NULL, &error);
    if (hub == NULL) {
        fprintf(stderr, "assets: %s\n", error.text);
        return 1;
    }
    takt_asset *asset = takt_join(hub, &(takt_spec) { .name = argv[2] });
    int result = asset == NULL ? takt_last_error(hub)->code : TAKT_OK;
    if (result == TAKT_OK && strcmp(argv[1], "send") == 0) {
        self.messages = atoi(argv[3]);
        self.bytes = (size_t) atoi(argv[4]);
        self.output = takt_find_output(asset, "flow");
        result = self.output == NULL || self.bytes < 8 || self.bytes > MOST_BYTES ? TAKT_MISUSE : TAKT_OK;
    }
    if (result == TAKT_OK) {
        takt_set_callbacks(asset, &(takt_callbacks) { NULL, on_message, on_step }, &self);
        result = takt_run(hub);
    }
    if (result != TAKT_OK) {
        fprintf(stderr, "assets: %s\n", takt_last_error(hub)->text);
    }
    takt_close(hub);
    return result == TAKT_OK ? 0 : 1;
}
