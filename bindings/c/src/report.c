/* The answer to the hub's question how long steps take. */
#include <inttypes.h>

#include "hub.h"

/* Lines of some 10 KB: a hub takes none without end. */
enum { MOST_ASSETS = 32, MOST_CHANNELS = 64 };

static void add_asset(tk_text *fields, takt_asset *asset) {
    tk_text_add(fields, "%s{\"asset\":\"%s\"", fields->length == 0 ? ",\"assets\":[" : ",", asset->name);
    tk_step_times_report(&asset->step_times, fields);
    tk_text_add(fields, ",\"sent\":[");
    for (size_t i = 0; i < asset->endpoint.output_count; i++) {
        const takt_output *output = &asset->endpoint.outputs[i];
        tk_text_add(fields, "%s{\"channel\":\"%s\",\"messages\":%" PRId64 ",\"bytes\":%" PRId64,
            i == 0 ? "" : ",", output->channel, output->sent_messages, output->sent_bytes);
        if (output->sent_latest_ns >= 0) {
            tk_text_add(fields, ",\"latestNs\":%" PRId64, output->sent_latest_ns);
        }
        tk_text_add(fields, "}");
    }
    tk_text_add(fields, "]}");
}

static void tell(takt_hub *hub, tk_text *fields) {
    if (fields->length > 0) {
        tk_text_add(fields, "]");
        tk_hub_tell(hub, "report", fields);
    }
    tk_text_free(fields);
}

void tk_report(takt_hub *hub) {
    tk_text fields = { 0 };
    size_t assets = 0, channels = 0;
    for (takt_asset *each = hub->assets; each != NULL; each = each->next) {
        if (each->over.code != TAKT_OK) {
            continue;
        }
        add_asset(&fields, each);
        assets++;
        channels += each->endpoint.output_count;
        if (assets == MOST_ASSETS || channels >= MOST_CHANNELS) {
            tell(hub, &fields);
            assets = channels = 0;
        }
    }
    tell(hub, &fields);
}
