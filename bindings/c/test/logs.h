/* For tests of message logs: a log as a hub makes it, and a receiver that reads it. */
#ifndef TAKT_TEST_LOGS_H
#define TAKT_TEST_LOGS_H

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "inbox.h"
#include "log.h"
#include "rules.h"
#include "shm.h"
#include "source.h"
#include "writer.h"

static uint64_t random_state = 1;

static inline uint64_t next_random(void) {
    return tk_mix(random_state += UINT64_C(0x9e3779b97f4a7c15));
}

static inline uint64_t below(uint64_t bound) {
    return next_random() % bound;
}

enum { CAPACITY = 4096, MAX_DELAY = 1000 };

static char log_path[64];

/* A log with one slot in use, as a hub makes it; only the first bytes of the ring are used. */
static inline void make_log(bool is_checked, int64_t used) {
    const int fd = open(log_path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0 && ftruncate(fd, TK_AT_RING + CAPACITY) == 0);
    char *file = mmap(NULL, TK_AT_RING + CAPACITY, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(file != MAP_FAILED);
    close(fd);
    const tk_log log = { .file = file };
    *tk_log_at(&log, 0) = INT64_C(0x32474f4c544b4154);
    *tk_log_at(&log, TK_AT_CAPACITY) = CAPACITY;
    *tk_log_at(&log, TK_AT_USED) = used;
    *tk_log_at32(&log, TK_AT_CHANNELS) = 2;
    *tk_log_at32(&log, TK_AT_SLOTS) = 1;
    *tk_log_at32(&log, 64) = 1;
    file[68] = 's';
    *tk_log_at(&log, TK_AT_FRONTIER) = TK_NOTHING_PUBLISHED;
    *tk_log_at(&log, TK_AT_CHECKED) = is_checked ? TK_CHECKS_WANTED : 0;
    *tk_log_at32(&log, tk_slot_offset(0) + TK_SLOT_IN_USE) = 1;
    *tk_log_at(&log, tk_slot_offset(0) + TK_SLOT_AWAITED) = TK_READER_AWAKE;
    munmap(file, TK_AT_RING + CAPACITY);
}

typedef struct test_receiver {
    tk_inbox inbox;
    tk_source source;
    tk_link links[2];
} test_receiver;

/* As far as its source opens: TAKT_OK, or else there is nothing to close. */
static inline int try_receiver(test_receiver *its, takt_error *error) {
    *its = (test_receiver) { 0 };
    const int opened = tk_source_open(&its->source, log_path, 0, &its->inbox, MAX_DELAY, 10, error);
    for (int i = 0; opened == TAKT_OK && i < 2; i++) {
        tk_link *link = &its->links[i];
        strcpy(link->channel, i == 0 ? "even" : "odd");
        strcpy(link->sender, "s");
        link->delivery = i == 0 ? TAKT_GATED : TAKT_RETROACTIVE;
        link->channel_index = i;
        link->used_up_to_ns = -1;
        tk_fate_init(&link->fate, 1, link->channel, link->sender, "r", 5, i == 0 ? 20 : 0, 0);
        tk_source_add(&its->source, link);
    }
    return opened;
}

static inline void open_receiver(test_receiver *its) {
    takt_error error;
    CHECK(try_receiver(its, &error) == TAKT_OK);
}

static inline void close_receiver(test_receiver *its) {
    tk_source_close(&its->source);
    tk_inbox_close(&its->inbox);
}

#endif
