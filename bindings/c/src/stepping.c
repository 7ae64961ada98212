#include "stepping.h"

void tk_stepping_init(tk_stepping *its, int64_t greatest_ns, int64_t granularity_ns, bool is_whole) {
    *its = (tk_stepping) { .greatest_ns = greatest_ns, .granularity_ns = granularity_ns,
        .is_whole = is_whole && greatest_ns != granularity_ns };
    tk_stepping_forget_wishes(its);
}

void tk_stepping_forget_wishes(tk_stepping *its) {
    its->chosen_ns = its->is_whole ? its->greatest_ns : its->granularity_ns;
    its->wake_at_ns = 0;
}

int64_t tk_stepping_on_grid(const tk_stepping *its, int64_t time_ns) {
    const int64_t beyond_ns = (time_ns - its->time_ns) % its->granularity_ns;
    const int64_t before_ns = time_ns - beyond_ns;
    return beyond_ns == 0 || before_ns > INT64_MAX - its->granularity_ns ? before_ns
        : before_ns + its->granularity_ns;
}

bool tk_stepping_progresses(const tk_stepping *its, int64_t core_ns) {
    if (core_ns < 0) {
        return false; /* It is no time. */
    }
    /* A difference, since the sum may overflow. */
    return tk_stepping_least(its) <= core_ns - its->time_ns;
}

int64_t tk_stepping_grid_before(const tk_stepping *its, int64_t time_ns) {
    return time_ns <= its->time_ns ? its->time_ns : time_ns - (time_ns - its->time_ns) % its->granularity_ns;
}

int64_t tk_stepping_reach(const tk_stepping *its, int64_t core_ns) {
    if (tk_stepping_is_passing(its)) {
        const int64_t wakes_ns = tk_stepping_on_grid(its, its->wake_at_ns);
        return tk_stepping_grid_before(its, wakes_ns < core_ns ? wakes_ns : core_ns);
    }
    if (!tk_stepping_may_shorten(its)) {
        return tk_stepping_next(its);
    }
    const int64_t far_ns = tk_stepping_grid_before(its, core_ns);
    return its->greatest_ns < far_ns - its->time_ns ? its->time_ns + its->greatest_ns : far_ns;
}
