/* The requests of an asset: where its steps end, and when it has something to do again. */
#include "error.h"
#include "hub.h"

int takt_step_to(takt_asset *asset, int64_t to_ns) {
    takt_hub *hub = asset->hub;
    const tk_stepping *stepping = &asset->stepping;
    const long long now = stepping->time_ns, granularity = stepping->granularity_ns;
    if (hub->turn.asset != asset || hub->turn.kind != TAKT_STEP) {
        return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s' has no step under way that could end earlier",
            asset->name);
    }
    if (!tk_stepping_may_shorten(stepping)) {
        return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s': a step that is fixed, or whole, cannot end earlier;"
            " declare steps that vary, by a granularity", asset->name);
    }
    if (to_ns <= now || to_ns > hub->turn.to_ns || (to_ns - now) % granularity != 0) {
        return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s': the step from %lld cannot end at %lld; it ends a multiple"
            " of %lld later, at %lld at most", asset->name, now, (long long) to_ns, granularity,
            (long long) hub->turn.to_ns);
    }
    if (asset->has_endpoint && !tk_endpoint_shorten(&asset->endpoint, to_ns)) {
        return tk_fail(&hub->error, TAKT_MISUSE, "asset '%s' has sent a message with the stamp %lld in this step, so"
            " the step cannot end at %lld", asset->name, (long long) asset->endpoint.latest_stamp_ns,
            (long long) to_ns);
    }
    hub->turn.to_ns = to_ns;
    return TAKT_OK;
}

int takt_choose_step(takt_asset *asset, int64_t step_ns) {
    tk_stepping *stepping = &asset->stepping;
    if (!stepping->is_whole) {
        return tk_fail(&asset->hub->error, TAKT_MISUSE, "asset '%s' has no whole steps of which it could choose one;"
            " declare a granularity and whole_steps", asset->name);
    }
    if (step_ns <= 0 || step_ns > stepping->greatest_ns || step_ns % stepping->granularity_ns != 0) {
        return tk_fail(&asset->hub->error, TAKT_MISUSE, "asset '%s': a step of %lld is not one that was declared:"
            " multiples of %lld up to %lld", asset->name, (long long) step_ns, (long long) stepping->granularity_ns,
            (long long) stepping->greatest_ns);
    }
    stepping->chosen_ns = step_ns;
    return TAKT_OK;
}

int takt_wake_at(takt_asset *asset, int64_t time_ns) {
    const takt_turn *turn = &asset->hub->turn;
    const bool is_in_step = turn->asset == asset && turn->kind == TAKT_STEP;
    tk_stepping *stepping = &asset->stepping;
    /* A step that may end anywhere then ends after one granularity at the earliest. */
    stepping->wake_at_ns = is_in_step && tk_stepping_may_shorten(stepping) && time_ns <= stepping->time_ns
        ? stepping->time_ns + 1 : time_ns;
    return TAKT_OK;
}
