/* Opens and closes an endpoint: the outputs and inputs that the reply to a join lists. */
#include "endpoint.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "json.h"
#include "rules.h"
#include "shm.h"

static int field_not_understood(const tk_endpoint *endpoint, const char *field) {
    return tk_fail(endpoint->room->error, TAKT_DAMAGED,
        "the hub speaks another protocol: in the messages of asset '%s' it does not say '%s' as this library knows it",
        endpoint->asset, field);
}

static size_t count(const char *array) {
    size_t n = 0;
    for (const char *each = tk_json_first(array); each != NULL; each = tk_json_next(each)) {
        n++;
    }
    return n;
}

static int open_outputs(tk_endpoint *endpoint, const char *outputs) {
    endpoint->outputs = calloc(count(outputs) + 1, sizeof *endpoint->outputs);
    if (endpoint->outputs == NULL) {
        return tk_fail(endpoint->room->error, TAKT_SYSTEM, "no memory for the outputs of '%s'", endpoint->asset);
    }
    for (const char *each = tk_json_first(outputs); each != NULL; each = tk_json_next(each)) {
        takt_output *output = &endpoint->outputs[endpoint->output_count++];
        int64_t index, max_bytes;
        if (!tk_json_text(tk_json_field(each, "channel"), output->channel, sizeof output->channel)
            || !tk_json_int(tk_json_field(each, "index"), &index) || index < 0 || index >= TK_MOST_CHANNELS
            || !tk_json_int(tk_json_field(each, "maxBytes"), &max_bytes) || max_bytes < 0 || max_bytes > INT32_MAX) {
            return field_not_understood(endpoint, "outputs");
        }
        output->endpoint = endpoint;
        output->index = (int32_t) index;
        output->max_bytes = (int32_t) max_bytes;
        output->sent_in = output->sent_latest_ns = TK_CLOSED;
        output->promised_ns = output->told_ns = tk_log_promise(&endpoint->writer.log, output->index);
        tk_json_text(tk_json_field(each, "latest"), output->latest_path, sizeof output->latest_path);
        tk_values_read(&output->values, tk_json_field(each, "values"));
    }
    return TAKT_OK;
}

static bool read_delivery(const char *value, takt_delivery *into) {
    static const char *const names[] = { "GATED", "GATED_UNTIL_END", "RETROACTIVE", "LATEST" };
    for (int i = 0; i < 4; i++) {
        if (tk_json_is(value, names[i])) {
            *into = (takt_delivery) i;
            return true;
        }
    }
    return false;
}

static int open_latest(tk_endpoint *endpoint, tk_link *link, const char *path) {
    const int opened = tk_latest_open(&link->latest, path, endpoint->room->error);
    if (opened != TAKT_OK) {
        return opened;
    }
    link->latest_copy = malloc(tk_latest_most(&link->latest) + 1);
    return link->latest_copy != NULL ? TAKT_OK
        : tk_fail(endpoint->room->error, TAKT_SYSTEM, "no memory for the channel '%s'", link->channel);
}

/* The source with a log; opened if it is new. */
static int find_source(tk_endpoint *endpoint, const char *path, int64_t slot, tk_source **found) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        if (strcmp(endpoint->sources[i].log.path, path) == 0) {
            *found = &endpoint->sources[i];
            return TAKT_OK;
        }
    }
    *found = &endpoint->sources[endpoint->source_count];
    /* Only a whole step goes beyond a delivery. */
    const int64_t within_ns = endpoint->is_whole ? endpoint->greatest_ns : endpoint->granularity_ns;
    const int opened = tk_source_open(*found, path, slot, &endpoint->inbox, endpoint->max_delay_ns, within_ns,
        endpoint->room->error);
    endpoint->source_count += opened == TAKT_OK;
    return opened;
}

static int open_input(tk_endpoint *endpoint, const char *input, tk_link *link, int64_t seed, int64_t time_ns) {
    int64_t index, slot, delay_ns = 0, jitter_ns = 0;
    double loss = 0;
    char path[512];
    if (!tk_json_text(tk_json_field(input, "channel"), link->channel, sizeof link->channel)
        || !tk_json_text(tk_json_field(input, "sender"), link->sender, sizeof link->sender)
        || !read_delivery(tk_json_field(input, "delivery"), &link->delivery)
        || !tk_json_int(tk_json_field(input, "index"), &index) || index < 0 || index >= TK_MOST_CHANNELS) {
        return field_not_understood(endpoint, "inputs");
    }
    tk_json_int(tk_json_field(input, "delayNs"), &delay_ns);
    tk_json_int(tk_json_field(input, "jitterNs"), &jitter_ns);
    tk_json_real(tk_json_field(input, "loss"), &loss);
    if (delay_ns < 0 || jitter_ns < 0) {
        return field_not_understood(endpoint, "inputs");
    }
    tk_fate_init(&link->fate, seed, link->channel, link->sender, endpoint->asset, delay_ns, jitter_ns, loss);
    link->channel_index = (int32_t) index;
    tk_values_read(&link->values, tk_json_field(input, "values"));
    link->values.told.sender = link->sender;
    link->name = tk_digest_name(link->channel, link->sender);
    link->used_up_to_ns = time_ns == 0 || link->delivery == TAKT_RETROACTIVE ? -1
        : link->delivery == TAKT_GATED ? endpoint->last_from_ns : time_ns;
    if (link->delivery == TAKT_LATEST) {
        return tk_json_text(tk_json_field(input, "latest"), path, sizeof path) ? open_latest(endpoint, link, path)
            : field_not_understood(endpoint, "latest");
    }
    tk_source *source;
    if (!tk_json_text(tk_json_field(input, "log"), path, sizeof path)
        || !tk_json_int(tk_json_field(input, "slot"), &slot)) {
        return field_not_understood(endpoint, "log");
    }
    const int found = find_source(endpoint, path, slot, &source);
    if (found == TAKT_OK) {
        tk_source_add(source, link);
    }
    return found;
}

static int open_inputs(tk_endpoint *endpoint, const char *inputs, int64_t seed, int64_t time_ns) {
    const size_t n = count(inputs);
    endpoint->links = calloc(n + 1, sizeof *endpoint->links);
    endpoint->sources = calloc(n + 1, sizeof *endpoint->sources);
    if (endpoint->links == NULL || endpoint->sources == NULL) {
        return tk_fail(endpoint->room->error, TAKT_SYSTEM, "no memory for the inputs of '%s'", endpoint->asset);
    }
    for (const char *each = tk_json_first(inputs); each != NULL; each = tk_json_next(each)) {
        tk_link *link = &endpoint->links[endpoint->link_count];
        link->input_index = (int32_t) endpoint->link_count++;
        const int opened = open_input(endpoint, each, link, seed, time_ns);
        if (opened != TAKT_OK) {
            return opened;
        }
    }
    return TAKT_OK;
}

/* Passes over what a predecessor was handed in the steps that it ended; its digest may not have all of that. */
static int take_in_earlier(tk_endpoint *endpoint, int64_t time_ns) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source *source = &endpoint->sources[i];
        const int read = tk_source_read(source, endpoint->room->error);
        if (read != TAKT_OK) {
            return read;
        }
        const int64_t up_to = tk_source_handed_by(source, time_ns);
        while (source->arrived.first != NULL && source->arrived.first->position < up_to) {
            tk_pending *message = tk_list_poll(&source->arrived);
            if (tk_endpoint_is_settled(endpoint, message, time_ns)) {
                tk_inbox_give_back(&endpoint->inbox, message);
            } else if (!tk_heap_add(&endpoint->inbox.told, message)) {
                tk_inbox_give_back(&endpoint->inbox, message);
                return tk_fail(endpoint->room->error, TAKT_SYSTEM, "no memory for messages of '%s'", endpoint->asset);
            }
        }
    }
    return TAKT_OK;
}

int tk_endpoint_open(tk_endpoint *endpoint, const char *asset, const char *messages, const tk_stepping *stepping,
    int64_t max_delay_ns, const tk_room *room) {
    const int64_t time_ns = stepping->time_ns;
    *endpoint = (tk_endpoint) { .room = room, .greatest_ns = stepping->greatest_ns,
        .granularity_ns = stepping->granularity_ns, .is_whole = stepping->is_whole, .began_ns = time_ns,
        .max_delay_ns = max_delay_ns };
    strncpy(endpoint->asset, asset, sizeof endpoint->asset - 1);
    char path[512];
    int64_t seed = 0;
    if (!tk_json_text(tk_json_field(messages, "log"), path, sizeof path)
        || !tk_json_int(tk_json_field(messages, "seed"), &seed)) {
        return field_not_understood(endpoint, "log");
    }
    int result = tk_writer_open(&endpoint->writer, path, time_ns, room->error);
    if (result != TAKT_OK) {
        return result;
    }
    const tk_log *log = &endpoint->writer.log;
    endpoint->is_dawn_sent = tk_load(tk_log_at(log, TK_AT_FRONTIER)) != TK_NOTHING_PUBLISHED;
    endpoint->is_void_due = endpoint->writer.next != 0;
    endpoint->void_after_ns = endpoint->is_dawn_sent ? time_ns : TK_NOTHING_PUBLISHED;
    const int64_t void_after_ns = tk_load(tk_log_at(log, TK_AT_VOID_AFTER));
    if (endpoint->is_dawn_sent && tk_load(tk_log_at(log, TK_AT_VOID_UNTIL)) == endpoint->writer.next
        && void_after_ns < time_ns) {
        endpoint->void_after_ns = void_after_ns;
    }
    const int64_t step_before_ns = time_ns - endpoint->granularity_ns;
    endpoint->last_from_ns = endpoint->greatest_ns == endpoint->granularity_ns ? step_before_ns
        : tk_writer_start_of_step_to(&endpoint->writer, time_ns, step_before_ns);
    endpoint->digest = endpoint->running_digest = endpoint->writer.digest;
    result = open_outputs(endpoint, tk_json_field(messages, "outputs"));
    if (result == TAKT_OK) {
        result = open_inputs(endpoint, tk_json_field(messages, "inputs"), seed, time_ns);
    }
    tk_endpoint_before_first_step(endpoint, time_ns);
    if (result == TAKT_OK) {
        result = take_in_earlier(endpoint, time_ns);
    }
    return result == TAKT_OK ? tk_endpoint_attach(endpoint, messages) : result;
}

void tk_endpoint_close(tk_endpoint *endpoint) {
    for (size_t i = 0; i < endpoint->source_count; i++) {
        tk_source_close(&endpoint->sources[i]);
    }
    for (size_t i = 0; i < endpoint->link_count; i++) {
        tk_latest_close(&endpoint->links[i].latest);
        free(endpoint->links[i].latest_copy);
    }
    for (size_t i = 0; i < endpoint->output_count; i++) {
        tk_latest_close(&endpoint->outputs[i].latest);
    }
    if (endpoint->in_hand != NULL) {
        tk_inbox_give_back(&endpoint->inbox, endpoint->in_hand);
    }
    free(endpoint->claim.own);
    tk_inbox_close(&endpoint->inbox);
    free(endpoint->sources);
    free(endpoint->links);
    free(endpoint->outputs);
    tk_writer_close(&endpoint->writer);
    *endpoint = (tk_endpoint) { 0 };
}

int tk_endpoint_attach(tk_endpoint *endpoint, const char *messages) {
    const tk_counters *counters = endpoint->room->counters;
    int64_t number;
    endpoint->digest_counter = NULL;
    if (tk_json_int(tk_json_field(messages, "digestCounter"), &number)) {
        endpoint->digest_counter = tk_counter(counters, number, TK_DIGEST);
    }
    if (endpoint->digest_counter != NULL) {
        tk_store(endpoint->digest_counter, (int64_t) endpoint->digest);
    }
    const char *each = tk_json_first(tk_json_field(messages, "outputs"));
    for (; each != NULL; each = tk_json_next(each)) {
        char channel[104];
        tk_json_text(tk_json_field(each, "channel"), channel, sizeof channel);
        for (size_t i = 0; i < endpoint->output_count; i++) {
            takt_output *output = &endpoint->outputs[i];
            if (strcmp(output->channel, channel) == 0) {
                output->promise_counter = tk_json_int(tk_json_field(each, "frontierCounter"), &number)
                    ? tk_counter(counters, number, TK_FRONTIER) : NULL;
            }
        }
    }
    return TAKT_OK;
}
