#include "steptimes.h"

#include <inttypes.h>

enum { CHEAP_BELOW_NS = 10000, CHEAP_ONE_IN = 64, AVERAGE_OVER = 8 };

void tk_step_times_begin(tk_step_times *its, int64_t (*now_ns)(void)) {
    if (!its->is_asked) {
        return;
    }
    its->is_timing = its->average_ns >= CHEAP_BELOW_NS || its->skipped == CHEAP_ONE_IN - 1;
    if (its->is_timing) {
        its->started_ns = now_ns();
    } else {
        its->skipped++;
    }
}

/* The b with 2^b <= time < 2^(b+1). */
static int power(int64_t time_ns) {
    return 63 - __builtin_clzll(time_ns < 1 ? 1 : (unsigned long long) time_ns);
}

void tk_step_times_end(tk_step_times *its, int64_t (*now_ns)(void)) {
    if (!its->is_timing) {
        return;
    }
    const int64_t took_ns = now_ns() - its->started_ns;
    const int64_t weight = 1 + its->skipped;
    its->counts[power(took_ns)] += weight;
    its->busy_ns += weight * took_ns;
    its->average_ns += (took_ns - its->average_ns) / AVERAGE_OVER;
    its->skipped = 0;
    its->is_timing = false;
}

void tk_step_times_report(tk_step_times *its, tk_text *fields) {
    if (!its->is_asked) {
        its->is_asked = true;
        its->average_ns = CHEAP_BELOW_NS;
    }
    tk_text_add(fields, ",\"busyNs\":%" PRId64 ",\"steps\":[", its->busy_ns);
    const char *comma = "";
    for (int b = 0; b < 64; b++) {
        if (its->counts[b] > 0) {
            tk_text_add(fields, "%s[%d,%" PRId64 "]", comma, b, its->counts[b]);
            comma = ",";
        }
    }
    tk_text_add(fields, "]");
}
