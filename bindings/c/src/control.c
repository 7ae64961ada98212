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

enum { FIRST_SIZE = 16384, LONGEST_LINE = 1 << 24 };

int tk_control_open(tk_control *control, const char *path, takt_error *error) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    *control = (tk_control) { .fd = -1 };
    if (strlen(path) >= sizeof address.sun_path) {
        return tk_fail(error, TAKT_NO_HUB, "the path '%s' is too long for a socket; set TAKT_DIR to a shorter folder",
            path);
    }
    strcpy(address.sun_path, path);
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) {
        return tk_fail(error, TAKT_SYSTEM, "no socket: %s", strerror(errno));
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
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
    *control = (tk_control) { .fd = -1 };
}

bool tk_control_send(tk_control *control, const char *line, size_t length) {
    while (control->fd >= 0 && length > 0) {
        const ssize_t sent = send(control->fd, line, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        line += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t) sent : 0;
    }
    return length == 0;
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
    struct pollfd readable = { .fd = control->fd, .events = POLLIN };
    if (control->fd >= 0) {
        poll(&readable, 1, wait_ms);
    }
}

int tk_control_read(tk_control *control, takt_error *error) {
    const int room = make_room(control, error);
    if (room != TAKT_OK) {
        return room;
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
