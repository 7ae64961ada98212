#define _GNU_SOURCE
#include "counters.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "error.h"
#include "shm.h"

enum { VERSION = 0x000200, HEADER = 128, DESCRIPTION = 512, VALUE = 128, AWAKE = -1 };

int tk_counters_open(tk_counters *counters, const char *path, takt_error *error) {
    *counters = (tk_counters) { 0 };
    size_t size;
    char *file = tk_map(path, HEADER, &size);
    if (file == NULL && errno != 0) {
        return tk_fail(error, TAKT_NO_HUB, "the hub's clocks in %s cannot be opened: %s", path, strerror(errno));
    }
    if (file == NULL) {
        return tk_fail(error, TAKT_DAMAGED, "the hub's clocks in %s are damaged: the file is too short", path);
    }
    *counters = (tk_counters) { .file = file, .size = size };
    int32_t lengths[5];
    const int32_t version = tk_load32((const int32_t *) file);
    memcpy(lengths, file, sizeof lengths);
    if (version != VERSION) {
        tk_counters_close(counters);
        return tk_fail(error, TAKT_DAMAGED, "the hub's clocks in %s have the version %d, and this library knows %d",
            path, version, VERSION);
    }
    int64_t end = HEADER;
    for (int i = 1; i <= 4; i++) {
        end = lengths[i] < 0 || lengths[i] % 8 != 0 ? INT64_MAX / 8 : end + lengths[i];
    }
    if (end > (int64_t) size || lengths[3] / DESCRIPTION < lengths[4] / VALUE) {
        tk_counters_close(counters);
        return tk_fail(error, TAKT_DAMAGED, "the hub's clocks in %s are damaged", path);
    }
    counters->descriptions = file + HEADER + lengths[1] + lengths[2];
    counters->values = counters->descriptions + lengths[3];
    counters->count = lengths[4] / VALUE;
    return TAKT_OK;
}

void tk_counters_close(tk_counters *counters) {
    if (counters->file != NULL) {
        munmap(counters->file, counters->size);
    }
    *counters = (tk_counters) { 0 };
}

int64_t *tk_counter(const tk_counters *counters, int64_t number, int32_t type) {
    if (number < 0 || number >= counters->count) {
        return NULL;
    }
    const int32_t *description = (const int32_t *) (counters->descriptions + DESCRIPTION * number);
    if (tk_load32(description) != 1 || description[1] != type) {
        return NULL;
    }
    return (int64_t *) (counters->values + VALUE * number);
}

void tk_ring(const tk_counters *counters, int64_t doorbell) {
    int64_t *bell = tk_counter(counters, doorbell, TK_DOORBELL);
    const int64_t value = bell == NULL ? AWAKE : tk_load(bell);
    if (value != AWAKE && tk_swap(bell, value, AWAKE)) {
        tk_wake(bell);
    }
}
