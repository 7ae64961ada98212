/* Joins, and joins again with a hub that has taken over. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "hub.h"
#include "json.h"
#include "rules.h"
#include "shm.h"

enum { USUAL_MAX_BYTES = 64 * 1024 };

/* When this process started, in clock ticks since the boot: field 22 of its line. 0 where that is not told. */
static unsigned long long start_time(void) {
    char line[1024] = "";
    FILE *file = fopen("/proc/self/stat", "re");
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        line[0] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    const char *at = strrchr(line, ')'); /* The end of field 2, which may hold blanks itself. */
    for (int field = 3; at != NULL && field <= 22; field++) {
        at = strchr(at + 1, ' ');
    }
    return at == NULL ? 0 : strtoull(at, NULL, 10);
}

static const char *delivery_name(takt_delivery delivery) {
    static const char *const names[] = { "GATED", "GATED_UNTIL_END", "RETROACTIVE", "LATEST" };
    return names[delivery];
}

/* The fields of a join that stay the same for each hub. */
static void declare(tk_text *text, const char *name, const takt_spec *spec) {
    tk_text_add(text, ",\"asset\":");
    tk_text_add_quoted(text, name);
    if (spec->step_ns != 0) {
        tk_text_add(text, ",\"stepNs\":%" PRId64, spec->step_ns);
    } else {
        tk_text_add(text, ",\"canVary\":true"); /* A turn says where its step begins and ends. */
    }
    if (spec->granularity_ns != 0) {
        tk_text_add(text, ",\"granularityNs\":%" PRId64 "%s", spec->granularity_ns,
            spec->whole_steps ? ",\"wholeSteps\":true" : "");
    }
    if (spec->has_interval && spec->interval_ns != TAKT_CONFIGURED) {
        tk_text_add(text, ",\"intervalNs\":%" PRId64, spec->interval_ns);
    }
    tk_text_add(text, ",\"pid\":%ld", (long) getpid());
    const unsigned long long started = start_time();
    if (started != 0) {
        tk_text_add(text, ",\"startTime\":%llu", started);
    }
    for (size_t i = 0; i < spec->output_count; i++) {
        tk_text_add(text, "%s{\"channel\":", i == 0 ? ",\"outputs\":[" : ",");
        tk_text_add_quoted(text, spec->outputs[i].channel);
        tk_text_add(text, ",\"maxBytes\":%" PRId32,
            spec->outputs[i].max_bytes != 0 ? spec->outputs[i].max_bytes : USUAL_MAX_BYTES);
        tk_text_add(text, i + 1 == spec->output_count ? "}]" : "}");
    }
    for (size_t i = 0; i < spec->input_count; i++) {
        const takt_input_spec *input = &spec->inputs[i];
        tk_text_add(text, "%s{\"channel\":", i == 0 ? ",\"inputs\":[" : ",");
        tk_text_add_quoted(text, input->channel);
        tk_text_add(text, ",\"sender\":");
        tk_text_add_quoted(text, input->sender);
        tk_text_add(text, ",\"delivery\":\"%s\",\"delayNs\":%" PRId64 ",\"jitterNs\":%" PRId64 ",\"loss\":",
            delivery_name(input->delivery), input->delay_ns, input->jitter_ns);
        char loss[40];
        tk_json_put_real(input->loss, loss, sizeof loss);
        tk_text_add(text, "%s", loss);
        tk_text_add(text, i + 1 == spec->input_count ? "}]" : "}");
    }
    if (spec->at_core_time) {
        tk_text_add(text, ",\"atCoreTime\":true");
    }
}

static int not_understood(takt_hub *hub, const char *asset) {
    return tk_fail(&hub->error, TAKT_DAMAGED, "hub '%s' speaks another protocol: its answer to the join of asset '%s'"
        " has no clocks that this library knows", hub->name, asset);
}

int tk_take_clocks(takt_asset *asset, int64_t core_counter, const char *clocks) {
    takt_hub *hub = asset->hub;
    int64_t time = -1, retain = -1;
    if (!tk_json_int(tk_json_field(clocks, "timeCounter"), &time)
        || !tk_json_int(tk_json_field(clocks, "retainCounter"), &retain)
        || !tk_json_int(tk_json_field(clocks, "number"), &asset->number)
        || !tk_json_int(tk_json_field(clocks, "timeNs"), &asset->stepping.time_ns) || asset->stepping.time_ns < 0) {
        return not_understood(hub, asset->name);
    }
    asset->core_clock = tk_counter(&hub->counters, core_counter, TK_CORE_TIME);
    asset->clock = tk_counter(&hub->counters, time, TK_ASSET_TIME);
    asset->retain_counter = tk_counter(&hub->counters, retain, TK_RETAIN);
    if (asset->core_clock == NULL || asset->clock == NULL || asset->retain_counter == NULL) {
        return not_understood(hub, asset->name);
    }
    int64_t next;
    asset->next_counter = tk_json_int(tk_json_field(clocks, "nextCounter"), &next)
        ? tk_counter(&hub->counters, next, TK_NEXT_TIME) : NULL;
    asset->next_told_ns = -1;
    asset->core_seen_ns = asset->retains = 0;
    asset->is_retaining = false;
    asset->due_ns = tk_later(tk_wall_ns(), asset->interval_ns);
    return asset->has_endpoint ? tk_endpoint_attach(&asset->endpoint, tk_json_field(clocks, "messages")) : TAKT_OK;
}

/* Asks to join. The reply is NULL with an error noted where there is none. */
static const char *ask(takt_asset *asset) {
    takt_hub *hub = asset->hub;
    tk_text fields = { 0 };
    tk_text_add(&fields, "%s,\"doorbell\":%" PRId64, asset->declaration, hub->room.doorbell);
    const char *reply = tk_hub_ask(hub, "join", &fields, TAKT_FOREVER);
    tk_text_free(&fields);
    return reply;
}

/* The same with a hub that has taken over. Where the wait was interrupted, the next call waits for the same reply. */
static const char *ask_to_attach(takt_asset *asset) {
    takt_hub *hub = asset->hub;
    if (asset->attach_id == 0) {
        tk_text fields = { 0 };
        tk_text_add(&fields, "%s,\"doorbell\":%" PRId64 ",\"timeNs\":%" PRId64, asset->declaration, hub->room.doorbell,
            asset->is_at_start ? 0 : asset->stepping.time_ns);
        const int told = tk_hub_tell(hub, "join", &fields);
        asset->attach_id = told == TAKT_OK || told == TAKT_HUB_LOST ? hub->last_id : 0;
        tk_text_free(&fields);
    }
    const char *reply = asset->attach_id == 0 ? NULL
        : tk_hub_await(hub, "attach", asset->attach_id, TAKT_FOREVER);
    if (reply != NULL || hub->error.code != TAKT_INTERRUPTED) {
        asset->attach_id = 0;
    }
    return reply;
}

static bool has_asset(const takt_hub *hub, const char *name) {
    for (const takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->over.code == TAKT_OK && strcmp(each->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* A join whose reply is not waited for any more is followed by a leave, so that the hub has no member of it. */
static void give_up(takt_hub *hub, const char *name) {
    const takt_error why = hub->error;
    if (!has_asset(hub, name)) {
        tk_text leave = { 0 };
        tk_text_add(&leave, ",\"asset\":");
        tk_text_add_quoted(&leave, name);
        tk_hub_tell(hub, "leave", &leave);
        tk_text_free(&leave);
    }
    hub->given_up_id = hub->last_id;
    hub->error = why;
}

static tk_strategy read_strategy(const char *value) {
    return tk_json_is(value, "SPIN") ? TK_ONLY_SPINS : tk_json_is(value, "YIELD") ? TK_ONLY_YIELDS
        : tk_json_is(value, "SLEEP") ? TK_ONLY_SLEEPS : TK_ADAPTS;
}

/* Takes what the reply to the first join says. */
static int take_reply(takt_asset *asset, const char *reply, takt_on_hub_lost on_hub_lost) {
    takt_hub *hub = asset->hub;
    const char *joined = tk_json_field(reply, "joined");
    const char *clocks = tk_json_field(joined, "clocks");
    const char *messages = tk_json_field(clocks, "messages");
    int64_t core = -1, step_ns = 0;
    if (!tk_json_int(tk_json_field(joined, "coreTimeCounter"), &core)
        || !tk_json_int(tk_json_field(joined, "maxDelayNs"), &asset->max_delay_ns)
        || !tk_json_int(tk_json_field(joined, "stepNs"), &step_ns) || step_ns <= 0) {
        return not_understood(hub, asset->name);
    }
    int64_t granularity_ns = step_ns;
    tk_json_int(tk_json_field(joined, "granularityNs"), &granularity_ns);
    if (granularity_ns <= 0 || step_ns % granularity_ns != 0) {
        return not_understood(hub, asset->name);
    }
    tk_stepping_init(&asset->stepping, step_ns, granularity_ns, tk_json_is_true(tk_json_field(joined, "wholeSteps")));
    tk_json_int(tk_json_field(joined, "coreStepNs"), &asset->core_step_ns);
    hub->state = tk_hub_state(tk_json_field(joined, "state"));
    tk_json_int(tk_json_field(joined, "intervalNs"), &asset->interval_ns);
    if (asset->interval_ns < 0 || asset->max_delay_ns < 0) {
        return not_understood(hub, asset->name);
    }
    tk_json_int(tk_json_field(joined, "seed"), &asset->seed);
    asset->attaches = on_hub_lost == TAKT_ON_HUB_LOST_ATTACH || (on_hub_lost == TAKT_ON_HUB_LOST_CONFIGURED
        && tk_json_is(tk_json_field(joined, "onHubLost"), "ATTACH"));
    if (!hub->has_strategy) {
        hub->has_strategy = true;
        hub->strategy = read_strategy(tk_json_field(joined, "waiting"));
    }
    const int taken = tk_take_clocks(asset, core, clocks);
    if (taken != TAKT_OK || messages == NULL || *messages != '{') {
        return taken;
    }
    asset->has_endpoint = true;
    return tk_endpoint_open(&asset->endpoint, asset->name, messages, &asset->stepping, asset->max_delay_ns,
        &hub->room);
}

void tk_asset_free(takt_asset *asset) {
    if (asset->has_endpoint) {
        tk_endpoint_close(&asset->endpoint);
    }
    free(asset->declaration);
    free(asset);
}

/* What the hub could not answer, because it is not to be put into words. */
static int check_channels(takt_hub *hub, const char *name, const takt_spec *spec) {
    for (size_t i = 0; i < spec->output_count; i++) {
        if (spec->outputs[i].channel == NULL) {
            return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s': output %zu has no channel", name, i);
        }
    }
    for (size_t i = 0; i < spec->input_count; i++) {
        const takt_input_spec *input = &spec->inputs[i];
        if (input->channel == NULL || input->sender == NULL) {
            return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s': input %zu has no %s", name, i,
                input->channel == NULL ? "channel" : "sender");
        }
        if ((int) input->delivery < TAKT_GATED || (int) input->delivery > TAKT_LATEST) {
            return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s', channel '%s': %d is no delivery; there are TAKT_GATED"
                " (%d) to TAKT_LATEST (%d)", name, input->channel, (int) input->delivery, TAKT_GATED, TAKT_LATEST);
        }
        if (!(input->loss >= 0 && input->loss <= 1)) {
            return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s', channel '%s': the loss %g is no fraction from 0 to 1",
                name, input->channel, input->loss);
        }
    }
    return TAKT_OK;
}

takt_asset *takt_join(takt_hub *hub, const takt_spec *spec) {
    const char *name = spec->name != NULL ? spec->name : getenv("TAKT_ASSET");
    if (name == NULL || name[0] == '\0' || strlen(name) > 100) {
        tk_fail(&hub->error, TAKT_MISUSE,
            "the asset needs a name of 1 to 100 characters, in the spec or in TAKT_ASSET");
        return NULL;
    }
    if (hub->end != TK_GOES_ON) {
        tk_fail(&hub->error, TAKT_MISUSE, "hub '%s' has ended; connect again to join with '%s'", hub->name, name);
        return NULL;
    }
    if (hub->is_lost) {
        tk_fail(&hub->error, TAKT_HUB_LOST, "hub '%s' is gone; join with '%s' once takt_poll has found the hub that"
            " takes over", hub->name, name);
        return NULL;
    }
    if (check_channels(hub, name, spec) != TAKT_OK) {
        return NULL;
    }
    takt_asset *asset = calloc(1, sizeof *asset);
    tk_text fields = { 0 };
    declare(&fields, name, spec);
    if (asset == NULL || fields.is_broken) {
        free(asset);
        tk_text_free(&fields);
        tk_fail(&hub->error, TAKT_SYSTEM, "no memory for asset '%s'", name);
        return NULL;
    }
    asset->hub = hub;
    strcpy(asset->name, name);
    asset->declaration = fields.at;
    const char *reply = ask(asset);
    if (reply == NULL) {
        if (hub->error.code == TAKT_INTERRUPTED) {
            give_up(hub, name);
        }
        tk_asset_free(asset);
        return NULL;
    }
    if (take_reply(asset, reply, spec->on_hub_lost) != TAKT_OK) {
        const takt_error why = hub->error;
        tk_text leave = { 0 };
        tk_text_add(&leave, ",\"asset\":\"%s\"", name);
        tk_hub_ask(hub, "leave", &leave, INT64_C(5000000000));
        tk_text_free(&leave);
        tk_asset_free(asset);
        hub->error = why;
        return NULL;
    }
    takt_asset **last = &hub->assets;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = asset;
    hub->is_start_due = true;
    return asset;
}

static int attach(takt_asset *asset) {
    takt_hub *hub = asset->hub;
    const char *reply = ask_to_attach(asset);
    if (reply == NULL) {
        return hub->error.code == TAKT_REFUSED && strcmp(hub->error.refusal, "RESETTING") == 0 ? TAKT_NO_HUB
            : hub->error.code == TAKT_HUB_LOST ? TAKT_NO_HUB : hub->error.code;
    }
    const char *joined = tk_json_field(reply, "joined");
    int64_t core = -1;
    tk_json_int(tk_json_field(joined, "coreTimeCounter"), &core);
    hub->state = tk_hub_state(tk_json_field(joined, "state"));
    const int taken = tk_take_clocks(asset, core, tk_json_field(joined, "clocks"));
    if (taken != TAKT_OK) {
        return taken;
    }
    if (asset->has_endpoint && asset->is_at_start) {
        tk_endpoint_resume(&asset->endpoint);
    }
    asset->state = TK_IDLE;
    if (asset->is_ready) {
        tk_hub_tell_of(hub, "ready", asset->name);
    }
    return TAKT_OK;
}

int tk_attach(takt_hub *hub) {
    if (hub->control.fd < 0) {
        const int linked = tk_hub_link(hub);
        if (linked != TAKT_OK) {
            return linked == TAKT_INTERRUPTED ? linked : TAKT_NO_HUB;
        }
    }
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        const int attached = each->state == TK_DETACHED ? attach(each) : TAKT_OK;
        if (attached == TAKT_REFUSED && hub->end == TK_GOES_ON) {
            tk_asset_end_alone(each, &hub->error); /* The others may find their places. */
        } else if (attached != TAKT_OK) {
            return attached;
        }
    }
    hub->is_lost = false;
    return TAKT_OK;
}
