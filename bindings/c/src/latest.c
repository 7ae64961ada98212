#define _GNU_SOURCE
#include "latest.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "error.h"
#include "shm.h"

#define LATEST_MAGIC INT64_C(0x5453414c544b4154)

enum { AT_PLACE_LENGTH = 8, AT_VERSION = 64, AT_SINCE = 72, AT_PLACES = 128, PLACES = 4, PLACE_HEADER = 32 };

static int64_t *at(const tk_latest *latest, int64_t offset) {
    return (int64_t *) (latest->file + offset);
}

int tk_latest_open(tk_latest *latest, const char *path, takt_error *error) {
    *latest = (tk_latest) { 0 };
    size_t size;
    char *file = tk_map(path, AT_PLACES, &size);
    if (file == NULL && errno != 0) {
        return tk_fail(error, TAKT_SYSTEM, "the latest value in %s cannot be opened: %s", path, strerror(errno));
    }
    if (file == NULL) {
        return tk_fail(error, TAKT_DAMAGED, "%s is no latest value", path);
    }
    *latest = (tk_latest) { .file = file, .size = size };
    latest->place_length = *at(latest, AT_PLACE_LENGTH);
    if (tk_load(at(latest, 0)) != LATEST_MAGIC || latest->place_length < PLACE_HEADER
        || latest->place_length % 8 != 0
        || latest->place_length > (int64_t) (size - AT_PLACES) / PLACES) {
        tk_latest_close(latest);
        return tk_fail(error, TAKT_DAMAGED, "%s is no latest value that this library knows", path);
    }
    return TAKT_OK;
}

void tk_latest_close(tk_latest *latest) {
    if (latest->file != NULL) {
        munmap(latest->file, latest->size);
    }
    *latest = (tk_latest) { 0 };
}

size_t tk_latest_most(const tk_latest *latest) {
    return (size_t) latest->place_length - PLACE_HEADER;
}

static int64_t place(const tk_latest *latest, int64_t version) {
    return AT_PLACES + (version & (PLACES - 1)) * latest->place_length;
}

int64_t tk_latest_newest(const tk_latest *latest) {
    const int64_t version = tk_load(at(latest, AT_VERSION));
    return version > tk_load(at(latest, AT_SINCE)) ? version : 0;
}

void tk_latest_write(tk_latest *latest, int64_t stamp_ns, int64_t sequence, const void *data, size_t size) {
    if (size > tk_latest_most(latest)) {
        return;
    }
    const int64_t version = (int64_t) ((uint64_t) *at(latest, AT_VERSION) + 1);
    const int64_t where = place(latest, version);
    const int32_t length = (int32_t) size;
    /* Nothing of this may be seen before the version that stands. */
    tk_release_fence();
    *at(latest, where) = stamp_ns;
    *at(latest, where + 8) = sequence;
    memcpy(latest->file + where + 16, &length, sizeof length);
    if (size > 0) {
        memcpy(latest->file + where + PLACE_HEADER, data, size);
    }
    tk_store(at(latest, AT_VERSION), version);
}

void tk_latest_reset(tk_latest *latest) {
    tk_store(at(latest, AT_SINCE), *at(latest, AT_VERSION));
}

int64_t tk_latest_read(const tk_latest *latest, takt_message *message, void *buffer) {
    for (;;) {
        const int64_t version = tk_latest_newest(latest);
        if (version == 0) {
            return 0;
        }
        const int64_t where = place(latest, version);
        int32_t length;
        memcpy(&length, latest->file + where + 16, sizeof length);
        const int64_t most = (int64_t) tk_latest_most(latest);
        message->size = (size_t) (length < 0 ? 0 : length > most ? most : length);
        message->stamp_ns = message->delivery_ns = *at(latest, where);
        message->sequence = *at(latest, where + 8);
        message->data = buffer;
        memcpy(buffer, latest->file + where + PLACE_HEADER, message->size);
        tk_acquire_fence();
        if ((uint64_t) tk_load(at(latest, AT_VERSION)) - (uint64_t) version <= PLACES - 2) {
            return version;
        }
    }
}
