/* The newest message of a channel: a file with four places, of which the sender writes the next one. */
#ifndef TAKT_LATEST_H
#define TAKT_LATEST_H

#include <stddef.h>
#include <stdint.h>

#include "takt.h"

typedef struct tk_latest {
    char *file;          /* NULL while there is none */
    size_t size;
    int64_t place_length;
} tk_latest;

int tk_latest_open(tk_latest *latest, const char *path, takt_error *error);
void tk_latest_close(tk_latest *latest);

/* How many bytes a message may have. */
size_t tk_latest_most(const tk_latest *latest);

/* By the sender; a message that is too large is not written. */
void tk_latest_write(tk_latest *latest, int64_t stamp_ns, int64_t sequence, const void *data, size_t size);
/* By the sender: earlier messages do not count any more. */
void tk_latest_reset(tk_latest *latest);

/* Number of the newest message that counts, 1 or more; 0 where there is none. */
int64_t tk_latest_newest(const tk_latest *latest);
/* Copies the newest message into a buffer of tk_latest_most bytes. Returns its number; 0 where there is none. */
int64_t tk_latest_read(const tk_latest *latest, takt_message *message, void *buffer);

#endif
