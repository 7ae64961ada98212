/* The connection: lines from the hub, and lines to it. */
#define _GNU_SOURCE
#include "hub.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "error.h"
#include "json.h"
#include "shm.h"

#define CLOSE_WITHIN_NS INT64_C(5000000000)

/* Bytes of a line that the hub takes, without its end; and of a reason, of which it keeps a thousand characters. */
enum { LONGEST_REQUEST = 1 << 20, LONGEST_REASON = 4096 };

/* ---- Lines from the hub ---- */

void tk_hub_end(takt_hub *hub, int how) {
    hub->end = how;
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        tk_asset_end(each);
    }
}

/* Another one may have the name of one that is over. */
static takt_asset *find(const takt_hub *hub, const char *name_value) {
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->over.code == TAKT_OK && tk_json_is(name_value, each->name)) {
            return each;
        }
    }
    return NULL;
}

takt_hub_state tk_hub_state(const char *value) {
    static const char *const names[] = { "WAITING", "READY", "RUNNING", "PAUSED", "RESETTING", "STOPPED", "FAILED" };
    for (int i = 0; i < 7; i++) {
        if (tk_json_is(value, names[i])) {
            return (takt_hub_state) (TAKT_HUB_WAITING + i);
        }
    }
    return TAKT_HUB_UNKNOWN;
}

static void on_state(takt_hub *hub, const char *line) {
    const char *state = tk_json_field(line, "state");
    hub->state = tk_hub_state(state);
    if (hub->state != TAKT_HUB_STOPPED && hub->state != TAKT_HUB_FAILED) {
        return;
    }
    tk_json_text(tk_json_field(line, "reason"), hub->end_reason, sizeof hub->end_reason);
    if (hub->state == TAKT_HUB_STOPPED) {
        tk_fail(&hub->error, TAKT_OK, "the run of hub '%s' has ended: %s", hub->name, hub->end_reason);
        tk_hub_end(hub, TAKT_OK);
    } else {
        tk_hub_end(hub, tk_fail(&hub->error, TAKT_RUN_FAILED, "the run of hub '%s' has failed: %s", hub->name,
            hub->end_reason));
    }
}

static void on_clocks(takt_hub *hub, const char *line) {
    int64_t core = -1;
    tk_json_int(tk_json_field(line, "coreTimeCounter"), &core);
    const char *each = tk_json_first(tk_json_field(line, "assets"));
    for (; each != NULL; each = tk_json_next(each)) {
        takt_asset *asset = find(hub, tk_json_field(each, "asset"));
        if (asset == NULL || asset->state != TK_AWAITING_CLOCKS) {
            continue;
        }
        const int taken = tk_take_clocks(asset, core, each);
        if (taken != TAKT_OK) {
            tk_hub_end(hub, taken);
            return;
        }
        if (asset->has_endpoint) {
            tk_endpoint_resume(&asset->endpoint);
        }
        asset->state = TK_IDLE;
    }
}

static void on_refused(takt_hub *hub, const char *line) {
    char words[400];
    takt_error why;
    takt_asset *asset = find(hub, tk_json_field(line, "asset"));
    if (asset != NULL) {
        tk_json_text(tk_json_field(line, "error"), words, sizeof words);
        tk_fail(&why, TAKT_REFUSED, "hub '%s' refuses asset '%s': %s", hub->name, asset->name, words);
        tk_json_text(tk_json_field(line, "code"), why.refusal, sizeof why.refusal);
        /* Before the hub hears of it: it may then give the asset's counters to another. */
        tk_asset_end_alone(asset, &why);
        tk_hub_tell_of(hub, "leave", asset->name);
    }
}

static void on_event(takt_hub *hub, const char *line) {
    const char *event = tk_json_field(line, "event");
    if (tk_json_is(event, "state")) {
        on_state(hub, line);
    } else if (tk_json_is(event, "reset")) {
        for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
            each->is_reset_due = true;
        }
    } else if (tk_json_is(event, "clocks")) {
        on_clocks(hub, line);
    } else if (tk_json_is(event, "refused")) {
        on_refused(hub, line);
    } else if (tk_json_is(event, "report")) {
        tk_report(hub);
    }
}

/* Takes the text of a refusal; returns its code. */
static int refusal(takt_hub *hub, const char *line) {
    char why[400];
    tk_json_text(tk_json_field(line, "error"), why, sizeof why);
    tk_fail(&hub->error, TAKT_REFUSED, "hub '%s' refuses: %s", hub->name, why);
    tk_json_text(tk_json_field(line, "code"), hub->error.refusal, sizeof hub->error.refusal);
    return TAKT_REFUSED;
}

/* Handles lines, up to the reply with an id; NULL when that is not there yet. */
static const char *handle_lines(takt_hub *hub, int64_t wanted_id) {
    for (char *line = tk_control_line(&hub->control); line != NULL && hub->end == TK_GOES_ON;
            line = tk_control_line(&hub->control)) {
        int64_t id = INT64_MAX;
        if (!tk_json_is_object(line)) {
            tk_hub_end(hub, tk_fail(&hub->error, TAKT_DAMAGED,
                "hub '%s' has sent a line that is no JSON object: %.100s", hub->name, line));
        } else if (tk_json_field(line, "event") != NULL) {
            on_event(hub, line);
        } else if (tk_json_int(tk_json_field(line, "id"), &id) && id == wanted_id) {
            return line;
        } else if (!tk_json_is_true(tk_json_field(line, "ok")) && (id == 0 || id > hub->given_up_id)) {
            /* 0 is of a line that the hub could not read: no reply to it will come. */
            tk_hub_end(hub, refusal(hub, line));
        }
    }
    return NULL;
}

/* The stream has ended. */
static void lose(takt_hub *hub, int how) {
    bool attaches = false;
    for (const takt_asset *each = hub->assets; each != NULL; each = each->next) {
        attaches |= how == TAKT_HUB_LOST && each->attaches && each->over.code == TAKT_OK;
    }
    tk_control_close(&hub->control);
    hub->is_lost = attaches;
    if (how == TAKT_HUB_LOST) {
        tk_fail(&hub->error, how, "hub '%s' has ended without a word; its clocks mean nothing any more", hub->name);
    }
    if (!attaches) {
        tk_hub_end(hub, how);
    }
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (attaches && !each->attaches && each->over.code == TAKT_OK) {
            takt_error why;
            tk_fail(&why, how, "hub '%s' has ended without a word, and asset '%s' waits for none that takes over",
                hub->name, each->name);
            tk_asset_end_alone(each, &why);
        }
        if (each->state == TK_IDLE || each->state == TK_AWAITING_CLOCKS) {
            each->state = TK_DETACHED;
        }
        /* A hub that takes over in a reset sends it again. */
        each->is_reset_due = false;
        each->attach_id = 0;
    }
}

/* Reads what there is; false at the end of the stream. What was said before that counts. */
static const char *read_reply(takt_hub *hub, int64_t wanted_id, bool *goes_on) {
    takt_error why = { 0 };
    const char *reply = handle_lines(hub, wanted_id);
    *goes_on = hub->end == TK_GOES_ON;
    if (reply != NULL || !*goes_on) {
        return reply;
    }
    const int read = tk_control_read(&hub->control, &why);
    reply = read == 1 ? handle_lines(hub, wanted_id) : NULL;
    if (read < 0) {
        hub->error = why;
        lose(hub, read);
    }
    *goes_on = hub->end == TK_GOES_ON && read >= 0;
    return reply;
}

void tk_hub_listen(takt_hub *hub) {
    bool goes_on = hub->control.fd >= 0;
    if (goes_on && hub->end == TK_GOES_ON) {
        read_reply(hub, 0, &goes_on);
    }
}

bool tk_hub_sleep_for_line(takt_hub *hub, int most_ms) {
    tk_hub_begin_sleep(hub);
    tk_control_wait(&hub->control, most_ms);
    return tk_hub_end_sleep(hub);
}

/* ---- What the hub is told ---- */

int tk_hub_tell(takt_hub *hub, const char *op, const tk_text *fields) {
    tk_text line = { 0 };
    int told;
    const int64_t id = ++hub->last_id;
    tk_text_add(&line, "{\"op\":\"%s\",\"id\":%" PRId64 "%s}\n", op, id, fields->at == NULL ? "" : fields->at);
    if (line.is_broken || fields->is_broken) {
        told = TAKT_SYSTEM;
    } else if (line.length > LONGEST_REQUEST + 1) {
        told = tk_fail(&hub->error, TAKT_MISUSE, "the request to %s has %zu bytes, and hub '%s' takes %d; declare fewer"
            " channels, or shorter names", op, line.length - 1, hub->name, LONGEST_REQUEST);
    } else {
        told = tk_control_send(&hub->control, line.at, line.length);
    }
    tk_text_free(&line);
    if (told == TAKT_SYSTEM) {
        tk_hub_end(hub, tk_fail(&hub->error, told, "no memory for a request to hub '%s'", hub->name));
    }
    return told;
}

void tk_hub_tell_of(takt_hub *hub, const char *op, const char *asset) {
    tk_text fields = { 0 };
    tk_text_add(&fields, ",\"asset\":\"%s\"", asset);
    tk_hub_tell(hub, op, &fields);
    tk_text_free(&fields);
}

int tk_hub_untold(takt_hub *hub, const char *asset, const char *op) {
    return tk_fail(&hub->error, TAKT_HUB_LOST, "hub '%s' is gone, and has not confirmed the %s of asset '%s'; one"
        " that takes over does not know of it", hub->name, op, asset);
}

void tk_hub_begin_sleep(const takt_hub *hub) {
    if (hub->waiting.begin != NULL) {
        hub->waiting.begin(hub->waiting.user);
    }
}

bool tk_hub_end_sleep(const takt_hub *hub) {
    return hub->waiting.end == NULL || hub->waiting.end(hub->waiting.user) == 0;
}

const char *tk_hub_ask(takt_hub *hub, const char *op, const tk_text *fields, int64_t timeout_ns) {
    const int told = tk_hub_tell(hub, op, fields);
    /* What a hub that is gone has said before counts. */
    return told == TAKT_OK || told == TAKT_HUB_LOST ? tk_hub_await(hub, op, hub->last_id, timeout_ns) : NULL;
}

const char *tk_hub_await(takt_hub *hub, const char *op, int64_t id, int64_t timeout_ns) {
    const int64_t until_ns = tk_wall_ns() + (timeout_ns == TAKT_FOREVER ? 0 : timeout_ns);
    const char *reply = NULL;
    bool goes_on = true, is_wanted = true;
    while (reply == NULL && goes_on) {
        if (tk_hub_was_interrupted(hub) || !is_wanted) {
            tk_fail(&hub->error, TAKT_INTERRUPTED, "interrupted while hub '%s' was asked to %s", hub->name, op);
            return NULL;
        }
        if (timeout_ns != TAKT_FOREVER && tk_wall_ns() > until_ns) {
            tk_fail(&hub->error, TAKT_HUB_LOST, "hub '%s' does not answer", hub->name);
            return NULL;
        }
        reply = read_reply(hub, id, &goes_on);
        if (reply == NULL && goes_on) {
            is_wanted = tk_hub_sleep_for_line(hub, TK_LONGEST_SLEEP_MS);
        }
    }
    if (reply == NULL) {
        if (hub->error.code == TAKT_OK) {
            hub->error.code = TAKT_REFUSED;
        }
        return NULL;
    }
    if (!tk_json_is_true(tk_json_field(reply, "ok"))) {
        refusal(hub, reply);
        return NULL;
    }
    return reply;
}

/* The file that was mapped is about to be unmapped; assets get new counters when they attach. */
static void forget_counters(takt_hub *hub) {
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        each->core_clock = NULL;
        each->clock = each->retain_counter = each->next_counter = NULL;
        each->endpoint.digest_counter = NULL;
        for (size_t i = 0; i < each->endpoint.output_count; i++) {
            each->endpoint.outputs[i].promise_counter = NULL;
        }
    }
    hub->sleep = hub->activity = hub->core_sleep = hub->core_sleep_for = NULL;
    tk_counters_close(&hub->counters);
}

static bool nap(const takt_hub *hub) {
    tk_hub_begin_sleep(hub);
    nanosleep(&(struct timespec) { .tv_nsec = TK_LONGEST_SLEEP_MS * 1000000L }, NULL);
    return tk_hub_end_sleep(hub);
}

int tk_hub_link(takt_hub *hub) {
    char path[300];
    tk_control_close(&hub->control);
    snprintf(path, sizeof path, "%s/control.sock", hub->folder);
    int linked = tk_control_open(&hub->control, path, &hub->error);
    while (linked == TK_TRY_AGAIN) {
        if (tk_hub_was_interrupted(hub) || !nap(hub)) {
            return tk_fail(&hub->error, TAKT_INTERRUPTED, "interrupted while hub '%s' had no room for a connection",
                hub->name);
        }
        linked = tk_control_open(&hub->control, path, &hub->error);
    }
    if (linked == TAKT_OK) {
        tk_counters counters;
        snprintf(path, sizeof path, "%s/cnc.dat", hub->folder);
        linked = tk_counters_open(&counters, path, &hub->error);
        if (linked == TAKT_OK) {
            forget_counters(hub);
            hub->counters = counters;
        }
    }
    const char *reply = linked == TAKT_OK ? tk_hub_ask(hub, "doorbell", &(tk_text) { 0 }, TAKT_FOREVER) : NULL;
    if (reply == NULL) {
        tk_control_close(&hub->control);
        return hub->error.code;
    }
    const char *doorbell = tk_json_field(reply, "doorbell");
    int64_t sleep = -1, activity = -1, core = -1, core_for = -1;
    tk_json_int(tk_json_field(doorbell, "sleepCounter"), &sleep);
    tk_json_int(tk_json_field(doorbell, "activityCounter"), &activity);
    tk_json_int(tk_json_field(doorbell, "coreSleepCounter"), &core);
    tk_json_int(tk_json_field(doorbell, "coreSleepForCounter"), &core_for);
    hub->sleep = tk_counter(&hub->counters, sleep, TK_DOORBELL);
    hub->activity = tk_counter(&hub->counters, activity, TK_ACTIVITY);
    hub->core_sleep = tk_counter(&hub->counters, core, TK_DOORBELL);
    hub->core_sleep_for = tk_counter(&hub->counters, core_for, TK_DOORBELL);
    hub->room.doorbell = sleep;
    if (hub->sleep == NULL || hub->activity == NULL || hub->core_sleep == NULL || hub->core_sleep_for == NULL) {
        tk_control_close(&hub->control);
        return tk_fail(&hub->error, TAKT_DAMAGED, "hub '%s' speaks another protocol: it named no doorbell", hub->name);
    }
    return TAKT_OK;
}

/* ---- Connecting and leaving ---- */

static void set_folder(takt_hub *hub) {
    const char *base = getenv("TAKT_DIR");
    if (base != NULL && base[0] != '\0') {
        snprintf(hub->folder, sizeof hub->folder, "%s/%s", base, hub->name);
    } else {
        struct passwd entry, *user = NULL;
        char texts[4096];
        getpwuid_r(getuid(), &entry, texts, sizeof texts, &user); /* The other one has its answer in static memory. */
        const char *temporary = getenv("TMPDIR");
        snprintf(hub->folder, sizeof hub->folder, "%s/takt-%s/%s", access("/dev/shm", F_OK) == 0 ? "/dev/shm"
            : temporary != NULL && temporary[0] != '\0' ? temporary : "/tmp", user == NULL ? "?" : user->pw_name,
            hub->name);
    }
}

takt_hub *takt_connect(const char *hub_name, takt_error *error) {
    return takt_connect_waiting(hub_name, &(takt_waiting) { 0 }, error);
}

takt_hub *takt_connect_waiting(const char *hub_name, const takt_waiting *waiting, takt_error *error) {
    const char *name = hub_name != NULL ? hub_name : getenv("TAKT_HUB");
    if (name == NULL || name[0] == '\0') {
        tk_fail(error, TAKT_MISUSE, "which hub? give its name, or set TAKT_HUB, as `takt run` does");
        return NULL;
    }
    if (strlen(name) > 100 || strchr(name, '/') != NULL) {
        tk_fail(error, TAKT_MISUSE, "no hub has the name '%.110s': names have 1 to 100 letters, digits, '.', '_',"
            " '-'", name);
        return NULL;
    }
    takt_hub *hub = calloc(1, sizeof *hub);
    if (hub == NULL) {
        tk_fail(error, TAKT_SYSTEM, "no memory for a connection");
        return NULL;
    }
    strcpy(hub->name, name);
    hub->waiting = *waiting;
    hub->control.fd = -1;
    hub->end = TK_GOES_ON;
    hub->turn = TK_NO_TURN;
    hub->room = (tk_room) { .wait = tk_wait_for_room, .thread = hub, .error = &hub->error, .counters = &hub->counters };
    set_folder(hub);
    if (tk_hub_link(hub) != TAKT_OK) {
        if (error != NULL) {
            *error = hub->error;
        }
        takt_close(hub);
        return NULL;
    }
    return hub;
}

/* Nothing of it is written any more. */
static void forget(takt_asset *asset) {
    takt_hub *hub = asset->hub;
    for (takt_asset **at = &hub->assets; *at != NULL; at = &(*at)->next) {
        if (*at == asset) {
            *at = asset->next;
            break;
        }
    }
    hub->tried_last = hub->tried_last == asset ? NULL : hub->tried_last;
    hub->is_end_due = true;
    if (hub->turn.asset == asset) {
        hub->turn = (takt_turn) { 0 };
        hub->is_finishing = false;
    }
    tk_asset_free(asset);
}

static void add_reason(tk_text *fields, const char *reason) {
    char its[LONGEST_REASON + 1];
    const size_t length = reason == NULL ? 0 : strnlen(reason, sizeof its);
    const size_t kept = length < sizeof its ? length : tk_text_whole(reason, LONGEST_REASON);
    tk_text_add(fields, ",\"reason\":");
    if (kept > 0) {
        memcpy(its, reason, kept);
    }
    its[kept] = '\0';
    tk_text_add_quoted(fields, its);
}

static int part(takt_asset *asset, const char *op, const char *reason, int64_t within_ns) {
    takt_hub *hub = asset->hub;
    tk_text fields = { 0 };
    tk_asset_end(asset);
    tk_text_add(&fields, ",\"asset\":\"%s\"", asset->name);
    if (reason != NULL) {
        add_reason(&fields, reason);
        tk_text_add(&fields, asset->has_endpoint && tk_endpoint_is_damaged(&asset->endpoint) ? ",\"damaged\":true" : "");
    }
    int result = TAKT_OK;
    const bool is_asked = !tk_asset_is_over(asset) && !hub->is_lost;
    if (is_asked && tk_hub_ask(hub, op, &fields, within_ns) == NULL && hub->end == TK_GOES_ON && !hub->is_lost) {
        result = hub->error.code;
    } else if (asset->over.code == TAKT_OK && (hub->is_lost || hub->end == TAKT_HUB_LOST)) {
        result = tk_hub_untold(hub, asset->name, op);
    } else if (is_asked && hub->end < 0 && hub->end != TAKT_RUN_FAILED) {
        result = hub->end;
    }
    tk_text_free(&fields);
    forget(asset);
    return result;
}

int takt_leave(takt_asset *asset) {
    return part(asset, "leave", NULL, CLOSE_WITHIN_NS);
}

int takt_fail(takt_asset *asset, const char *reason) {
    return part(asset, "fail", reason == NULL ? "" : reason, CLOSE_WITHIN_NS);
}

int takt_stop(takt_asset *asset, const char *reason, bool has_failed) {
    takt_hub *hub = asset->hub;
    tk_text fields = { 0 };
    if (asset->over.code != TAKT_OK) {
        hub->error = asset->over;
        return asset->over.code;
    }
    tk_text_add(&fields, ",\"asset\":\"%s\"", asset->name);
    add_reason(&fields, reason);
    tk_text_add(&fields, has_failed ? ",\"failed\":true" : "");
    const bool is_told = !hub->is_lost && hub->end != TAKT_HUB_LOST
        && tk_hub_tell(hub, "stop", &fields) == TAKT_OK;
    tk_text_free(&fields);
    return is_told || hub->end == TAKT_OK || hub->end == TAKT_RUN_FAILED ? TAKT_OK
        : tk_hub_untold(hub, asset->name, "stop");
}

void takt_close(takt_hub *hub) {
    if (hub == NULL) {
        return;
    }
    const int64_t until_ns = tk_wall_ns() + CLOSE_WITHIN_NS;
    while (hub->assets != NULL) {
        const int64_t left_ns = until_ns - tk_wall_ns();
        part(hub->assets, "leave", NULL, left_ns < 0 ? 0 : left_ns);
    }
    tk_control_close(&hub->control);
    tk_counters_close(&hub->counters);
    free(hub);
}

const char *takt_end_reason(const takt_hub *hub) {
    return hub->state == TAKT_HUB_STOPPED || hub->state == TAKT_HUB_FAILED ? hub->end_reason : NULL;
}

const takt_error *takt_last_error(const takt_hub *hub) {
    return &hub->error;
}

void takt_interrupt(takt_hub *hub) {
    __atomic_store_n(&hub->is_interrupted, 1, __ATOMIC_RELEASE);
}
