#include "external.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "session.h"
#include "tell.h"

static pthread_mutex_t beginning = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_external, is_over;
static pthread_t thread;

static int is_to_end(void) {
    return is_over;
}

static void *make_steps(void *function) {
    while (!is_over && hk_the.phase != HK_ENDED) {
        hk_advance(function, is_to_end);
    }
    return NULL;
}

static int begin(const char *function, const char *asset_name, const char *config_path) {
    const char *launched = getenv("TAKT_ASSET");
    const int joined = hk_join(function, asset_name != NULL ? asset_name : launched != NULL ? launched : "external", 0,
        config_path != NULL ? config_path : getenv("TAKT_HAKONIWA"));
    if (joined != 0) {
        return joined;
    }
    hk_the.keeps_events = true;
    pthread_mutex_lock(&hk_the.lock);
    for (size_t i = 0; i < hk_the.pdus.count; i++) {
        hk_the.pdus.at[i].is_watched = true;
        hk_pdu_look(&hk_the.pdus, &hk_the.pdus.at[i], hk_the.asset);
    }
    const int made = pthread_create(&thread, NULL, make_steps, (void *) function);
    pthread_mutex_unlock(&hk_the.lock);
    is_external = made == 0;
    if (made != 0) {
        hk_leave();
        return hk_fail(made, function, "there is no thread for the program's steps");
    }
    return 0;
}

int hk_external_begin(const char *function, const char *asset_name, const char *config_path) {
    pthread_mutex_lock(&beginning);
    int result = 0;
    if (hk_the.phase == HK_NONE) {
        hk_enter();
        result = begin(function, asset_name, config_path);
        hk_exit();
    }
    pthread_mutex_unlock(&beginning);
    return result;
}

bool hk_is_external(void) {
    return is_external;
}

void hk_external_end(void) {
    if (is_external) {
        is_over = true;
        pthread_join(thread, NULL);
        is_external = is_over = false;
    }
}
