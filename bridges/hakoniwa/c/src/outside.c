#include "outside.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "definitions.h"
#include "hub.h"
#include "json.h"
#include "tell.h"

#define WITHIN_NS INT64_C(10000000000)
/* The reply to a reset comes when all assets are back at 0, and the program that asks may be one of them. */
#define RESET_WITHIN_NS INT64_C(100000000)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static takt_hub *connection;

const char *hk_hub_name(void) {
    const char *hub = getenv("TAKT_HUB");
    return hub != NULL && hub[0] != '\0' ? hub : "hakoniwa";
}

static bool connect_to_hub(const char *function) {
    takt_error error;
    if (connection == NULL) {
        connection = takt_connect(hk_hub_name(), &error);
    }
    if (connection == NULL) {
        hk_fail(0, function, "%s", error.text);
    }
    return connection != NULL;
}

/*
 * The reply, valid while the lock is held, or NULL after a line. Where is_late is not NULL it gets whether the hub has
 * just not answered yet, which is no line. In place of a hub that is gone there may be another by now, which is asked
 * again; a hub that does not answer is not.
 */
static const char *ask(const char *function, const char *op, int64_t within_ns, bool *is_late) {
    for (bool is_new = connection == NULL; connect_to_hub(function); is_new = true) {
        const char *reply = tk_hub_ask(connection, op, &(tk_text) { 0 }, within_ns);
        const takt_error why = connection->error;
        if (reply == NULL && why.code != TAKT_REFUSED) {
            const bool goes_on = connection->end == TK_GOES_ON;
            takt_close(connection);
            connection = NULL;
            if (is_late != NULL && goes_on) {
                *is_late = true;
                return NULL;
            }
            if (!is_new && !goes_on) {
                continue;
            }
        }
        if (reply == NULL) {
            hk_fail(0, function, "%s", why.text);
        }
        return reply;
    }
    return NULL;
}

static const char *status(const char *function) {
    return tk_json_field(ask(function, "status", WITHIN_NS, NULL), "status");
}

bool hk_hub_is_there(const char *function) {
    pthread_mutex_lock(&lock);
    const bool is_there = connect_to_hub(function);
    pthread_mutex_unlock(&lock);
    return is_there;
}

int hk_state_of(takt_hub_state state) {
    switch (state) {
        case TAKT_HUB_WAITING:
        case TAKT_HUB_READY:
            return HAKO_SIM_RUNNABLE;
        case TAKT_HUB_RUNNING:
            return HAKO_SIM_RUNNING;
        case TAKT_HUB_RESETTING:
            return HAKO_SIM_RESETTING;
        case TAKT_HUB_FAILED:
            return HAKO_SIM_ERROR;
        case TAKT_HUB_STOPPED:
            return HAKO_SIM_TERMINATED;
        default:
            return HAKO_SIM_STOPPED;
    }
}

int hk_hub_state(const char *function) {
    pthread_mutex_lock(&lock);
    const char *its = status(function);
    const int state = its == NULL ? -1 : hk_state_of(tk_hub_state(tk_json_field(its, "state")));
    pthread_mutex_unlock(&lock);
    return state;
}

hako_time_t hk_hub_usec(const char *function) {
    pthread_mutex_lock(&lock);
    int64_t ns = -1000;
    tk_json_int(tk_json_field(status(function), "coreTimeNs"), &ns);
    pthread_mutex_unlock(&lock);
    return ns / 1000;
}

hako_time_t hk_hub_least_usec(const char *function) {
    pthread_mutex_lock(&lock);
    const char *its = status(function);
    const char *first = tk_json_first(tk_json_field(its, "assets"));
    int64_t least_ns = its == NULL ? -1000 : first == NULL ? 0 : INT64_MAX;
    for (const char *each = first; each != NULL; each = tk_json_next(each)) {
        int64_t ns;
        if (tk_json_int(tk_json_field(each, "timeNs"), &ns) && ns < least_ns) {
            least_ns = ns;
        }
    }
    pthread_mutex_unlock(&lock);
    return least_ns / 1000;
}

bool hk_hub_trigger(const char *function, int event) {
    static const char *const ops[] = { "resume", "pause", "reset" };
    const bool is_reset = event == HAKO_TRIGGER_EVENT_ID_RESET;
    bool is_late = false;
    pthread_mutex_lock(&lock);
    const char *its = status(function);
    bool is_done = its != NULL;
    if (is_done && (event != HAKO_TRIGGER_EVENT_ID_START
            || tk_hub_state(tk_json_field(its, "state")) == TAKT_HUB_PAUSED)) {
        is_done = ask(function, ops[event], is_reset ? RESET_WITHIN_NS : WITHIN_NS, is_reset ? &is_late : NULL) != NULL
            || is_late;
    }
    pthread_mutex_unlock(&lock);
    return is_done;
}

bool hk_hub_assets(const char *function, void (*take)(void *user, const char *name), void *user) {
    pthread_mutex_lock(&lock);
    const char *its = status(function);
    for (const char *each = tk_json_first(tk_json_field(its, "assets")); each != NULL; each = tk_json_next(each)) {
        char name[HK_NAME];
        if (tk_json_text(tk_json_field(each, "name"), name, sizeof name)) {
            take(user, name);
        }
    }
    pthread_mutex_unlock(&lock);
    return its != NULL;
}
