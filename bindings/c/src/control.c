#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "error.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* macOS: by SO_NOSIGPIPE */
#endif

#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0 /* macOS */
#endif

enum { FIRST_SIZE = 16384, LONGEST_LINE = 1 << 24 };

int tk_control_open(tk_control *control, const char *path, takt_error *error) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    *control = (tk_control) { .fd = -1 };
    if (strlen(path) >= sizeof address.sun_path) {
        return tk_fail(error, TAKT_NO_HUB, "the path '%s' is too long for a socket; set TAKT_DIR to a shorter folder",
            path);
    }
    strcpy(address.sun_path, path);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return tk_fail(error, TAKT_SYSTEM, "no socket: %s", strerror(errno));
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC); /* For systems that do not take it above. */
#ifdef SO_NOSIGPIPE
    setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &(int) { 1 }, sizeof(int));
#endif
    const int flags = fcntl(fd, F_GETFL);
    fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    if (connect(fd, (struct sockaddr *) &address, sizeof address) != 0) {
        const int why = errno;
        close(fd);
        if (why == EAGAIN || why == EINTR) {
            return TK_TRY_AGAIN;
        }
        return tk_fail(error, TAKT_NO_HUB, "no hub answers at %s (%s); start one, or set TAKT_DIR and TAKT_HUB", path,
            strerror(why));
    }
    fcntl(fd, F_SETFL, flags);
    control->bytes = malloc(FIRST_SIZE);
    if (control->bytes == NULL) {
        close(fd);
        return tk_fail(error, TAKT_SYSTEM, "no memory for the control socket");
    }
    control->size = FIRST_SIZE;
    control->fd = fd;
    return TAKT_OK;
}

void tk_control_close(tk_control *control) {
    if (control->fd >= 0) {
        close(control->fd);
    }
    free(control->bytes);
    tk_text_free(&control->unsent);
    *control = (tk_control) { .fd = -1 };
}

/* As much as there is room for: how many bytes went out; less than 0 where the hub is gone. */
static ssize_t send_some(const tk_control *control, const char *bytes, size_t length) {
    size_t sent = 0;
    while (sent < length) {
        const ssize_t more = send(control->fd, bytes + sent, length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (more < 0 && errno != EINTR) {
            return errno == EAGAIN || errno == EWOULDBLOCK ? (ssize_t) sent : -1;
        }
        sent += more > 0 ? (size_t) more : 0;
    }
    return (ssize_t) sent;
}

static bool send_unsent(tk_control *control) {
    tk_text *unsent = &control->unsent;
    const ssize_t sent = control->fd < 0 ? -1 : send_some(control, unsent->at, unsent->length);
    if (sent > 0) {
        unsent->length -= (size_t) sent;
        memmove(unsent->at, unsent->at + sent, unsent->length);
    }
    return sent >= 0;
}

int tk_control_send(tk_control *control, const char *line, size_t length) {
    if (!send_unsent(control)) {
        return TAKT_HUB_LOST;
    }
    const ssize_t sent = control->unsent.length > 0 ? 0 : send_some(control, line, length);
    if (sent < 0) {
        return TAKT_HUB_LOST;
    }
    if ((size_t) sent < length) {
        tk_text_add(&control->unsent, "%.*s", (int) (length - (size_t) sent), line + sent);
    }
    return control->unsent.is_broken ? TAKT_SYSTEM : TAKT_OK;
}

/* Room for at least one more byte and the zero behind it. */
static int make_room(tk_control *control, takt_error *error) {
    memmove(control->bytes, control->bytes + control->taken, control->used - control->taken);
    control->used -= control->taken;
    control->taken = 0;
    if (control->used + 1 < control->size) {
        return TAKT_OK;
    }
    char *more = control->size < LONGEST_LINE ? realloc(control->bytes, 2 * control->size) : NULL;
    if (more == NULL) {
        return tk_fail(error, TAKT_DAMAGED, "the hub has sent a line of more than %zu bytes", control->size);
    }
    control->bytes = more;
    control->size *= 2;
    return TAKT_OK;
}

void tk_control_wait(const tk_control *control, int wait_ms) {
    struct pollfd ready = { .fd = control->fd, .events = control->unsent.length > 0 ? POLLIN | POLLOUT : POLLIN };
    if (control->fd >= 0) {
        poll(&ready, 1, wait_ms);
    }
}

int tk_control_read(tk_control *control, takt_error *error) {
    const int room = make_room(control, error);
    if (room != TAKT_OK) {
        return room;
    }
    if (control->unsent.length > 0) {
        send_unsent(control); /* Of a hub that is gone the last words are read first. */
    }
    const ssize_t n = control->fd < 0 ? 0
        : recv(control->fd, control->bytes + control->used, control->size - 1 - control->used, MSG_DONTWAIT);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
        return 0;
    }
    if (n <= 0) {
        return tk_fail(error, TAKT_HUB_LOST, "the hub has ended without a word");
    }
    control->used += (size_t) n;
    return 1;
}

char *tk_control_line(tk_control *control) {
    char *line = control->bytes + control->taken;
    char *feed = control->bytes == NULL ? NULL : memchr(line, '\n', control->used - control->taken);
    if (feed == NULL) {
        return NULL;
    }
    *feed = '\0';
    control->taken = (size_t) (feed + 1 - control->bytes);
    return line;
}
