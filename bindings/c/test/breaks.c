/*
 * Waits that are broken off, and hubs that are gone: what takt.h says of calls that are interrupted, of a hub that has
 * died, and of what happens around sleeps. The test plays the hub.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "hubs.h"
#include "json.h"

#define CLOCKS "\"coreTimeCounter\":0,\"coreStepNs\":10,\"maxDelayNs\":20,\"stepNs\":10,\"intervalNs\":0," \
    "\"onHubLost\":\"%s\"," \
    "\"clocks\":{\"asset\":\"x\",\"number\":0,\"timeNs\":0,\"timeCounter\":1,\"retainCounter\":2%s}," \
    "\"seed\":7,\"state\":\"RUNNING\"}}\n"

static int its_end;   /* the hub's end of the connection */

static takt_hub *connected(void) {
    int sockets[2];
    make_counters();
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    its_end = sockets[1];
    return make_hub(sockets[0]);
}

static void say(const char *line) {
    CHECK(write(its_end, line, strlen(line)) == (ssize_t) strlen(line));
}

/* All that the hub was told since the last time. */
static const char *told(void) {
    static char lines[32768];
    const ssize_t length = recv(its_end, lines, sizeof lines - 1, MSG_DONTWAIT);
    lines[length < 0 ? 0 : length] = '\0';
    return lines;
}

static int times(const char *text, const char *part) {
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

/* Asset x, which has joined and said so; with a log, if its messages say so. */
static takt_asset *joined(takt_hub *hub, const char *on_hub_lost, const char *messages) {
    char line[1024];
    const int64_t id = hub->last_id + 1;
    const int length = snprintf(line, sizeof line, "{\"id\":%d,\"ok\":true,\"joined\":{", (int) id);
    snprintf(line + length, sizeof line - (size_t) length, CLOCKS, on_hub_lost, messages);
    say(line);
    takt_asset *asset = takt_join(hub, &(takt_spec) { .name = "x" });
    CHECK(asset != NULL && takt_state(hub) == TAKT_HUB_RUNNING);
    return asset;
}

/* Asset y, which has joined with its own clocks. */
static takt_asset *another(takt_hub *hub, const char *on_hub_lost, const char *waiting) {
    char line[1024];
    snprintf(line, sizeof line, "{\"id\":%d,\"ok\":true,\"joined\":{\"coreTimeCounter\":0,\"maxDelayNs\":20,\"stepNs\":10,"
        "\"onHubLost\":\"%s\",\"waiting\":\"%s\",\"clocks\":{\"asset\":\"y\",\"number\":1,\"timeNs\":0,\"timeCounter\":10,"
        "\"retainCounter\":11},\"state\":\"RUNNING\"}}\n", (int) hub->last_id + 1, on_hub_lost, waiting);
    say(line);
    takt_asset *asset = takt_join(hub, &(takt_spec) { .name = "y" });
    CHECK(asset != NULL);
    return asset;
}

/* The hub leaves nothing of a join that was given up, and what it says of it later ends nothing. */
static void test_interrupted_join(void) {
    takt_hub *hub = connected();
    takt_interrupt(hub);
    CHECK(takt_join(hub, &(takt_spec) { .name = "x" }) == NULL);
    CHECK(takt_last_error(hub)->code == TAKT_INTERRUPTED);
    const char *lines = told();
    const char *join = strstr(lines, "{\"op\":\"join\",\"id\":1,\"asset\":\"x\"");
    CHECK(join != NULL && strstr(join, "{\"op\":\"leave\",\"id\":2,\"asset\":\"x\"}\n") != NULL);
    say("{\"id\":1,\"ok\":false,\"code\":\"NAME_TAKEN\",\"error\":\"x is taken\"}\n");
    say("{\"id\":2,\"ok\":false,\"code\":\"OTHER\",\"error\":\"no such asset\"}\n");
    tk_hub_listen(hub);
    CHECK(hub->end == TK_GOES_ON);
    takt_asset *asset = joined(hub, "EXIT", "");
    told();
    /* The name is that of an asset of this connection, which is to stay. */
    takt_interrupt(hub);
    CHECK(takt_join(hub, &(takt_spec) { .name = "x" }) == NULL && times(told(), "leave") == 0);
    /* What is refused of later requests does count. */
    CHECK(takt_stop(asset, "enough", false) == TAKT_OK);
    say("{\"id\":5,\"ok\":false,\"code\":\"OTHER\",\"error\":\"never\"}\n");
    tk_hub_listen(hub);
    CHECK(hub->end == TAKT_REFUSED);
    takt_close(hub);
    close(its_end);
}

static void require_misuse(takt_hub *hub, const takt_spec *spec, const char *words) {
    CHECK(takt_join(hub, spec) == NULL && takt_last_error(hub)->code == TAKT_MISUSE);
    CHECK(strstr(takt_last_error(hub)->text, words) != NULL && *told() == '\0' && hub->end == TK_GOES_ON);
}

/* What a hub could not read is not sent. */
static void test_joins_without_words(void) {
    takt_hub *hub = connected();
    static char long_name[(1 << 20) + 1];
    memset(long_name, 'x', sizeof long_name - 1);
    const takt_input_spec inputs[] = { { .channel = "c" }, { .sender = "s" },
        { .channel = "c", .sender = "s", .loss = NAN }, { .channel = "c", .sender = "s", .loss = INFINITY },
        { .channel = "c", .sender = "s", .loss = -0.5 }, { .channel = "c", .sender = "s", .delivery = (takt_delivery) 4 },
        { .channel = "c", .sender = "s", .delivery = (takt_delivery) -1 } };
    static const char *const words[] = { "no sender", "no channel", "nan", "inf", "-0.5", "4 is no delivery",
        "-1 is no delivery" };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        require_misuse(hub, &(takt_spec) { .name = "x", .inputs = &inputs[i], .input_count = 1 }, words[i]);
    }
    takt_output_spec output = { 0 };
    require_misuse(hub, &(takt_spec) { .name = "x", .outputs = &output, .output_count = 1 }, "output 0 has no channel");
    output.channel = long_name;
    require_misuse(hub, &(takt_spec) { .name = "x", .outputs = &output, .output_count = 1 }, "takes 1048576");
    takt_close(hub);
    close(its_end);
}

/* A line that the hub cannot read has no number in its refusal: whatever was asked is not answered. */
static void test_line_not_understood(void) {
    takt_hub *hub = connected();
    takt_turn turn;
    say("{\"id\":0,\"ok\":false,\"error\":\"that is no JSON\"}\n");
    CHECK(takt_join(hub, &(takt_spec) { .name = "x" }) == NULL && takt_last_error(hub)->code == TAKT_REFUSED);
    CHECK(strstr(takt_last_error(hub)->text, "that is no JSON") != NULL);
    CHECK(takt_poll(hub, 0, &turn) == TAKT_REFUSED);
    takt_close(hub);
    close(its_end);
}

/* However long a reason is, the hub is told of it, as far as it keeps one. */
static void test_long_reason(void) {
    takt_hub *hub = connected();
    takt_asset *asset = joined(hub, "EXIT", "");
    char *reason = malloc(1 << 21), reply[64];
    CHECK(reason != NULL);
    for (int i = 0; i < (1 << 21) - 2; i += 2) {
        memcpy(reason + i, "\303\244", 3);
    }
    told();
    CHECK(takt_stop(asset, reason, true) == TAKT_OK);
    snprintf(reply, sizeof reply, "{\"id\":%d,\"ok\":true}\n", (int) hub->last_id + 1);
    say(reply);
    CHECK(takt_fail(asset, reason) == TAKT_OK);
    const char *lines = told();
    CHECK(times(lines, "\"op\":\"stop\"") == 1 && times(lines, "\303\244\"}\n") == 1);
    CHECK(strstr(lines, "\303\244\",\"failed\":true}\n") != NULL);
    free(reason);
    takt_close(hub);
    close(its_end);
}

/* A hub that has been stopped reads nothing: what it is told waits in the library, and no call waits for it. */
static void test_hub_that_does_not_read(void) {
    enum { STOPS = 40 };
    takt_hub *hub = connected();
    takt_asset *asset = joined(hub, "EXIT", "");
    char reason[2001];
    CHECK(setsockopt(hub->control.fd, SOL_SOCKET, SO_SNDBUF, &(int) { 4096 }, sizeof(int)) == 0);
    memset(reason, 'y', sizeof reason - 1);
    reason[sizeof reason - 1] = '\0';
    told();
    alarm(20); /* A call that waits would do so for ever. */
    for (int i = 0; i < STOPS; i++) {
        CHECK(takt_stop(asset, reason, false) == TAKT_OK);
    }
    CHECK(hub->control.unsent.length > 0);
    takt_interrupt(hub);
    CHECK(takt_leave(asset) == TAKT_INTERRUPTED);
    /* It goes on, and hears all of it, in order. */
    int stops = 0, last = 0, leaves = 0;
    char *all = calloc(STOPS + 2, 2100), *end = all;
    CHECK(all != NULL);
    for (const char *lines = told(); *lines != '\0' || hub->control.unsent.length > 0; lines = told()) {
        end = stpcpy(end, lines);
        tk_hub_listen(hub);
    }
    for (char *line = strtok(all, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        int id = 0;
        CHECK(tk_json_is_object(line) && sscanf(strstr(line, "\"id\":"), "\"id\":%d", &id) == 1 && id > last);
        last = id;
        stops += times(line, "\"op\":\"stop\"");
        leaves += times(line, "\"op\":\"leave\"");
    }
    CHECK(stops == STOPS && leaves == 1);
    alarm(0);
    free(all);
    takt_close(hub);
    close(its_end);
}

static bool is_asleep, has_said;
static takt_hub *sleeping;
static takt_hub_state state_before;
static size_t used_before;

/* The hub answers in the sleep, of which the library may handle nothing before its end. */
static void begin_sleep(void *user) {
    char line[1024];
    const char *start = "{\"event\":\"state\",\"state\":\"PAUSED\"}\n{\"id\":1,\"ok\":true,\"joined\":{";
    (void) user;
    is_asleep = true;
    state_before = takt_state(sleeping);
    used_before = sleeping->control.used;
    if (!has_said) {
        const int length = snprintf(line, sizeof line, "%s", start);
        snprintf(line + length, sizeof line - (size_t) length, CLOCKS, "EXIT", "");
        say(line);
        has_said = true;
    }
}

static int end_sleep(void *user) {
    (void) user;
    CHECK(is_asleep && takt_state(sleeping) == state_before && sleeping->control.used == used_before);
    is_asleep = false;
    return 0;
}

static void test_sleeps_touch_nothing(void) {
    takt_hub *hub = sleeping = connected();
    hub->waiting = (takt_waiting) { begin_sleep, end_sleep, NULL };
    CHECK(takt_join(hub, &(takt_spec) { .name = "x" }) != NULL && has_said && !is_asleep);
    CHECK(takt_state(hub) == TAKT_HUB_RUNNING);
    hub->waiting = (takt_waiting) { 0 };
    close(its_end);
    takt_close(hub);
}

/* A turn whose end was interrupted is ended by the next poll, and not given again. */
static void test_interrupted_done(void) {
    takt_hub *hub = connected();
    takt_turn turn;
    char messages[256];
    make_log(false, CAPACITY);
    snprintf(messages, sizeof messages, ",\"messages\":{\"seed\":7,\"log\":\"%s\",\"outputs\":[],\"inputs\":[]}",
        log_path);
    takt_asset *asset = joined(hub, "EXIT", messages);
    *tk_counter(&hub->counters, 0, TK_CORE_TIME) = 10;
    CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_STEP && turn.to_ns == 10);
    /* Something is to be written at the end of the step, and there is no room: the reader in slot 0 reads nothing. */
    tk_writer *writer = &asset->endpoint.writer;
    while (tk_writer_message(writer, 0, 10, "0123456789", 10)) { }
    asset->endpoint.is_void_due = true;
    takt_interrupt(hub);
    CHECK(takt_done(hub) == TAKT_INTERRUPTED && takt_time(asset) == 0);
    takt_interrupt(hub);
    CHECK(takt_poll(hub, 0, &turn) == TAKT_INTERRUPTED && takt_time(asset) == 0);
    tk_store(tk_log_at(&writer->log, tk_slot_offset(0)), tk_load(tk_log_at(&writer->log, TK_AT_TAIL)));
    CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_WAIT && takt_time(asset) == 10);
    /* The next turn is one like any other: it is given until it is done. */
    *tk_counter(&hub->counters, 0, TK_CORE_TIME) = 20;
    for (int i = 0; i < 2; i++) {
        CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_STEP && turn.from_ns == 10);
    }
    CHECK(takt_done(hub) == TAKT_OK && takt_time(asset) == 20);
    close(its_end);
    takt_close(hub);
}

static void require_lost(takt_hub *hub, int result, const char *op) {
    CHECK(result == TAKT_HUB_LOST && takt_last_error(hub)->code == TAKT_HUB_LOST);
    CHECK(strstr(takt_last_error(hub)->text, "is gone, and has not confirmed") != NULL);
    CHECK(strstr(takt_last_error(hub)->text, op) != NULL);
}

/* A hub that is gone was not told what an asset asks for, whether the asset waits for another hub or not. */
static void test_lost(const char *on_hub_lost) {
    takt_hub *hub = connected();
    takt_turn turn;
    takt_asset *asset = joined(hub, on_hub_lost, "");
    close(its_end);
    require_lost(hub, takt_stop(asset, "enough", true), "stop of asset 'x'");
    CHECK(takt_poll(hub, 0, &turn) == (strcmp(on_hub_lost, "EXIT") == 0 ? TAKT_HUB_LOST : TAKT_OK));
    require_lost(hub, takt_stop(asset, "enough", false), "stop of asset 'x'");
    if (strcmp(on_hub_lost, "EXIT") != 0) {
        CHECK(takt_join(hub, &(takt_spec) { .name = "y" }) == NULL);
        CHECK(takt_last_error(hub)->code == TAKT_HUB_LOST && strstr(takt_last_error(hub)->text, "'y'") != NULL);
        require_lost(hub, takt_leave(asset), "leave of asset 'x'");
    } else {
        require_lost(hub, takt_fail(asset, "fire"), "fail of asset 'x'");
    }
    takt_close(hub);
}

/* A hub that dies before it answers. */
static void test_lost_meanwhile(void) {
    takt_hub *hub = connected();
    takt_asset *asset = joined(hub, "EXIT", "");
    shutdown(its_end, SHUT_WR);
    require_lost(hub, takt_leave(asset), "leave of asset 'x'");
    CHECK(times(told(), "\"leave\"") == 1);
    takt_close(hub);
    close(its_end);
}

/* An asset that attaches asks once, however often its wait is interrupted. */
static void test_interrupted_attach(void) {
    takt_hub *hub = connected();
    char line[1024];
    takt_asset *asset = joined(hub, "ATTACH", "");
    told();
    hub->is_lost = true;
    asset->state = TK_DETACHED;
    for (int i = 0; i < 2; i++) {
        takt_interrupt(hub);
        CHECK(tk_attach(hub) == TAKT_INTERRUPTED);
    }
    CHECK(times(told(), "\"join\"") == 1);
    const int length = snprintf(line, sizeof line, "{\"id\":%d,\"ok\":true,\"joined\":{", (int) hub->last_id);
    snprintf(line + length, sizeof line - (size_t) length, CLOCKS, "ATTACH", "");
    say(line);
    CHECK(tk_attach(hub) == TAKT_OK && asset->state == TK_IDLE && times(told(), "\"join\"") == 0);
    close(its_end);
    takt_close(hub);
}

/* The run of the hub that takes over ends before it has answered: an end in order, as any. */
static void test_end_while_attaching(void) {
    takt_hub *hub = connected();
    takt_turn turn;
    takt_asset *asset = joined(hub, "ATTACH", "");
    hub->is_lost = true;
    asset->state = TK_DETACHED;
    say("{\"event\":\"state\",\"state\":\"STOPPED\",\"reason\":\"by a command\"}\n");
    for (int i = 0; i < 2; i++) {
        CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_STOP);
    }
    CHECK(strcmp(takt_end_reason(hub), "by a command") == 0);
    close(its_end);
    takt_close(hub);
}

static void require_step(takt_hub *hub, takt_asset *asset, int64_t to_ns) {
    takt_turn turn;
    *tk_counter(&hub->counters, 0, TK_CORE_TIME) = to_ns;
    CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_STEP && turn.asset == asset && turn.to_ns == to_ns);
    CHECK(takt_done(hub) == TAKT_OK && takt_time(asset) == to_ns);
}

/* An asset that is refused after all has left, and the others go on: between its turns, or in one. */
static void test_refused(bool is_in_turn) {
    takt_hub *hub = connected();
    takt_turn turn;
    takt_asset *x = joined(hub, "EXIT", "");
    if (is_in_turn) {
        *tk_counter(&hub->counters, 0, TK_CORE_TIME) = 10;
        CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.asset == x);
    }
    takt_asset *y = another(hub, "EXIT", "ADAPTIVE");
    told();
    say("{\"event\":\"refused\",\"asset\":\"x\",\"code\":\"BAD_CHANNEL\",\"error\":\"it has no poes\"}\n");
    tk_hub_listen(hub);
    if (is_in_turn) {
        CHECK(takt_done(hub) == TAKT_OK && takt_time(x) == 0);
    }
    CHECK(takt_poll(hub, 0, &turn) == TAKT_REFUSED && turn.kind == TAKT_STOP && turn.asset == x);
    CHECK(strcmp(takt_last_error(hub)->refusal, "BAD_CHANNEL") == 0 && times(told(), "\"leave\"") == 1);
    for (int64_t ns = 10; ns < 40; ns += 10) {
        require_step(hub, y, ns);
    }
    say("{\"event\":\"report\"}\n");
    tk_hub_listen(hub);
    CHECK(times(told(), "{\"asset\":") == 1);
    CHECK(takt_stop(x, "enough", false) == TAKT_REFUSED && takt_leave(x) == TAKT_OK && *told() == '\0');
    say("{\"event\":\"refused\",\"asset\":\"y\",\"code\":\"BAD_CHANNEL\",\"error\":\"nor this\"}\n");
    tk_hub_listen(hub);
    CHECK(takt_poll(hub, 0, &turn) == TAKT_REFUSED && turn.asset == y && takt_done(hub) == TAKT_OK);
    for (int i = 0; i < 2; i++) {
        CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_STOP && turn.asset == NULL);
    }
    close(its_end);
    takt_close(hub);
}

/* The last asset that goes on leaves: there are no turns for the others, which have ended. */
static void test_refused_alone(void) {
    takt_hub *hub = connected();
    takt_turn turn;
    char line[64];
    takt_asset *x = joined(hub, "EXIT", ""), *y = another(hub, "EXIT", "ADAPTIVE");
    say("{\"event\":\"refused\",\"asset\":\"x\",\"error\":\"no\"}\n");
    CHECK(takt_poll(hub, 0, &turn) == TAKT_REFUSED && turn.asset == x);
    require_step(hub, y, 10);
    snprintf(line, sizeof line, "{\"id\":%d,\"ok\":true}\n", (int) hub->last_id + 1);
    say(line);
    CHECK(takt_leave(y) == TAKT_OK);
    CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_STOP && turn.asset == NULL);
    close(its_end);
    takt_close(hub);
}

/* Of two assets the one waits for the next hub, and the other does not. */
static void test_lost_by_one(void) {
    takt_hub *hub = connected();
    takt_turn turn;
    takt_asset *x = joined(hub, "EXIT", ""), *y = another(hub, "ATTACH", "ADAPTIVE");
    close(its_end);
    CHECK(takt_poll(hub, 0, &turn) == TAKT_HUB_LOST && turn.asset == x);
    CHECK(strstr(takt_last_error(hub)->text, "asset 'x'") != NULL);
    for (int i = 0; i < 2; i++) {
        CHECK(takt_poll(hub, 0, &turn) == TAKT_OK && turn.kind == TAKT_WAIT && y->state == TK_DETACHED);
    }
    CHECK(takt_leave(x) == TAKT_OK);
    takt_close(hub);
}

/* An asset that no hub takes any more ends alone. */
static void test_attach_refused(void) {
    takt_hub *hub = connected();
    takt_turn turn;
    char line[1024];
    takt_asset *x = joined(hub, "ATTACH", ""), *y = another(hub, "ATTACH", "ADAPTIVE");
    hub->is_lost = true;
    x->state = y->state = TK_DETACHED;
    const int id = (int) hub->last_id + 1;
    const int length = snprintf(line, sizeof line, "{\"id\":%d,\"ok\":false,\"code\":\"UNKNOWN\",\"error\":\"no x\"}\n"
        "{\"id\":%d,\"ok\":true,\"joined\":{\"coreTimeCounter\":0,\"clocks\":{\"number\":1,\"timeNs\":0,", id, id + 1);
    snprintf(line + length, sizeof line - (size_t) length, "\"timeCounter\":10,\"retainCounter\":11}}}\n");
    say(line);
    CHECK(takt_poll(hub, 0, &turn) == TAKT_REFUSED && turn.asset == x);
    require_step(hub, y, 10);
    close(its_end);
    takt_close(hub);
}

static int naps;

static void begin_nap(void *user) {
    (void) user;
}

static int end_nap(void *user) {
    (void) user;
    return ++naps == 3;
}

/*
 * Waits as the configuration wants it: with sleeps, or without any, but where a lock is to be let go of in sleeps. Ends
 * with the third sleep; the time-out is for waits that have none, and long where there are to be some: other programs may
 * have the processor meanwhile.
 */
static int count_sleeps(const char *waiting, bool has_lock, int64_t timeout_ns) {
    takt_hub *hub = connected();
    takt_turn turn;
    another(hub, "EXIT", waiting);
    has_said = true;
    naps = 0;
    hub->waiting = has_lock ? (takt_waiting) { begin_nap, end_nap, NULL } : (takt_waiting) { .end = end_nap };
    CHECK(takt_poll(hub, timeout_ns, &turn) == TAKT_OK || naps == 3);
    const int count = naps;
    hub->waiting = (takt_waiting) { 0 };
    close(its_end);
    takt_close(hub);
    return count;
}

/* A hub that takes no more connections is waited for, with the lock of an interpreter let go of, until that ends it. */
static void test_crowded_hub(void) {
    char folder[40], path[48];
    takt_error error;
    int clients[64], count = 0;
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(folder, sizeof folder, "/tmp/takt-crowd-%ld", (long) getpid());
    snprintf(path, sizeof path, "%s/lab", folder);
    CHECK(mkdir(folder, 0700) == 0 && mkdir(path, 0700) == 0 && setenv("TAKT_DIR", folder, 1) == 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/control.sock", path);
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(listener, (struct sockaddr *) &address, sizeof address) == 0 && listen(listener, 0) == 0);
    int connected_too;
    naps = 0;
    do {
        clients[count] = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        connected_too = connect(clients[count++], (struct sockaddr *) &address, sizeof address);
    } while (connected_too == 0 && count < 64);
    CHECK(connected_too != 0 && errno == EAGAIN);
    CHECK(takt_connect_waiting("lab", &(takt_waiting) { begin_nap, end_nap, NULL }, &error) == NULL);
    CHECK(error.code == TAKT_INTERRUPTED && naps == 3 && strstr(error.text, "no room for a connection") != NULL);
    while (count > 0) {
        close(clients[--count]);
    }
    close(listener);
    unlink(address.sun_path);
    rmdir(path);
    rmdir(folder);
}

int main(void) {
    name_files();
    test_interrupted_join();
    test_joins_without_words();
    test_line_not_understood();
    test_long_reason();
    test_hub_that_does_not_read();
    test_sleeps_touch_nothing();
    test_interrupted_done();
    test_lost("ATTACH");
    test_lost("EXIT");
    test_lost_meanwhile();
    test_interrupted_attach();
    test_end_while_attaching();
    test_refused(false);
    test_refused(true);
    test_refused_alone();
    test_lost_by_one();
    test_attach_refused();
    CHECK(count_sleeps("SPIN", false, 50000000) == 0 && count_sleeps("YIELD", false, 50000000) == 0);
    CHECK(count_sleeps("SLEEP", false, 60000000000) == 3 && count_sleeps("ADAPTIVE", false, 60000000000) == 3);
    CHECK(count_sleeps("SPIN", true, 60000000000) == 3);
    test_crowded_hub();
    remove_files();
    printf("all hold\n");
    return 0;
}
