/* The reflecting asset of `takt conform`, by which the C library is judged: docs/reference/conform.md says what it does. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <takt.h>

enum { MOST = 8 };
static char notes[1 << 16], bulk[1 << 16], names[3 * MOST][32];
static takt_output_spec outputs[MOST];
static takt_input_spec inputs[MOST];
static int64_t latest[MOST];
static bool is_called, is_gone;

/* What does not fit any more is left out. */
static void note(const char *format, ...) {
    const size_t used = strlen(notes);
    va_list values;
    va_start(values, format);
    vsnprintf(notes + used, sizeof notes - used, format, values);
    va_end(values);
}

static void note_message(const char *word, const takt_message *m) {
    note("%s %s %s %" PRId64 " %" PRId64 " %" PRId64 " x", word, m->channel, m->sender, m->delivery_ns, m->stamp_ns,
        m->sequence);
    for (size_t i = 0; i < m->size; i++) {
        note("%02x", ((const unsigned char *) m->data)[i]);
    }
    note("\n");
}

/* Declares the inputs and outputs that TAKT_REFLECT names. */
static void declare(takt_spec *spec, char *text) {
    static const char *const deliveries[] = { "GATED", "GATED_UNTIL_END", "RETROACTIVE", "LATEST" };
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        takt_input_spec *in = &inputs[spec->input_count];
        takt_output_spec *out = &outputs[spec->output_count];
        char delivery[32];
        if (spec->input_count == MOST || spec->output_count == MOST) {
            fprintf(stderr, "reflect: TAKT_REFLECT asks for more than %d inputs or outputs: %s is left out\n", MOST - 1,
                word);
            continue;
        }
        char *channel = names[spec->input_count + spec->output_count], *sender = names[2 * MOST + spec->input_count];
        if (sscanf(word, "step=%" SCNd64, &spec->step_ns) == 1) {
            continue;
        } else if (strcmp(word, "other") == 0) {
            is_called = true;
        } else if (sscanf(word, "interval=%" SCNd64, &spec->interval_ns) == 1) {
            spec->has_interval = true;
        } else if (sscanf(word, "output=%31[^,],%" SCNd32, channel, &out->max_bytes) == 2) {
            outputs[spec->output_count++].channel = channel;
        } else if (sscanf(word, "input=%31[^,],%31[^,],%31[^,],%" SCNd64 ",%" SCNd64 ",%lf", channel, sender, delivery,
                &in->delay_ns, &in->jitter_ns, &in->loss) == 6) {
            for (int i = 0; i < 4; i++) {
                in->delivery = strcmp(deliveries[i], delivery) == 0 ? (takt_delivery) i : in->delivery;
            }
            in->channel = channel;
            in->sender = sender;
            spec->input_count++;
        }
    }
}

/* Does what an order says; false when the asset is gone. */
static bool obey(takt_hub *hub, takt_asset *asset, const char *order) {
    takt_output *on = takt_find_output(asset, "bulk");
    int64_t number = 0, size = 0;
    const bool sends = strncmp(order, "send ", 5) == 0 || strncmp(order, "claim ", 6) == 0
        || strncmp(order, "stamp ", 6) == 0 || strncmp(order, "promise ", 8) == 0;
    if (on == NULL && sends) {
        note("error %s\n", takt_last_error(hub)->text);
    } else if (sscanf(order, "send %" SCNd64 " %" SCNd64, &number, &size) == 2) {
        if (size < 0 || size > (int64_t) sizeof bulk) {
            note("error a message of %" PRId64 " bytes; it may have 0 to %zu\n", size, sizeof bulk);
            return true;
        }
        int result = TAKT_OK;
        for (int64_t i = 0; i < number && result == TAKT_OK; i++) {
            memset(bulk, 'a' + (int) (i % 26), (size_t) size);
            result = takt_send(on, bulk, (size_t) size);
        }
        if (result != TAKT_OK) {
            note("error %s\n", takt_last_error(hub)->text);
        }
    } else if (sscanf(order, "claim %" SCNd64, &size) == 1) {
        for (int i = 0; i < 2; i++) {
            void *room = takt_claim(on, (size_t) size);
            if (room == NULL) {
                note("error %s\n", takt_last_error(hub)->text);
            } else if (i == 0) {
                memset(room, 'x', (size_t) size);
                takt_abort(on);
            } else {
                memset(room, 'c', (size_t) size);
                takt_commit(on, (size_t) size / 2);
            }
        }
    } else if (sscanf(order, "stamp %" SCNd64, &number) == 1) {
        if (takt_send_at(on, "stamped", 7, number) != TAKT_OK) {
            note("error %s\n", takt_last_error(hub)->text);
        }
    } else if (sscanf(order, "promise %" SCNd64, &number) == 1) {
        takt_promise(on, number);
    } else if (sscanf(order, "hold %" SCNd64, &number) == 1 && number >= 0) {
        nanosleep(&(struct timespec) { number / 1000, number % 1000 * 1000000 }, NULL);
    } else if (strncmp(order, "stop ", 5) == 0) {
        takt_stop(asset, order + 5, false);
    } else if (strcmp(order, "leave") == 0) {
        return takt_leave(asset) != TAKT_OK;
    } else if (strncmp(order, "fail ", 5) == 0) {
        return takt_fail(asset, order + 5) != TAKT_OK;
    }
    return true;
}

static void send_notes(takt_asset *asset) {
    takt_output *echo = outputs[0].channel == NULL ? NULL : takt_find_output(asset, "echo");
    if (echo != NULL) {
        takt_send(echo, notes, strlen(notes));
    }
    notes[0] = '\0';
}

/* ---- The simulator: called back by takt_run, or by the loop below. All return 0. ---- */

/* Before all, and in each reset. */
static int on_start(takt_asset *asset, void *user) {
    (void) user;
    notes[0] = '\0';
    memset(latest, 0, sizeof latest);
    note("start %" PRId64 "\n", takt_time(asset));
    if (takt_time(asset) == 0) {
        send_notes(asset);
    }
    return 0;
}

static int on_message(takt_asset *asset, const takt_message *message, void *user) {
    const int delivery = takt_find_input(asset, message->channel, message->sender);
    note_message(delivery == TAKT_LATEST ? "latest" : "got", message);
    if (strcmp(message->channel, "order") == 0) {
        char order[512];
        snprintf(order, sizeof order, "%.*s", (int) message->size, (const char *) message->data);
        is_gone = !obey(user, asset, order);
    }
    return 0;
}

static int on_step(takt_asset *asset, int64_t from_ns, int64_t to_ns, void *user) {
    (void) user;
    note("step %" PRId64 " %" PRId64 "\n", from_ns, to_ns);
    send_notes(asset);
    return 0;
}

static int run_by_loop(takt_hub *hub, takt_asset *asset) {
    takt_turn turn;
    takt_message message;
    int result;
    on_start(asset, hub);
    while ((result = takt_poll(hub, TAKT_FOREVER, &turn)) == TAKT_OK && turn.kind != TAKT_STOP) {
        while (!is_gone && takt_receive(asset, &message) == 1) {
            on_message(asset, &message, hub);
        }
        for (int i = 0; !is_gone && turn.kind == TAKT_STEP && i < MOST; i++) {
            if (inputs[i].delivery == TAKT_LATEST && takt_latest(asset, inputs[i].channel, NULL, &message) == 1
                && message.stamp_ns != latest[i]) {
                latest[i] = message.stamp_ns;
                on_message(asset, &message, hub);
            }
        }
        if (!is_gone && turn.kind == TAKT_RESET) {
            on_start(asset, hub);
        } else if (!is_gone && turn.kind == TAKT_STEP) {
            on_step(asset, turn.from_ns, turn.to_ns, hub);
        }
        if (!is_gone) {
            takt_done(hub);
        }
    }
    return result;
}

static int run_by_callbacks(takt_hub *hub, takt_asset *asset) {
    takt_set_callbacks(asset, &(takt_callbacks) { on_start, on_message, on_step }, hub);
    return takt_run(hub);
}

int main(void) {
    const char *declaration = getenv("TAKT_REFLECT");
    takt_spec spec = { .outputs = outputs, .inputs = inputs };
    declare(&spec, strdup(declaration == NULL ? "" : declaration));
    takt_error error;
    takt_hub *hub = takt_connect(NULL, &error);
    takt_asset *asset = hub == NULL ? NULL : takt_join(hub, &spec);
    if (asset == NULL) {
        fprintf(stderr, "reflect: %s\n", hub == NULL ? error.text : takt_last_error(hub)->text);
        return 1;
    }
    const int result = is_called ? run_by_callbacks(hub, asset) : run_by_loop(hub, asset);
    if (result != TAKT_OK) {
        fprintf(stderr, "reflect: %s\n", takt_last_error(hub)->text);
    }
    takt_close(hub);
    return result == TAKT_OK ? 0 : 1;
}
