/*
 * Unit tests of the library, to be run with sanitizers: unit VECTORS. The file of vectors is shared with the Java
 * implementation. Random numbers come from a fixed seed.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "endpoint.h"
#include "error.h"
#include "json.h"
#include "logs.h"
#include "stepping.h"
#include "steptimes.h"
#include "text.h"
#include "values.h"

/* ---- Vectors ---- */

static size_t from_hex(const char *hex, unsigned char *into) {
    size_t size = 0;
    for (const char *at = hex + 1; at[0] != '\0'; at += 2) {
        char digits[3] = { at[0], at[1], '\0' };
        into[size++] = (unsigned char) strtoul(digits, NULL, 16);
    }
    return size;
}

static void check_vector(const char *line) {
    char channel[104], sender[104], receiver[104], hex[200];
    int64_t a, b, c, d, e, result;
    double loss;
    unsigned char bytes[100];
    if (sscanf(line, "fate %" SCNd64 " %103s %103s %103s %" SCNd64 " %" SCNd64 " %lf %" SCNd64 " %" SCNd64 " %" SCNd64,
            &a, channel, sender, receiver, &b, &c, &loss, &d, &e, &result) == 10) {
        tk_fate fate;
        tk_fate_init(&fate, a, channel, sender, receiver, b, c, loss);
        CHECK(tk_fate_delivery(&fate, d, e) == result);
    } else if (sscanf(line, "digest %103s %103s %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %199s %" SCNd64,
            channel, sender, &a, &b, &c, &d, hex, &result) == 8) {
        const uint32_t crc = tk_crc32c(bytes, from_hex(hex, bytes));
        CHECK((int64_t) tk_digest_add(0, a, b, c, d, tk_digest_name(channel, sender), crc) == result);
    } else if (sscanf(line, "check %" SCNd64 " %" SCNd64 " %" SCNd64 " %199s %" SCNd64 " %" SCNd64, &a, &b, &c, hex, &d,
            &result) == 6) {
        const size_t size = from_hex(hex, bytes);
        const uint32_t crc = tk_crc32c(bytes, size);
        CHECK(crc == (uint32_t) d && tk_crc32c_by_table(bytes, size) == crc);
        CHECK((int32_t) (tk_check_head(a, b, c, (int32_t) size) << 16 | tk_check_bytes(crc)) == (int32_t) result);
    } else {
        fprintf(stderr, "no vector: %s", line);
        exit(1);
    }
}

static void test_vectors(const char *path) {
    char line[1000];
    int count = 0;
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        check_vector(line);
        count++;
    }
    fclose(file);
    CHECK(count == 600);
}

/* ---- Control lines ---- */

static const char *const LINES[] = {
    "{\"id\":1,\"ok\":true,\"doorbell\":{\"sleepCounter\":50,\"activityCounter\":51}}",
    "{\"event\":\"clocks\",\"epoch\":-5,\"assets\":[{\"asset\":\"drone\",\"timeNs\":0},{\"asset\":\"b\",\"timeNs\":7}]}",
    "{\"id\":3,\"ok\":false,\"code\":\"OTHER\",\"error\":\"it said \\\"fly\\\" \\u00e4\\n\\\\\"}",
    " { \"a\" : [ 1 , 2.5e3 , null , [ ] , { } ] , \"loss\":0.25 } ",
};

static void test_json(void) {
    char text[100];
    int64_t number;
    double real;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        CHECK(tk_json_is_object(LINES[i]));
    }
    CHECK(tk_json_int(tk_json_field(tk_json_field(LINES[0], "doorbell"), "activityCounter"), &number) && number == 51);
    const char *second = tk_json_next(tk_json_first(tk_json_field(LINES[1], "assets")));
    CHECK(tk_json_is(tk_json_field(second, "asset"), "b") && tk_json_next(second) == NULL);
    CHECK(tk_json_int(tk_json_field(LINES[1], "epoch"), &number) && number == -5);
    CHECK(tk_json_text(tk_json_field(LINES[2], "error"), text, sizeof text));
    CHECK(strcmp(text, "it said \"fly\" \xc3\xa4\n\\") == 0);
    CHECK(tk_json_text(tk_json_field(LINES[2], "error"), text, 8) && strlen(text) <= 7);
    CHECK(!tk_json_int(tk_json_next(tk_json_first(tk_json_field(LINES[3], "a"))), &number));
    CHECK(tk_json_real(tk_json_field(LINES[3], "loss"), &real) && real == 0.25);
    CHECK(tk_json_field(LINES[3], "none") == NULL && !tk_json_int(NULL, &number) && tk_json_first(NULL) == NULL);
    static const char *const wrong[] = { "", "[]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}", "{\"a\":1}x", "{\"a\":01e}", "{\"a\":tru}", "{\"a\":\"\n\"}", "{\"a\":-}" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!tk_json_is_object(wrong[i]));
    }
    tk_text quoted = { 0 };
    tk_text_add_quoted(&quoted, "a \"b\" \\ \n");
    CHECK(strcmp(quoted.at, "\"a \\\"b\\\" \\\\  \"") == 0);
    tk_text_free(&quoted);
}

/* Texts that are too long are cut between characters. */
static void test_cuts(void) {
    static const char *const characters[] = { "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x9a\x80" };
    char text[700], cut[30];
    takt_error error;
    for (size_t i = 0; i < 3; i++) {
        const size_t each = strlen(characters[i]);
        for (size_t shift = 0; shift < 4; shift++) {
            size_t length = 1 + shift;
            strcpy(text, "\"xxx");
            for (; length + each + 2 < sizeof text; length += each) {
                strcpy(text + length, characters[i]);
            }
            strcpy(text + length, "\"");
            CHECK(tk_json_text(text, cut, sizeof cut) && (strlen(cut) - shift) % each == 0 && strlen(cut) > 20);
            CHECK(tk_fail(&error, TAKT_DAMAGED, "%s", text) == TAKT_DAMAGED);
            CHECK((strlen(error.text) - shift - 1) % each == 0 && strlen(error.text) > 500);
        }
    }
    CHECK(tk_json_text("\"\xc3\xa4\"", cut, sizeof cut) && strcmp(cut, "\xc3\xa4") == 0);
}

static void test_names(void) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", TAKT_VERSION_MAJOR, TAKT_VERSION_MINOR, TAKT_VERSION_PATCH);
    CHECK(strcmp(version, TAKT_VERSION) == 0 && strcmp(takt_version(), TAKT_VERSION) == 0);
    CHECK(strcmp(takt_code_name(TAKT_OK), "TAKT_OK") == 0 && strcmp(takt_code_name(TAKT_REFUSED), "TAKT_REFUSED") == 0);
    CHECK(strcmp(takt_code_name(TAKT_CALLBACK), "TAKT_CALLBACK") == 0);
    CHECK(strcmp(takt_code_name(1), "?") == 0 && strcmp(takt_code_name(TAKT_CALLBACK - 1), "?") == 0);
}

/* Where no locale with a comma is installed, that of C is tried alone. */
static void test_reals(void) {
    static const char *const locales[] = { "C", "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE" };
    char longer[200] = "0.25";
    double real;
    memset(longer + 4, '0', sizeof longer - 5);
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        if (setlocale(LC_NUMERIC, locales[i]) != NULL) {
            CHECK(tk_json_real("0.25}", &real) && real == 0.25);
            CHECK(tk_json_real("-2.5e+3,7", &real) && real == -2500);
            CHECK(tk_json_real("7", &real) && real == 7);
            char digits[40];
            tk_json_put_real(0.1, digits, sizeof digits);
            CHECK(strcmp(digits, "0.10000000000000001") == 0 && tk_json_real(digits, &real) && real == 0.1);
            CHECK(!tk_json_real(longer, &real) && !tk_json_real("null", &real) && !tk_json_real(NULL, &real));
        }
    }
    setlocale(LC_NUMERIC, "C");
}

/* ---- Logs ---- */

/* Readers get the records that were written, over many rounds of the ring, with padding and early returned room. */
static void test_log(bool is_checked) {
    static const tk_counters none = { 0 };
    takt_error error;
    tk_writer writer;
    test_receiver its;
    int64_t sent = 0, got = 0, last_delivery_ns = -1;
    unsigned char bytes[700];
    make_log(is_checked, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    open_receiver(&its);
    for (int64_t step = 0; step < 3000; step++) {
        for (uint64_t n = below(4); n > 0; n--) {
            const size_t size = below(sizeof bytes);
            memset(bytes, (int) (sent & 0xff), sizeof bytes);
            if (tk_writer_message(&writer, (int32_t) (sent & 1), step * 10 + 1, bytes, size)) {
                sent++;
            } else {
                tk_writer_publish(&writer);
                *tk_log_at(&writer.log, TK_AT_WAITS) = 1;
                CHECK(tk_source_read(&its.source, &error) == TAKT_OK);
                tk_source_make_room(&its.source, &none);
                CHECK(tk_writer_has_more_room(&writer));
                *tk_log_at(&writer.log, TK_AT_WAITS) = 0;
            }
        }
        tk_writer_publish(&writer);
        tk_writer_end_step(&writer, step * 10, step * 10 + 10, 0);
        tk_store(tk_log_at(&writer.log, TK_AT_FRONTIER), step * 10 + 10);
        CHECK(tk_source_opens(&its.source, step * 10, step * 10 + 10));
        CHECK(tk_source_read(&its.source, &error) == TAKT_OK);
        while (tk_source_has_arrived(&its.source)) {
            tk_pending *message = tk_list_poll(&its.source.arrived);
            CHECK(message->sequence % 2 == 1 && message->size == 0
                ? true : ((unsigned char *) message->data)[0] == (message->sequence & 0xff));
            tk_inbox_give_back(&its.inbox, message);
            got++;
        }
        for (tk_pending *first = tk_heap_first(&its.inbox.gated); first != NULL && first->delivery_ns <= step * 10;
                first = tk_heap_first(&its.inbox.gated)) {
            tk_pending *message = tk_heap_poll(&its.inbox.gated);
            CHECK(message->delivery_ns >= last_delivery_ns);
            last_delivery_ns = message->delivery_ns;
            tk_inbox_give_back(&its.inbox, message);
            got++;
        }
        tk_source_note_handed(&its.source, step * 10 + 10);
        tk_source_used(&its.source, step * 10, step * 10 + 10, &none);
    }
    CHECK(sent > 3000 && sent == got + tk_heap_total(&its.inbox.gated));
    CHECK(writer.next > 100 * CAPACITY);
    /* A successor goes on with the numbers of the last step that was done. */
    tk_writer next;
    CHECK(tk_writer_open(&next, log_path, 30000, &error) == TAKT_OK && next.sequence == sent);
    tk_writer_close(&next);
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* A void record takes out what was sent after its stamp, and a reset all. */
static void test_void_and_reset(void) {
    static const tk_counters none = { 0 };
    takt_error error;
    tk_writer writer;
    test_receiver its;
    make_log(false, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    open_receiver(&its);
    for (int64_t stamp_ns = 1; stamp_ns <= 10; stamp_ns++) {
        CHECK(tk_writer_message(&writer, 0, stamp_ns, "x", 1));
    }
    tk_writer_publish(&writer);
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 10);
    CHECK(tk_writer_void(&writer, 4));
    tk_writer_publish(&writer);
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 4);
    tk_writer_reset(&writer);
    CHECK(tk_writer_message(&writer, 0, 0, "y", 1));
    tk_writer_publish(&writer);
    /* Not told yet, the receiver stops at the reset position. */
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 4);
    tk_source_discard(&its.source);
    CHECK(tk_heap_total(&its.inbox.gated) == 0);
    tk_source_resume(&its.source, &none);
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 1);
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* Of the first reset its receiver hears when the sender is in the second, which is still to come for that. */
static void test_a_receiver_one_reset_behind(void) {
    static const tk_counters none = { 0 };
    takt_error error;
    tk_writer writer;
    test_receiver its;
    make_log(false, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    open_receiver(&its);
    tk_writer_reset(&writer);
    tk_store(tk_log_at(&writer.log, TK_AT_RESET_POSITION_OF_ALL), 0);
    tk_store(tk_log_at(&writer.log, TK_AT_RESETS_OF_ALL), 1);
    tk_writer_reset(&writer);
    tk_source_discard(&its.source);
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK);
    tk_source_resume(&its.source, &none);
    tk_source_discard(&its.source);
    CHECK(tk_writer_message(&writer, 0, 0, "y", 1));
    tk_writer_publish(&writer);
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 1);
    tk_store(tk_log_at(&writer.log, TK_AT_RESETS_OF_ALL), 2);
    tk_source_resume(&its.source, &none);
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 1);
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* A mirror has nothing of the sender's run before a reset, of which its receiver has not heard yet. */
static void test_word_of_another_run(void) {
    static const tk_counters none = { 0 };
    takt_error error;
    tk_writer writer;
    test_receiver its;
    make_log(false, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    open_receiver(&its);
    int64_t *promise = tk_log_at(&writer.log, TK_AT_CHANNEL_TABLE + TK_CHANNEL_PROMISE);
    tk_writer_reset(&writer);
    tk_store(tk_log_at(&writer.log, TK_AT_FRONTIER), 50);
    CHECK(!tk_source_opens(&its.source, 20, 30));
    CHECK(tk_source_published_reach(&its.source, 10) == TK_NOTHING_PUBLISHED + 5 + 10);
    tk_store(promise, 500);
    CHECK(!tk_source_opens(&its.source, 20, 30));
    CHECK(tk_source_published_reach(&its.source, 10) == TK_NOTHING_PUBLISHED + 5 + 10);
    tk_source_discard(&its.source);
    tk_source_resume(&its.source, &none);
    CHECK(tk_source_opens(&its.source, 20, 30) && tk_source_opens(&its.source, 500, 510));
    CHECK(tk_source_published_reach(&its.source, 10) == 499 + 5 + 10);
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* The error names the log, and the asset fails by that and not by its simulator. */
static void test_damage(void) {
    takt_error error;
    tk_writer writer;
    test_receiver its;
    make_log(false, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    open_receiver(&its);
    CHECK(tk_writer_message(&writer, 0, 1, "x", 1));
    tk_writer_publish(&writer);
    const tk_endpoint endpoint = { .sources = &its.source, .source_count = 1 };
    CHECK(!tk_endpoint_is_damaged(&endpoint));
    *tk_log_record(&writer.log, 0) = 7;
    char wanted[200];
    snprintf(wanted, sizeof wanted, "the log of asset 's' (%s) is damaged at position 0", log_path);
    CHECK(tk_source_read(&its.source, &error) == TAKT_DAMAGED && strcmp(error.text, wanted) == 0);
    CHECK(tk_endpoint_is_damaged(&endpoint));
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* A good log for which this process has no address space is not called a bad one. */
static void test_no_room_to_map(void) {
    make_log(false, CAPACITY);
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_AS, &limit) == 0);
    const struct rlimit none = { 0, limit.rlim_max };
    tk_log log;
    takt_error error;
    CHECK(setrlimit(RLIMIT_AS, &none) == 0);
    const bool is_limited = mmap(NULL, CAPACITY, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
    const int code = tk_log_open(&log, log_path, &error);
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    /* An emulator of another processor keeps no such limit. */
    CHECK(is_limited ? code == TAKT_SYSTEM && strstr(error.text, "cannot be opened: ") != NULL : code == TAKT_OK);
    tk_log_close(&log);
    CHECK(truncate(log_path, TK_AT_RING) == 0 && tk_log_open(&log, log_path, &error) == TAKT_DAMAGED);
}

/* A log of another version is said to be one. */
static void test_versions(void) {
    tk_log log;
    takt_error error;
    make_log(false, CAPACITY);
    CHECK(tk_log_open(&log, log_path, &error) == TAKT_OK);
    log.file[7] = '1';
    tk_log other;
    CHECK(tk_log_open(&other, log_path, &error) == TAKT_DAMAGED);
    CHECK(strstr(error.text, "has version 1, and this library knows 2: take the library of the hub's release") != NULL);
    log.file[0] = 'x';
    CHECK(tk_log_open(&other, log_path, &error) == TAKT_DAMAGED && strstr(error.text, "is no message log") != NULL);
    tk_log_close(&log);
}

/* A receiver of retroactive messages is to be woken by any message, whether a gate holds it or not. */
static void test_awaited(void) {
    test_receiver its;
    make_log(false, CAPACITY);
    open_receiver(&its);
    const tk_log *log = &its.source.log;
    int64_t *sleepers = tk_log_at(log, TK_AT_SLEEPERS), *news = tk_log_at(log, tk_slot_offset(0) + TK_SLOT_NEWS);
    CHECK(tk_source_awaited(&its.source, true, 2000, 2010) == 1010);
    CHECK(tk_source_awaited(&its.source, false, 0, 10) == TK_NO_FRONTIER);
    tk_source_announce(&its.source, TK_NO_FRONTIER, 5);
    CHECK(*news == 1 && *sleepers == 1);
    its.source.has_retroactive = false;
    *sleepers = 0;
    tk_source_announce(&its.source, TK_NO_FRONTIER, 5);
    CHECK(*news == 0 && *sleepers == 0);
    tk_source_announce(&its.source, 1010, 5);
    CHECK(*news == 0 && *sleepers == 1);
    close_receiver(&its);
}

/* The record that begins at a position. */
static tk_head head_at(const tk_log *log, int64_t position) {
    tk_head head;
    memcpy(&head, tk_log_record(log, position), sizeof head);
    return head;
}

static void give_back_all(const tk_writer *writer) {
    tk_store(tk_log_at(&writer->log, tk_slot_offset(0)), writer->next);
}

/* A message of so many records' lengths of 32 bytes. */
static bool write_lines(tk_writer *writer, int lines) {
    static const char bytes[CAPACITY] = "";
    return tk_writer_message(writer, 0, 1, bytes, (size_t) lines * 32 - TK_RECORD_HEADER);
}

static void publish_to(tk_writer *writer, test_receiver *its) {
    takt_error error;
    tk_writer_publish(writer);
    CHECK(tk_source_read(&its->source, &error) == TAKT_OK && its->source.cursor == writer->next);
}

/*
 * At the end of what is used of the ring stands padding up to C, all of it and nothing but it; there has to be room for
 * padding and record together, and no byte of them may be written before it is reserved.
 */
static void test_padding(int64_t used) {
    takt_error error;
    tk_writer writer;
    test_receiver its;
    make_log(false, used);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK && writer.used == used);
    writer.log.path[0] = '\0'; /* The host gives no memory: the ring does not grow. */
    open_receiver(&its);
    const tk_log *log = &writer.log;
    const int lines = (int) (used / 32) - 1 - (used < CAPACITY);
    CHECK(write_lines(&writer, lines - 1) && writer.next == 32 * (lines - 1));
    publish_to(&writer, &its);
    memset(tk_log_record(log, writer.next), 0x55, 32); /* Remains of an earlier round. */
    /* A message of two lines fits in no more; its reader is in the way by a line. */
    tk_store(tk_log_at(log, tk_slot_offset(0)), 32 * 2);
    CHECK(!write_lines(&writer, 3) && writer.next == 32 * (lines - 1));
    CHECK(*tk_log_at(log, TK_AT_RESERVED) <= CAPACITY + 32 * 2);
    tk_store(tk_log_at(log, tk_slot_offset(0)), 32 * 3);
    CHECK(write_lines(&writer, 3) && writer.next == CAPACITY + 32 * 3);
    CHECK(*tk_log_at(log, TK_AT_RESERVED) == CAPACITY + 32 * 3);
    const tk_head padding = head_at(log, 32 * (lines - 1));
    CHECK(padding.type == TK_PADDING && padding.length == CAPACITY - 32 * (lines - 1) && padding.channel == 0);
    CHECK(head_at(log, CAPACITY).type == TK_MESSAGE && head_at(log, CAPACITY).length == 32 * 3);
    /* The rest of that round is as large as the first. */
    publish_to(&writer, &its);
    give_back_all(&writer);
    while (writer.next < CAPACITY + 32 * lines) {
        CHECK(write_lines(&writer, 1));
    }
    publish_to(&writer, &its);
    CHECK(write_lines(&writer, 1) && writer.next == CAPACITY + 32 * (lines + 1)); /* It just fits. */
    publish_to(&writer, &its);
    give_back_all(&writer);
    CHECK(write_lines(&writer, 1) && writer.next == 2 * CAPACITY + 32);
    publish_to(&writer, &its);
    CHECK(tk_heap_total(&its.inbox.gated) == 2 + lines - 3 + 2);
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* A ring of which a step fills more than a third grows, if the host has memory; messages stay as they are. */
static void test_growth(void) {
    takt_error error;
    tk_writer writer;
    test_receiver its;
    char page[1];
    make_log(false, 1024);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    CHECK(!tk_provide("/nowhere", page, 1));
    const bool is_possible = tk_provide(log_path, writer.log.file + TK_AT_RING + 1024, 1024);
    open_receiver(&its);
    for (int step = 0; step < 20; step++) {
        CHECK(write_lines(&writer, 2) && write_lines(&writer, 2));
        publish_to(&writer, &its);
        give_back_all(&writer);
    }
    CHECK(writer.used == 1024); /* Steps of 128 bytes need no more. */
    for (int n = 0; n < 34; n++) {
        CHECK(write_lines(&writer, 2));
    }
    tk_writer_publish(&writer);
    if (is_possible) {
        CHECK(writer.used == 4096 && *tk_log_at(&writer.log, TK_AT_USED) == 4096);
    }
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 74);
    /* Messages that only a reader has say that the log is too small. */
    writer.most_published = 0;
    writer.used = 1024;
    tk_store(tk_log_at(&writer.log, TK_AT_WAITS), 1);
    static const tk_counters none = { 0 };
    tk_source_make_room(&its.source, &none);
    CHECK(*tk_log_at(&writer.log, tk_slot_offset(0) + TK_SLOT_COPIED) == 74);
    for (int n = 0; n < 40 && writer.used == 1024; n++) {
        CHECK(write_lines(&writer, 2));
        tk_writer_publish(&writer);
        give_back_all(&writer);
    }
    CHECK(!is_possible || writer.used == 2048);
    close_receiver(&its);
    tk_writer_close(&writer);
}

/* A message that is written in its place, and is shorter than was claimed. */
static void test_claim(void) {
    takt_error error;
    tk_writer writer;
    test_receiver its;
    make_log(true, CAPACITY);
    CHECK(tk_writer_open(&writer, log_path, 0, &error) == TAKT_OK);
    open_receiver(&its);
    char *record = tk_writer_claim(&writer, 100);
    CHECK(record != NULL && ((uintptr_t) (record + TK_RECORD_HEADER) & 15) == 0);
    CHECK(tk_writer_claim(&writer, 100) == record); /* In place of the one before. */
    memcpy(record + TK_RECORD_HEADER, "short", 5);
    tk_writer_commit(&writer, record, 0, 3, 5);
    CHECK(writer.next == 64 && writer.sequence == 1 && !tk_writer_claim(&writer, CAPACITY));
    tk_writer_publish(&writer);
    CHECK(tk_source_read(&its.source, &error) == TAKT_OK && tk_heap_total(&its.inbox.gated) == 1);
    const tk_pending *message = tk_heap_first(&its.inbox.gated);
    CHECK(message->size == 5 && memcmp(message->data, "short", 5) == 0 && message->stamp_ns == 3);
    close_receiver(&its);
    tk_writer_close(&writer);
}

static void test_heap(void) {
    tk_inbox inbox = { 0 };
    const tk_link link = { .sender = "s" };
    for (int i = 0; i < 200; i++) {
        tk_pending *message = tk_inbox_take(&inbox, 0);
        message->link = &link;
        message->delivery_ns = (i * 77) % 200 * 10;
        message->stamp_ns = message->sequence = 0;
        CHECK(tk_heap_add(&inbox.gated, message));
    }
    for (int64_t time_ns = -5; time_ns < 2000; time_ns += 5) {
        const int64_t next_ns = time_ns < 0 ? 0 : (time_ns / 10 + 1) * 10;
        CHECK(tk_heap_next_after(&inbox.gated, time_ns) == (next_ns < 2000 ? next_ns : INT64_MAX));
    }
    for (int64_t at = 0; at < 200; at++) {
        tk_pending *message = tk_heap_poll(&inbox.gated);
        CHECK(message->delivery_ns == at * 10);
        tk_inbox_give_back(&inbox, message);
    }
    CHECK(tk_heap_poll(&inbox.gated) == NULL);
    tk_inbox_close(&inbox);
}

/* ---- Steps ---- */

static void test_stepping(void) {
    tk_stepping its;
    tk_stepping_init(&its, 20, 20, true);
    CHECK(!its.is_whole && !tk_stepping_may_shorten(&its)); /* Fixed. */
    CHECK(tk_stepping_next(&its) == 20 && !tk_stepping_progresses(&its, 19) && tk_stepping_progresses(&its, 20));
    CHECK(tk_stepping_reach(&its, 100) == 20);
    its.wake_at_ns = 50;
    CHECK(tk_stepping_is_passing(&its) && tk_stepping_reach(&its, 100) == 60 && tk_stepping_reach(&its, 59) == 40);
    its.time_ns = INT64_MAX - 5;
    CHECK(!tk_stepping_is_passing(&its) && tk_stepping_next(&its) == INT64_MAX);
    CHECK(!tk_stepping_progresses(&its, INT64_MAX));

    tk_stepping_init(&its, 50, 10, false);
    its.time_ns = 100;
    CHECK(tk_stepping_may_shorten(&its) && tk_stepping_next(&its) == 110 && tk_stepping_least(&its) == 10);
    CHECK(tk_stepping_reach(&its, 139) == 130 && tk_stepping_reach(&its, 1000) == 150);
    CHECK(tk_stepping_on_grid(&its, 101) == 110 && tk_stepping_on_grid(&its, 110) == 110);
    CHECK(tk_stepping_grid_before(&its, 119) == 110 && tk_stepping_grid_before(&its, 7) == 100);
    CHECK(tk_stepping_on_grid(&its, INT64_MAX) > INT64_MAX - 10);
    its.wake_at_ns = INT64_MAX;
    CHECK(tk_stepping_reach(&its, 1005) == 1000);

    tk_stepping_init(&its, 50, 10, true);
    CHECK(!tk_stepping_may_shorten(&its) && tk_stepping_next(&its) == 50 && tk_stepping_reach(&its, 1000) == 50);
    its.chosen_ns = 30;
    CHECK(tk_stepping_next(&its) == 30 && !tk_stepping_progresses(&its, 29));
    its.wake_at_ns = 5;
    CHECK(tk_stepping_next(&its) == 10); /* It passes on its grid. */
    tk_stepping_forget_wishes(&its);
    CHECK(tk_stepping_next(&its) == 50);
}

static int64_t test_now_ns;

static int64_t now_ns(void) {
    return test_now_ns;
}

static void time_step(tk_step_times *its, int64_t took_ns) {
    tk_step_times_begin(its, now_ns);
    test_now_ns += took_ns;
    tk_step_times_end(its, now_ns);
}

static void test_step_times(void) {
    tk_step_times its = { 0 };
    tk_text text = { 0 };
    time_step(&its, 500);
    tk_step_times_report(&its, &text);
    CHECK(strcmp(text.at, ",\"busyNs\":0,\"steps\":[]") == 0);
    tk_text_free(&text);
    for (int i = 0; i < 1 + 64 + 64; i++) {
        time_step(&its, 1024); /* After the first one that is timed they count as cheap. */
    }
    time_step(&its, 5); /* Not timed. */
    tk_step_times_report(&its, &text);
    CHECK(strcmp(text.at, ",\"busyNs\":132096,\"steps\":[[10,129]]") == 0);
    tk_text_free(&text);
    its.average_ns = 20000;
    its.skipped = 0;
    time_step(&its, 0);
    CHECK(its.counts[0] == 1);
}

static void test_values(void) {
    tk_values values = { 0 };
    tk_values_read(&values, NULL);
    CHECK(values.told.type == NULL && values.told.unit.name == NULL && values.told.wanted.base == NULL);
    tk_values_read(&values, "{\"type\":\"doubles\","
        "\"unit\":{\"name\":\"Cel\",\"base\":\"K\",\"factor\":1.0,\"offset\":273.15},\"wanted\":{\"name\":\"mK\",\"base\":\"K\",\"factor\":1.0E-3,\"offset\":0.0}}");
    const takt_values *told = &values.told;
    CHECK(strcmp(told->type, "doubles") == 0 && strcmp(told->unit.name, "Cel") == 0);
    CHECK(strcmp(told->unit.base, "K") == 0 && told->unit.factor == 1 && told->unit.offset == 273.15);
    CHECK(strcmp(told->wanted.name, "mK") == 0 && strcmp(told->wanted.base, "K") == 0);
    CHECK(told->wanted.factor == 1e-3 && told->wanted.offset == 0);
    tk_values part = { 0 };
    tk_values_read(&part, "{\"unit\":{\"name\":\"Cel\",\"base\":\"K\",\"factor\":1.0}}");
    CHECK(part.told.unit.name == NULL && part.told.unit.factor == 0);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: unit VECTORS\n");
        return 2;
    }
    snprintf(log_path, sizeof log_path, "/tmp/takt-unit-%ld.log", (long) getpid());
    test_vectors(argv[1]);
    test_json();
    test_cuts();
    test_reals();
    test_log(false);
    test_log(true);
    test_void_and_reset();
    test_a_receiver_one_reset_behind();
    test_word_of_another_run();
    test_damage();
    test_no_room_to_map();
    test_versions();
    test_names();
    test_awaited();
    test_padding(CAPACITY);
    test_padding(CAPACITY / 4);
    test_growth();
    test_claim();
    test_heap();
    test_stepping();
    test_step_times();
    test_values();
    unlink(log_path);
    printf("all hold\n");
    return 0;
}
