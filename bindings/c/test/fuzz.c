/*
 * Feeds the library's parsers with what they may get from a hub that is broken: fuzz SEED SECONDS, to be run with
 * sanitizers. On a busy machine it takes longer: a thousand rounds are done in any case. JSON, message logs, and whole conversations: a hub's answers to joins and its later lines, with bytes
 * changed at random, and odd numbers in all that is mapped. Rounds are numbered by the seed and up, so the same seed does the same rounds.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "hubs.h"
#include "json.h"
#include "text.h"

static const char *const LINES[] = {
    "{\"id\":1,\"ok\":true,\"doorbell\":{\"sleepCounter\":50,\"activityCounter\":51}}",
    "{\"event\":\"clocks\",\"epoch\":-5,\"assets\":[{\"asset\":\"drone\",\"timeNs\":0},{\"asset\":\"b\",\"timeNs\":7}]}",
    "{\"id\":3,\"ok\":false,\"code\":\"OTHER\",\"error\":\"it said \\\"fly\\\" \\u00e4\\n\\\\\"}",
    " { \"a\" : [ 1 , 2.5e3 , null , [ ] , { } ] , \"loss\":0.25 } ",
};

enum { LEAST_ROUNDS = 1000 };

static int64_t odd_number(void) {
    static const int64_t numbers[] = { INT64_MIN, INT32_MIN, -2, -1, 0, 1, 31, 32, 63, 64, 65, 255, 256, 4095, 4096,
        4097, 100000, INT32_MAX, UINT32_MAX, INT64_C(1) << 32, INT64_MAX - 31, INT64_MAX };
    return numbers[below(sizeof numbers / sizeof *numbers)];
}

/* With one of a line's numbers replaced by another. */
static char *with_other_number(const char *line) {
    tk_text text = { 0 };
    const char *at = line + below(strlen(line));
    at += strcspn(at, "0123456789");
    const int before = (int) (at - line);
    at += strspn(at, "0123456789");
    tk_text_add(&text, "%.*s%" PRId64 "%s", before, line, odd_number(), at);
    return text.at;
}

/* A copy of a line with something changed: in memory of its own size, so that a read behind its end is seen. */
static char *mutated(const char *line) {
    static const char odd[] = "{}[]\",:\\u0123eE+-.ntf \t";
    char *other = below(2) == 0 ? with_other_number(line) : strdup(line);
    CHECK(other != NULL);
    const size_t length = strlen(other);
    for (uint64_t i = below(3); i > 0; i--) {
        other[below(length)] = below(8) == 0 ? (char) next_random() : odd[below(sizeof odd - 1)];
    }
    if (below(16) == 0) {
        other[below(length + 1)] = '\0';
    }
    char *copy = strdup(other);
    free(other);
    return copy;
}

/* Reads all there is in a value. */
static void visit(const char *value, int depth) {
    char text[64];
    int64_t number;
    double real;
    static const char *const keys[] = { "id", "assets", "asset", "doorbell", "error", "a", "" };
    tk_json_int(value, &number);
    tk_json_real(value, &real);
    tk_json_text(value, text, 4 + below(60));
    for (size_t i = 0; depth < 4 && i < sizeof keys / sizeof *keys; i++) {
        const char *field = tk_json_field(value, keys[i]);
        if (field != NULL) {
            visit(field, depth + 1);
        }
    }
    for (const char *each = tk_json_first(value); depth < 4 && each != NULL; each = tk_json_next(each)) {
        visit(each, depth + 1);
    }
}

static void fuzz_json(void) {
    char *copy = mutated(LINES[below(sizeof LINES / sizeof *LINES)]);
    if (tk_json_is_object(copy)) {
        visit(copy, 0);
    }
    free(copy);
}

/* Writes odd numbers over fields of a log: of its header, a channel, or the first slot. */
static void spoil_log(const tk_log *log) {
    for (uint64_t n = below(3); n > 0; n--) {
        static const int64_t begins[] = { 8, 8, TK_AT_TAIL, TK_AT_CHANNEL_TABLE, TK_AT_SLOT_TABLE };
        static const int64_t lengths[] = { 512, 512, 96, 2 * TK_CHANNEL_LENGTH, TK_SLOT_LENGTH };
        const uint64_t part = below(5);
        tk_store(tk_log_at(log, begins[part] + 8 * (int64_t) below((uint64_t) lengths[part] / 8)), odd_number());
    }
}

/* The sender of a damaged log either sees that, or goes on within it. */
static void fuzz_own_log(void) {
    takt_error error;
    tk_writer writer;
    make_log(below(2) == 0, CAPACITY >> below(3));
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    for (int i = 0; i < 20; i++) {
        tk_writer_message(&writer, i & 1, i, "0123456789012345678901234567890123456789", below(40));
    }
    tk_writer_publish(&writer);
    spoil_log(&writer.log);
    if (below(2) == 0) {
        tk_writer_close(&writer);
        if (tk_writer_open(&writer, log_path, (int64_t) below(100), &error) != TAKT_OK) {
            CHECK(error.code == TAKT_DAMAGED);
            return;
        }
    }
    for (int64_t i = 0; i < 60; i++) {
        tk_writer_message(&writer, 0, i, "0123456789012345678901234567890123456789", below(40));
        if (below(8) == 0) {
            tk_writer_publish(&writer);
            tk_writer_end_step(&writer, i, i + 1, 7);
            tk_writer_await_room(&writer, 1, &(tk_counters) { 0 });
            tk_writer_has_more_room(&writer);
            tk_writer_wake(&writer, i, true, &(tk_counters) { 0 });
        }
        if (below(16) == 0) {
            spoil_log(&writer.log);
        }
        if (below(16) == 0) {
            tk_writer_reset(&writer);
        }
    }
    tk_writer_close(&writer);
}

/* With any bytes in a log, reading ends, in an error or not, and touches nothing else. */
static void fuzz_log(void) {
    takt_error error;
    tk_writer writer;
    test_receiver its;
    make_log(below(2) == 0, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    for (int i = 0; i < 60; i++) {
        tk_writer_message(&writer, i & 1, i, "0123456789012345678901234567890123456789", below(40));
    }
    tk_writer_publish(&writer);
    for (uint64_t n = 1 + below(5); n > 0; n--) {
        writer.log.file[TK_AT_RING + below(CAPACITY)] = (char) next_random();
    }
    if (below(2) == 0) {
        const int32_t number = (int32_t) odd_number();
        memcpy(writer.log.file + TK_AT_RING + 8 * below(CAPACITY / 8), &number, sizeof number);
    }
    if (below(4) == 0) {
        tk_store(tk_log_at(&writer.log, TK_AT_TAIL), (int64_t) below(3 * CAPACITY));
    }
    if (below(2) == 0) {
        spoil_log(&writer.log);
    }
    if (try_receiver(&its, &error) != TAKT_OK) {
        CHECK(error.code == TAKT_DAMAGED);
        tk_writer_close(&writer);
        return;
    }
    for (int64_t i = 0; i < 20; i++) {
        if (tk_source_read(&its.source, &error) != TAKT_OK) {
            CHECK(error.code == TAKT_DAMAGED);
            break;
        }
        tk_source_published_reach(&its.source, 10);
        tk_source_announce(&its.source, tk_source_awaited(&its.source, !tk_source_opens(&its.source, i, i + 10), i, i + 10), 1);
        tk_source_handed_by(&its.source, i);
        tk_source_used(&its.source, i, i + 10, &(tk_counters) { 0 });
        tk_source_note_handed(&its.source, i);
        tk_source_make_room(&its.source, &(tk_counters) { 0 });
        if (below(8) == 0) {
            tk_source_discard(&its.source);
        }
        if (below(4) == 0) {
            spoil_log(&writer.log);
        }
        if (its.source.is_discarding && below(2) == 0) {
            tk_source_resume(&its.source, &(tk_counters) { 0 });
        }
    }
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* ---- Conversations ---- */

/* What a hub says, with the paths of this run; the first two answer joins. */
static const char *const SAID[] = {
    "{\"id\":1,\"ok\":true,\"joined\":{\"hub\":\"lab\",\"epoch\":17,\"coreTimeCounter\":0,\"coreStepNs\":10,"
        "\"maxDelayNs\":20,\"stepNs\":40,\"granularityNs\":10,\"intervalNs\":0,\"waiting\":\"ADAPTIVE\","
        "\"onHubLost\":\"EXIT\",\"clocks\":{\"asset\":\"x\",\"number\":0,\"timeNs\":0,\"timeCounter\":1,"
        "\"stateCounter\":2,\"retainCounter\":2,\"nextCounter\":9,\"messages\":{\"seed\":7,\"log\":\"%OWN\","
        "\"digestCounter\":7,\"outputs\":[{\"channel\":\"echo\",\"index\":0,\"maxBytes\":51,\"frontierCounter\":8,"
        "\"values\":{\"type\":\"json\",\"unit\":{\"name\":\"m\",\"base\":\"m\",\"factor\":1.0,\"offset\":0.0}},"
        "\"latest\":\"%LATEST\"}],\"inputs\":[{\"channel\":\"even\",\"sender\":\"s\",\"delivery\":\"GATED\","
        "\"delayNs\":5,\"jitterNs\":9,\"loss\":0.1,\"index\":0,\"log\":\"%LOG\",\"slot\":0},{\"channel\":\"odd\","
        "\"sender\":\"s\",\"delivery\":\"RETROACTIVE\",\"delayNs\":0,\"jitterNs\":0,\"loss\":0.0,\"index\":1,"
        "\"log\":\"%LOG\",\"slot\":0},{\"channel\":\"last\",\"sender\":\"s\",\"delivery\":\"LATEST\","
        "\"delayNs\":0,\"jitterNs\":0,\"loss\":0.0,\"index\":1,\"log\":\"%LOG\",\"slot\":-1,"
        "\"latest\":\"%LATEST\"}]}},\"seed\":7,\"state\":\"WAITING\"}}",
    "{\"id\":2,\"ok\":true,\"joined\":{\"hub\":\"lab\",\"coreTimeCounter\":0,\"coreStepNs\":10,\"maxDelayNs\":20,"
        "\"stepNs\":5,\"intervalNs\":0,\"clocks\":{\"asset\":\"y\",\"number\":1,\"timeNs\":10,\"timeCounter\":10,"
        "\"retainCounter\":11},\"seed\":7,\"state\":\"RUNNING\"}}",
    "{\"event\":\"report\"}",
    "{\"event\":\"state\",\"state\":\"RUNNING\"}",
    "{\"event\":\"unheard\",\"of\":[{},[1,2.5e3,null]]}",
    "{\"event\":\"reset\"}",
    "{\"event\":\"clocks\",\"epoch\":18,\"coreTimeCounter\":0,\"assets\":[{\"asset\":\"x\",\"number\":0,\"timeNs\":0,"
        "\"timeCounter\":1,\"retainCounter\":2,\"messages\":{\"seed\":7,\"log\":\"%OWN\",\"outputs\":[],"
        "\"inputs\":[]}},{\"asset\":\"y\",\"number\":1,\"timeNs\":0,\"timeCounter\":10,\"retainCounter\":11}]}",
    "{\"event\":\"refused\",\"asset\":\"x\",\"code\":\"BAD_CHANNEL\",\"error\":\"no \\\"poes\\\" \\u00e4\"}",
    "{\"id\":3,\"ok\":false,\"code\":\"OTHER\",\"error\":\"never\"}",
    "{\"event\":\"state\",\"state\":\"FAILED\",\"reason\":\"radar was lost\"}",
};

static void add_with_paths(tk_text *text, const char *line) {
    for (const char *at = line; *at != '\0'; at++) {
        static const char *const names[] = { "%OWN", "%LOG", "%LATEST" };
        const char *const paths[] = { own_path, log_path, latest_path };
        int i = 0;
        while (i < 3 && strncmp(at, names[i], strlen(names[i])) != 0) {
            i++;
        }
        if (i < 3) {
            tk_text_add(text, "%s", paths[i]);
            at += strlen(names[i]) - 1;
        } else {
            tk_text_add(text, "%c", *at);
        }
    }
}

/* All that a hub says in a round; then its stream ends. */
static void speak(int socket) {
    tk_text all = { 0 };
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) {
        tk_text line = { 0 };
        if (i >= 2 && below(3) == 0) {
            continue;
        }
        add_with_paths(&line, SAID[i]);
        char *said = below(3) == 0 ? mutated(line.at) : strdup(line.at);
        tk_text_add(&all, "%s\n", said);
        free(said);
        tk_text_free(&line);
    }
    CHECK(write(socket, all.at, all.length) == (ssize_t) all.length);
    tk_text_free(&all);
    shutdown(socket, SHUT_WR);
}

static void take_turn(takt_hub *hub, const takt_turn *turn) {
    takt_message message;
    while (takt_receive(turn->asset, &message) == 1) {
        CHECK(message.size <= 64);
    }
    takt_latest(turn->asset, "last", NULL, &message);
    takt_output *echo = takt_find_output(turn->asset, "echo");
    if (echo != NULL && takt_send(echo, "0123456789", below(11)) == TAKT_OK && takt_claim(echo, 20) != NULL) {
        takt_commit(echo, below(20));
    }
    takt_receive_latest(turn->asset, &message);
    takt_wake_at(turn->asset, (int64_t) below(100));
    takt_done(hub);
}

/* Odd numbers in what is mapped: the log of a sender, the asset's own, the latest value, and the clocks. */
static void spoil(const takt_hub *hub, const tk_writer *sender, const tk_log *own, const tk_latest *latest) {
    if (below(4) == 0) {
        spoil_log(&sender->log);
    }
    if (below(4) == 0) {
        spoil_log(own);
    }
    if (below(4) == 0) {
        *(int64_t *) (latest->file + 8 * below(latest->size / 8)) = odd_number();
    }
    if (below(4) == 0) {
        *(int64_t *) (hub->counters.values + 128 * below(COUNTERS)) = odd_number();
    }
}

static void fuzz_conversation(void) {
    takt_error error;
    int sockets[2];
    tk_writer writer;
    make_log(false, CAPACITY);
    CHECK(rename(log_path, own_path) == 0);
    make_log(below(2) == 0, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    for (int i = 0; i < 20; i++) {
        tk_writer_message(&writer, i & 1, i, "0123456789", below(11));
    }
    tk_writer_publish(&writer);
    tk_store(tk_log_at(&writer.log, TK_AT_FRONTIER), (int64_t) below(100));
    make_latest();
    tk_log own;
    tk_latest latest;
    CHECK(tk_log_open(&own, own_path, &error) == TAKT_OK && tk_latest_open(&latest, latest_path, &error) == TAKT_OK);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    takt_hub *hub = make_hub(sockets[0]);
    *tk_counter(&hub->counters, 0, TK_CORE_TIME) = (int64_t) below(200);
    speak(sockets[1]);
    spoil(hub, &writer, &own, &latest);
    takt_join(hub, &(takt_spec) { .name = "x" });
    takt_join(hub, &(takt_spec) { .name = "y" });
    for (int i = 0; i < 8; i++) {
        takt_turn turn;
        spoil(hub, &writer, &own, &latest);
        if (takt_poll(hub, 0, &turn) == TAKT_OK && turn.asset != NULL) {
            take_turn(hub, &turn);
        }
    }
    CHECK(strlen(hub->error.text) < sizeof hub->error.text);
    takt_close(hub);
    close(sockets[1]);
    tk_writer_close(&writer);
    tk_log_close(&own);
    tk_latest_close(&latest);
    /* Another round begins with clocks that are whole. */
    make_counters();
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: fuzz SEED SECONDS\n");
        return 2;
    }
    name_files();
    make_counters();
    const int64_t until_ns = tk_wall_ns() + (int64_t) (atof(argv[2]) * 1e9);
    const uint64_t seed = strtoull(argv[1], NULL, 10);
    int64_t rounds = 0;
    do {
        /* Each round by a number of its own, so that one that fails can be done alone. */
        random_state = tk_mix(seed + (uint64_t) rounds);
        fuzz_conversation();
        fuzz_log();
        fuzz_own_log();
        for (int i = 0; i < 20; i++) {
            fuzz_json();
        }
        rounds++;
    } while (rounds < LEAST_ROUNDS || tk_wall_ns() < until_ns);
    remove_files();
    printf("%" PRId64 " rounds from seed %" PRIu64 ": all hold\n", rounds, seed);
    return 0;
}
