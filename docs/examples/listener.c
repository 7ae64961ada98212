/*
 * Prints the messages that an asset sends and gets. Written from docs/reference/protocol.md and
 * docs/reference/message-logs.md alone.
 *
 *   cc -std=c99 -O2 -o listener listener.c && ./listener SOCKET ASSET
 *
 * SOCKET is the hub's control.sock. Waits for the asset if need be; delays no asset, and says so when it has missed
 * something. Ends with the hub. Exit status: 0 the hub stopped, 1 it is gone, or anything else is wrong.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { CAPACITY = 8, TAIL = 192, RESETS = 208, RESET_POSITION = 216, RESERVED = 224, USED = 272, COUNTS = 416,
    CHANNEL_NAMES = 512, CHANNEL_LENGTH = 192, RING = 81920, HEADER = 32 };
enum { PADDING = 1, MESSAGE = 2, VOID = 3, DELIVERED = 4 };       /* types of records */
enum { LOOK_EVERY_MS = 1, MOST_LINE = 1 << 20 };
static const int64_t MAGIC = 0x32474f4c544b4154;
struct record { int32_t length; int16_t type, channel; int64_t stamp, sequence; int32_t size, reserved; };

static const char *asset;
static char *bytes, *log_file;                        /* a copy of a message; the mapped log, once there is one */
static int64_t capacity, cursor, resets, count;       /* count: of what is before the cursor, -1 for unknown */

static void fail(const char *what) {
    fprintf(stderr, "listener: %s\n", what);
    exit(1);
}

static int64_t load(int64_t offset) {
    return __atomic_load_n((const int64_t *) (log_file + offset), __ATOMIC_ACQUIRE);
}

/* How many messages and deliveries are before a tail that was loaded; -1 when the sender has moved on. */
static int64_t count_before(int64_t tail) {
    for (int64_t at = COUNTS; at < COUNTS + 32; at += 16) {
        if (load(at) == tail) {
            const int64_t found = load(at + 8);
            if (load(at) == tail) {
                return found;
            }
        }
    }
    return -1;
}

static void go_to_tail(void) {
    do {
        cursor = load(TAIL);
        count = count_before(cursor);
    } while (count < 0 && load(TAIL) != cursor);
}

static int is_overwritten(void) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);          /* The record was read before this. */
    return load(RESERVED) - cursor > capacity;
}

static void open_log(const char *path, int64_t since) {
    struct stat file;
    const int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &file) != 0 || file.st_size <= RING) {
        fail("there is no log");
    }
    log_file = mmap(NULL, (size_t) file.st_size, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (log_file == MAP_FAILED || load(0) != MAGIC || load(CAPACITY) != file.st_size - RING) {
        fail("this is no message log, or one of another version");
    }
    capacity = load(CAPACITY);
    bytes = malloc((size_t) capacity);
    resets = load(RESETS);
    count = -1;
    cursor = since > load(RESET_POSITION) ? since : load(RESET_POSITION);
    if (is_overwritten()) {
        go_to_tail();
    }
}

static void print(const struct record *record) {
    int64_t step_end;
    const int32_t *name;
    switch (record->type) {
    case MESSAGE:
        name = (const int32_t *) (log_file + CHANNEL_NAMES + CHANNEL_LENGTH * record->channel);
        printf("sent %.*s #%" PRId64 " at %" PRId64 " '", (int) *name, (const char *) (name + 1), record->sequence,
            record->stamp);
        for (int32_t i = 0; i < record->size; i++) {
            printf("%02x", (unsigned char) bytes[i]);
        }
        printf("'\n");
        break;
    case DELIVERED:
        memcpy(&step_end, bytes, sizeof step_end);
        printf("delivered by input %d #%" PRId64 " at %" PRId64 " by %" PRId64 "\n", record->channel, record->sequence,
            record->stamp, step_end);
        break;
    case VOID:
        printf("void after %" PRId64 "\n", record->stamp);
        break;
    default:                                          /* Padding, or of a later version. */
        break;
    }
}

/* Reads one record; 0 when it may have been written over. */
static int read_record(void) {
    struct record record;
    const int64_t at = cursor & (capacity - 1);
    memcpy(&record, log_file + RING + at, sizeof record);
    const int has_bytes = record.type == MESSAGE || record.type == DELIVERED;
    const int64_t used = load(USED);                  /* Beyond there is no memory: only padding goes there. */
    const int64_t most = (record.type == PADDING || used == 0 ? capacity : used) - at;
    const int is_whole = record.length >= HEADER && record.length % HEADER == 0 && record.length <= most
        && (!has_bytes || (record.size >= 0 && record.size <= record.length - HEADER));
    if (is_whole && has_bytes) {
        memcpy(bytes, log_file + RING + at + HEADER, (size_t) record.size);
    }
    if (is_overwritten()) {
        return 0;
    }
    if (!is_whole) {
        fail("the log is damaged");
    }
    print(&record);
    cursor += record.length;
    count += has_bytes && count >= 0;
    return 1;
}

static void read_log(void) {
    const int64_t tail = load(TAIL);
    const int64_t resets_now = load(RESETS);          /* After the tail: records behind a reset come after its count. */
    const int64_t reset_position = resets_now == resets ? INT64_MAX : load(RESET_POSITION);
    while (cursor < tail && cursor < reset_position) {
        if (!read_record()) {
            const int64_t before = count;
            go_to_tail();
            printf("missed %" PRId64 "\n", before < 0 || count < 0 ? 1 : count - before);
        }
    }
    if (count < 0 && cursor == tail) {
        count = count_before(tail);
    }
    if (cursor >= reset_position) {
        resets = resets_now;
        printf("reset\n");
    }
    fflush(stdout);
}

/* The value of a field from some place in a line on; NULL when it does not follow. */
static const char *field(const char *line, const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(line, quoted);
    return at == NULL ? NULL : at + strlen(quoted);
}

/* Looks for the asset in a reply to tap, or in an event tapped; its name, log and since come before those of others. */
static void hear(const char *line) {
    char name[128], path[4096];
    if (strstr(line, "\"ok\":false") != NULL) {
        fail(line);
    }
    for (const char *at = field(line, "asset"); at != NULL && log_file == NULL; at = field(at, "asset")) {
        if (sscanf(at, "\"%127[^\"]\"", name) == 1 && strcmp(name, asset) == 0) {
            if (field(at, "log") == NULL || sscanf(field(at, "log"), "\"%4095[^\"]\"", path) != 1) {
                fail("the hub speaks another protocol");
            }
            open_log(path, field(at, "since") == NULL ? 0 : atoll(field(at, "since")));
        }
    }
    if (log_file == NULL && strstr(line, "\"ok\":true") != NULL) {
        fprintf(stderr, "listener: waiting for asset %s\n", asset);
    }
}

static int is_end(const char *line) {
    const char *event = field(line, "event"), *state = field(line, "state");
    return event != NULL && state != NULL && strncmp(event, "\"state\"", 7) == 0
        && (strncmp(state, "\"STOPPED\"", 9) == 0 || strncmp(state, "\"FAILED\"", 8) == 0);
}

/* Connects, and asks which assets there are. */
static int tap(const char *path) {
    static const char request[] = "{\"op\":\"tap\",\"id\":1}\n";
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const int hub = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(path) >= sizeof address.sun_path) {
        fail("the socket's path is too long");
    }
    strcpy(address.sun_path, path);
    if (connect(hub, (struct sockaddr *) &address, sizeof address) != 0
        || write(hub, request, sizeof request - 1) != (ssize_t) sizeof request - 1) {
        fail("there is no hub");
    }
    return hub;
}

int main(int argc, char **argv) {
    static char input[MOST_LINE + 1];
    size_t length = 0;
    int has_ended = 0;
    if (argc != 3) {
        return fprintf(stderr, "usage: listener SOCKET ASSET\n"), 1;
    }
    asset = argv[2];
    const int hub = tap(argv[1]);
    while (!has_ended) {
        struct pollfd socket = { .fd = hub, .events = POLLIN };
        if (poll(&socket, 1, LOOK_EVERY_MS) > 0) {
            const ssize_t n = read(hub, input + length, MOST_LINE - length);
            if (n <= 0) {
                fail("the hub is gone");
            }
            length += (size_t) n;
            input[length] = '\0';
            for (char *end = strchr(input, '\n'); end != NULL; end = strchr(input, '\n')) {
                *end = '\0';
                has_ended |= is_end(input);
                hear(input);
                length -= (size_t) (end + 1 - input);
                memmove(input, end + 1, length + 1);
            }
        }
        if (log_file != NULL) {
            read_log();
        }
    }
    if (log_file != NULL && load(TAIL) > cursor) {
        read_log();                                   /* each of two resets in a row needs a look of its own */
    }
    return 0;
}
