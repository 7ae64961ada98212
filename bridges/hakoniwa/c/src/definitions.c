#include "definitions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "tell.h"

enum { MOST_FILE = 64 * 1024 * 1024, MOST_PDU = 64 * 1024 * 1024, MOST_CLIENTS = 65536, HEADER = 24 + 272 };

/* A file that is read, and where the reader stands; after the first thing that is wrong nothing more is read. */
typedef struct reading {
    const char *function;
    const char *path;
    bool is_wrong;
} reading;

static const char *wrong(reading *in, const char *where, const char *what) {
    if (!in->is_wrong) {
        in->is_wrong = true;
        hk_fail(0, in->function, "%s: %s%s%s", in->path, where, where[0] == '\0' ? "" : " ", what);
    }
    return NULL;
}

/* A whole file as the field "top" of an object, since its own top may be an array; NULL where it is no JSON. */
static char *read_file(reading *in) {
    FILE *file = fopen(in->path, "rb");
    if (file == NULL) {
        wrong(in, "", strerror(errno));
        return NULL;
    }
    static const char before[] = "{\"top\":", after[] = "}";
    size_t length = sizeof before - 1, room = 65536;
    char *text = malloc(room);
    size_t read = 1;
    if (text != NULL) {
        memcpy(text, before, length);
    }
    while (text != NULL && read > 0 && length < MOST_FILE) {
        if (room - length < 4096) {
            char *more = realloc(text, room *= 2);
            if (more == NULL) {
                free(text);
            }
            text = more;
        }
        read = text == NULL ? 0 : fread(text + length, 1, room - length - sizeof after, file);
        length += read;
    }
    const bool is_read = text != NULL && read == 0 && !ferror(file);
    fclose(file);
    if (!is_read) {
        wrong(in, "", text == NULL ? "there is no memory for it" : length >= MOST_FILE ? "has more than 64 MiB"
            : "cannot be read; name a file");
    } else {
        if (length >= sizeof before + 2 && memcmp(text + sizeof before - 1, "\xef\xbb\xbf", 3) == 0) {
            /* The mark that some editors write. */
            memset(text + sizeof before - 1, ' ', 3);
        }
        memcpy(text + length, after, sizeof after);
        if (strlen(text) != length + 1 || !tk_json_is_object(text)) {
            wrong(in, "", "is no JSON");
        }
    }
    if (in->is_wrong) {
        free(text);
        return NULL;
    }
    return text;
}

static const char *field(reading *in, const char *object, const char *key, const char *where) {
    const char *value = tk_json_field(object, key);
    if (value == NULL) {
        char what[HK_TEXT + 64];
        snprintf(what, sizeof what, "has no field \"%s\"", key);
        return wrong(in, where, what);
    }
    return value;
}

static const char *array(reading *in, const char *object, const char *key, const char *where) {
    const char *value = field(in, object, key, where);
    return value == NULL || *value == '[' ? value : wrong(in, key, "is no array");
}

static void text(reading *in, const char *object, const char *key, const char *where, char into[HK_TEXT]) {
    const char *value = field(in, object, key, where);
    /* What is too long is cut to one byte more than may be. */
    char whole[HK_TEXT + 1];
    into[0] = '\0';
    if (value != NULL && (!tk_json_text(value, whole, sizeof whole) || whole[0] == '\0'
            || strlen(whole) >= HK_TEXT)) {
        char what[HK_TEXT + 64];
        snprintf(what, sizeof what, "has a field \"%s\" that is no text of 1 to %d bytes", key, HK_TEXT - 1);
        wrong(in, where, what);
    }
    if (value != NULL && !in->is_wrong) {
        memcpy(into, whole, strlen(whole) + 1);
    }
}

static int64_t number(reading *in, const char *object, const char *key, const char *where, int64_t least,
        int64_t most) {
    const char *value = field(in, object, key, where);
    int64_t number = least;
    if (value != NULL && (!tk_json_int(value, &number) || number < least || number > most)) {
        char what[HK_TEXT + 96];
        snprintf(what, sizeof what, "has a field \"%s\" that is no whole number from %lld to %lld", key,
            (long long) least, (long long) most);
        wrong(in, where, what);
    }
    return number;
}

/* The name of a channel of the hub: each byte that no name may have becomes a '_'. False where it is too long. */
static bool name_channel(char into[HK_NAME], const char *first, const char *second) {
    const int length = snprintf(into, HK_NAME, "%s.%s", first, second);
    for (char *at = into; *at != '\0'; at++) {
        if (!(*at >= 'a' && *at <= 'z') && !(*at >= 'A' && *at <= 'Z') && !(*at >= '0' && *at <= '9')
            && *at != '.' && *at != '-') {
            *at = '_';
        }
    }
    return length < 101;
}

/* Room for one element more; the array is as long as the least power of 2 that is enough. */
static void *grow(reading *in, void *array, size_t count, size_t size) {
    if ((count & (count - 1)) != 0) {
        return array;
    }
    void *more = realloc(array, (count == 0 ? 1 : 2 * count) * size);
    if (more == NULL) {
        wrong(in, "", "there is no memory for it");
        return array;
    }
    return more;
}

typedef struct pdus {
    hk_pdu_definition *at;
    size_t count;
} pdus;

/* The same id may stand among writers and readers, in another size too; the first counts, as there. */
static void add_pdu(reading *in, pdus *all, const char *robot, const char *entry, const char *name_key) {
    hk_pdu_definition pdu = { 0 };
    char name[HK_TEXT];
    snprintf(pdu.robot, sizeof pdu.robot, "%s", robot);
    text(in, entry, name_key, robot, name);
    pdu.id = (int) number(in, entry, "channel_id", name, 0, INT32_MAX);
    pdu.size = (size_t) number(in, entry, "pdu_size", name, 1, MOST_PDU);
    if (!in->is_wrong && !name_channel(pdu.channel, robot, name)) {
        wrong(in, name, "makes a channel's name of more than 100 characters with its robot's; shorten one of them");
    }
    for (size_t i = 0; i < all->count && !in->is_wrong; i++) {
        const hk_pdu_definition *other = &all->at[i];
        if (other->id == pdu.id && strcmp(other->robot, robot) == 0) {
            return;
        }
        if (strcmp(other->channel, pdu.channel) == 0) {
            char what[HK_NAME + HK_TEXT + 160];
            snprintf(what, sizeof what, "with the channel_id %d makes the channel '%s', which a PDU of robot '%s' with"
                " the channel_id %d makes as well; rename one of them", pdu.id, pdu.channel, other->robot, other->id);
            wrong(in, name, what);
        }
    }
    if (!in->is_wrong) {
        all->at = grow(in, all->at, all->count, sizeof pdu);
        if (!in->is_wrong) {
            all->at[all->count++] = pdu;
        }
    }
}

static void add_all(reading *in, pdus *all, const char *robot, const char *entries, const char *name_key) {
    if (entries != NULL && *entries != '[') {
        wrong(in, robot, "has PDUs that are no array");
    }
    for (const char *each = tk_json_first(entries); each != NULL && !in->is_wrong; each = tk_json_next(each)) {
        add_pdu(in, all, robot, each, name_key);
    }
}

/* The file of an id, relative to the one that names it. */
static void add_types(reading *in, pdus *all, const char *robot, const char *paths, const char *id) {
    for (const char *each = tk_json_first(paths); each != NULL; each = tk_json_next(each)) {
        if (!tk_json_is(tk_json_field(each, "id"), id)) {
            continue;
        }
        char name[HK_TEXT], path[4096];
        text(in, each, "path", "an element of \"paths\"", name);
        const char *slash = name[0] == '/' ? NULL : strrchr(in->path, '/');
        snprintf(path, sizeof path, "%.*s%s", slash == NULL ? 0 : (int) (slash - in->path + 1), in->path, name);
        reading types = { in->function, path, in->is_wrong };
        char *read = in->is_wrong ? NULL : read_file(&types);
        if (read != NULL) {
            const char *entries = tk_json_field(read, "top");
            if (*entries != '[') {
                wrong(&types, "", "is no array of PDUs");
            }
            add_all(&types, all, robot, entries, "name");
            free(read);
        }
        in->is_wrong = types.is_wrong;
        return;
    }
    wrong(in, id, "is no id of \"paths\"");
}

bool hk_read_pdus(const char *function, const char *path, hk_pdu_definition **into, size_t *count) {
    static const char *const lists[] = { "shm_pdu_writers", "rpc_pdu_writers", "shm_pdu_readers", "rpc_pdu_readers" };
    reading in = { function, path, false };
    pdus all = { NULL, 0 };
    char *read = read_file(&in);
    const char *top = tk_json_field(read, "top");
    const char *paths = tk_json_field(top, "paths");
    const char *robots = read == NULL ? NULL : array(&in, top, "robots", "the file");
    for (const char *each = tk_json_first(robots); each != NULL && !in.is_wrong; each = tk_json_next(each)) {
        char robot[HK_TEXT], id[HK_TEXT];
        text(&in, each, "name", "a robot", robot);
        if (paths != NULL) {
            text(&in, each, "pdutypes_id", robot, id);
            if (!in.is_wrong) {
                add_types(&in, &all, robot, paths, id);
            }
        } else {
            for (size_t i = 0; i < sizeof lists / sizeof *lists && !in.is_wrong; i++) {
                add_all(&in, &all, robot, tk_json_field(each, lists[i]), "org_name");
            }
        }
    }
    free(read);
    if (in.is_wrong) {
        free(all.at);
        return false;
    }
    *into = all.at;
    *count = all.count;
    return true;
}

bool hk_read_services(const char *function, const char *path, hk_service_definition **into, size_t *count) {
    reading in = { function, path, false };
    hk_service_definition *all = NULL;
    *count = 0;
    char *read = read_file(&in);
    const char *top = tk_json_field(read, "top");
    const int64_t before = read == NULL ? 0 : number(&in, top, "pduMetaDataSize", "the file", 24, 4096);
    const char *services = in.is_wrong ? NULL : array(&in, top, "services", "the file");
    for (const char *each = tk_json_first(services); each != NULL && !in.is_wrong; each = tk_json_next(each)) {
        hk_service_definition service = { 0 };
        text(&in, each, "name", "a service", service.name);
        service.max_clients = (int) number(&in, each, "maxClients", service.name, 1, MOST_CLIENTS);
        size_t *const sizes[] = { &service.request_size, &service.response_size };
        for (int i = 0; i < 2 && !in.is_wrong; i++) {
            const char *side = i == 0 ? "server" : "client";
            const char *size = field(&in, tk_json_field(each, "pduSize"), side, service.name);
            *sizes[i] = (size_t) (before + number(&in, size, "baseSize", side, 0, MOST_PDU)
                + number(&in, size, "heapSize", side, 0, MOST_PDU));
            if (!in.is_wrong && *sizes[i] < HEADER) {
                wrong(&in, service.name, "has packets that are too small for a header of 296 bytes");
            }
        }
        if (!in.is_wrong && (!name_channel(service.requests, service.name, "requests")
                || !name_channel(service.answers, service.name, "answers"))) {
            wrong(&in, service.name, "makes a channel's name of more than 100 characters; shorten it");
        }
        for (size_t i = 0; i < *count && !in.is_wrong; i++) {
            if (strcmp(all[i].requests, service.requests) == 0) {
                wrong(&in, service.name, "is the name of another service, or differs from it in signs alone");
            }
        }
        if (!in.is_wrong) {
            all = grow(&in, all, *count, sizeof service);
        }
        if (!in.is_wrong) {
            all[(*count)++] = service;
        }
    }
    free(read);
    if (in.is_wrong) {
        free(all);
        return false;
    }
    *into = all;
    return true;
}
