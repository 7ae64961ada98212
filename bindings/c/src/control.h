/* The control socket of a hub: lines both ways. */
#ifndef TAKT_CONTROL_H
#define TAKT_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "takt.h"
#include "text.h"

typedef struct tk_control {
    int fd;           /* -1 while there is no connection */
    char *bytes;      /* what was read: first the line that was given last, then what is not taken yet */
    size_t taken;     /* up to there lines were given */
    size_t used;
    size_t size;
    tk_text unsent;   /* lines for which the socket had no room: its other end has been stopped for long */
} tk_control;

/* The hub is there, and has no room for another connection yet. */
enum { TK_TRY_AGAIN = 1 };

/* Connects without waiting; TAKT_NO_HUB where none answers. The struct was set to zero before, or closed. */
int tk_control_open(tk_control *control, const char *path, takt_error *error);

void tk_control_close(tk_control *control);

/*
 * Sends a line that ends with a feed, without waiting: what the socket does not take goes out with later calls of this
 * and of tk_control_read. TAKT_HUB_LOST where the hub is gone, which tk_control_read tells, too; TAKT_SYSTEM without
 * memory. Neither is noted.
 */
int tk_control_send(tk_control *control, const char *line, size_t length);

/*
 * Waits until there are bytes, or the end of the stream, or room for what is unsent, so long at most. Touches nothing
 * but the socket.
 */
void tk_control_wait(const tk_control *control, int wait_ms);

/* Reads what is there, without waiting. 1 for bytes, 0 for none, TAKT_HUB_LOST at the end of the stream. */
int tk_control_read(tk_control *control, takt_error *error);

/* The next line that is complete, valid until the next read; NULL for none. */
char *tk_control_line(tk_control *control);

#endif
