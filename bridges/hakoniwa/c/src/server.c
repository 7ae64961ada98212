/* The server of a service: one request at a time, the others wait in the order in which they were delivered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hakoniwa.h"
#include "services.h"
#include "session.h"
#include "tell.h"

/* For each client a request and a cancel of it, of which it sends no more before it has an answer. */
enum { MOST_WAITING = 2 * 256 };

typedef struct waiting {
    struct waiting *next;
    hk_header header;
    char packet[];            /* as long as requests are */
} waiting;

typedef struct hk_server {
    int status;
    hk_header request;        /* that is being served */
    int client;               /* whose it is; -1 before the first */
    hk_header *clients;       /* a request of each that has asked, which has its number here */
    int client_count;
    int percent;
    hako_time_t told_usec;    /* when its progress was told last; -1 for never */
    waiting *first;
    int waiting_count;
    bool is_told;             /* that requests are dropped */
    char *packet;             /* the request */
    char *answer;             /* room for the program's answer */
} hk_server;

static hk_server *server_of(const char *function, int service_id, hk_service **service) {
    *service = hk_service_of(function, service_id);
    if (*service != NULL && (*service)->server == NULL) {
        hk_fail(0, function, "the program is no server of '%s'; call hako_asset_service_server_create before",
            (*service)->defined.name);
    }
    return *service == NULL ? NULL : (*service)->server;
}

int hako_asset_service_server_create(const char *asset_name, const char *service_name) {
    static const char function[] = "hako_asset_service_server_create";
    HK_HOLDS_LOCK;
    const int id = hk_service_find(function, asset_name, service_name);
    hk_service *service = id < 0 ? NULL : hk_service_of(function, id);
    if (service == NULL || service->server != NULL) {
        return id;
    }
    if (service->answers == NULL || !service->hears_requests) {
        return hk_fail(-1, function, "the hub's configuration has no gated channel '%s' to '%s', or no '%s' from it;"
            " 'takt import hakoniwa --services' writes them", service->defined.requests, takt_name(hk_the.asset),
            service->defined.answers);
    }
    hk_server *server = calloc(1, sizeof *server);
    if (server != NULL) {
        server->packet = calloc(1, service->defined.request_size);
        server->answer = calloc(1, service->defined.response_size);
    }
    if (server == NULL || server->packet == NULL || server->answer == NULL) {
        return hk_fail(-1, function, "there is no memory for the server");
    }
    server->client = -1;
    service->server = server;
    return id;
}

void hk_server_reset(hk_server *server) {
    while (server->first != NULL) {
        waiting *next = server->first->next;
        free(server->first);
        server->first = next;
    }
    server->waiting_count = 0;
    server->status = HAKO_SERVICE_SERVER_API_STATUS_IDLE;
    server->client = -1;
    server->client_count = 0;
}

void hk_server_free(hk_server *server) {
    hk_server_reset(server);
    free(server->clients);
    free(server->packet);
    free(server->answer);
    free(server);
}

void hk_server_take(hk_service *service, const takt_message *message) {
    hk_server *server = service->server;
    hk_header header;
    if (server == NULL) {
        return;
    }
    if (message->size != service->defined.request_size || !hk_packet_read(message->data, message->size, &header)
        || strcmp(header.service, service->defined.name) != 0
        || header.code > HAKO_SERVICE_CLIENT_API_OPCODE_CANCEL) {
        hk_service_pass_over("hako_asset_service_server_poll", service, message, "request",
            service->defined.request_size);
        return;
    }
    waiting *request = server->waiting_count == MOST_WAITING ? NULL : malloc(sizeof *request + message->size);
    if (request == NULL) {
        if (!server->is_told) {
            server->is_told = true;
            hk_fail(0, "hako_asset_service_server_poll", "%d requests of '%s' wait already; more are passed over",
                server->waiting_count, service->defined.name);
        }
        return;
    }
    request->next = NULL;
    request->header = header;
    if (header.asset[0] == '\0') {
        snprintf(request->header.asset, sizeof request->header.asset, "%s", message->sender);
    }
    memcpy(request->packet, message->data, message->size);
    waiting **end = &server->first;
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = request;
    server->waiting_count++;
}

int hk_server_client_count(const hk_service *service) {
    return service->server == NULL ? 0 : service->server->client_count;
}

const char *hk_server_packet(const hk_service *service, int client, bool is_answer) {
    const hk_server *server = service->server;
    return server == NULL || server->client != client ? NULL : is_answer ? server->answer : server->packet;
}

/* Clients of different programs may have one name. */
static bool is_of_one_client(const hk_header *one, const hk_header *other) {
    return strcmp(one->client, other->client) == 0 && strcmp(one->asset, other->asset) == 0;
}

/* The next request or, while one is served, what the same client says of it; NULL for none. The caller frees it. */
static waiting *take_next(hk_server *server) {
    const bool is_idle = server->status == HAKO_SERVICE_SERVER_API_STATUS_IDLE;
    for (waiting **at = &server->first; *at != NULL; at = &(*at)->next) {
        if (is_idle || is_of_one_client(&(*at)->header, &server->request)) {
            waiting *found = *at;
            *at = found->next;
            server->waiting_count--;
            return found;
        }
    }
    return NULL;
}

/* A client's number; -1 where there are too many. */
static int number_of(hk_server *server, const hk_header *request) {
    for (int i = 0; i < server->client_count; i++) {
        if (is_of_one_client(&server->clients[i], request)) {
            return i;
        }
    }
    if (server->client_count == MOST_WAITING) {
        return -1;
    }
    hk_header *more = realloc(server->clients, ((size_t) server->client_count + 1) * sizeof *more);
    if (more == NULL) {
        return -1;
    }
    server->clients = more;
    more[server->client_count] = *request;
    return server->client_count++;
}

static hk_header answer_to(const hk_server *server, int status, int result) {
    hk_header header = server->request;
    header.code = (uint8_t) status;
    header.percent = (uint8_t) server->percent;
    header.number = result;
    return header;
}

/* Tells the client of a request that is still served how it stands. */
static void tell(hk_service *service, int result) {
    char *packet = malloc(service->defined.response_size);
    if (packet != NULL) {
        const hk_header header = answer_to(service->server,
            service->server->status == HAKO_SERVICE_SERVER_API_STATUS_DOING ? HAKO_SERVICE_API_STATUS_DOING
                : HAKO_SERVICE_API_STATUS_CANCELING, result);
        hk_packet_write(packet, service->defined.response_size, &header);
        hk_service_send("hako_asset_service_server_poll", service->answers, packet, service->defined.response_size);
        free(packet);
    }
}

static void tell_progress(hk_service *service) {
    hk_server *server = service->server;
    const hako_time_t now_usec = hk_the.to_ns / 1000;
    if (server->status == HAKO_SERVICE_SERVER_API_STATUS_DOING && server->request.number > 0
        && (server->told_usec < 0 || now_usec - server->told_usec >= server->request.number * INT64_C(1000))) {
        server->told_usec = now_usec;
        tell(service, HAKO_SERVICE_API_RESULT_CODE_OK);
    }
}

int hako_asset_service_server_poll(int service_id) {
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of("hako_asset_service_server_poll", service_id, &service);
    if (server == NULL) {
        return -1;
    }
    int event = HAKO_SERVICE_SERVER_API_EVENT_NONE;
    waiting *next;
    while (event == HAKO_SERVICE_SERVER_API_EVENT_NONE && (next = take_next(server)) != NULL) {
        const bool is_cancel = next->header.code == HAKO_SERVICE_CLIENT_API_OPCODE_CANCEL;
        if (server->status == HAKO_SERVICE_SERVER_API_STATUS_IDLE) {
            /* The cancel of a request that was answered meanwhile is of no use any more. */
            if (!is_cancel) {
                event = HAKO_SERVICE_SERVER_API_REQUEST_IN;
                server->status = HAKO_SERVICE_SERVER_API_STATUS_DOING;
                server->request = next->header;
                server->client = number_of(server, &next->header);
                server->percent = 0;
                server->told_usec = -1;
                memcpy(server->packet, next->packet, service->defined.request_size);
            }
        } else if (is_cancel && server->status == HAKO_SERVICE_SERVER_API_STATUS_DOING) {
            event = HAKO_SERVICE_SERVER_API_REQUEST_CANCEL;
            server->status = HAKO_SERVICE_SERVER_API_STATUS_CANCELING;
        } else {
            tell(service, HAKO_SERVICE_API_RESULT_CODE_BUSY);
        }
        free(next);
    }
    if (event == HAKO_SERVICE_SERVER_API_EVENT_NONE) {
        tell_progress(service);
    }
    return event;
}

int hako_asset_service_server_get_current_client_id(int service_id) {
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of("hako_asset_service_server_get_current_client_id", service_id, &service);
    return server == NULL ? -1 : server->client;
}

int hako_asset_service_server_get_current_channel_id(int service_id, int *request_channel_id,
        int *response_channel_id) {
    static const char function[] = "hako_asset_service_server_get_current_channel_id";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of(function, service_id, &service);
    return server == NULL ? -1 : hk_service_channels(function, server->client, request_channel_id, response_channel_id);
}

int hako_asset_service_server_status(int service_id, int *status) {
    static const char function[] = "hako_asset_service_server_status";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of(function, service_id, &service);
    if (server == NULL || status == NULL) {
        return server == NULL ? -1 : hk_fail(-1, function, "status is NULL");
    }
    *status = server->status;
    return 0;
}

/* Whether a request is being served, and both are there; else a line. */
static bool is_serving(const char *function, const hk_server *server, const void *one, const void *other) {
    if (one == NULL || other == NULL) {
        hk_fail(0, function, "the packet, or its length, is NULL");
    } else if (server->status == HAKO_SERVICE_SERVER_API_STATUS_IDLE) {
        hk_fail(0, function, "no request is being served; hako_asset_service_server_poll says when one is");
    } else {
        return true;
    }
    return false;
}

int hako_asset_service_server_get_request(int service_id, char **packet, size_t *packet_len) {
    static const char function[] = "hako_asset_service_server_get_request";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of(function, service_id, &service);
    if (server == NULL || !is_serving(function, server, packet, packet_len)) {
        return -1;
    }
    *packet = server->packet;
    *packet_len = service->defined.request_size;
    return 0;
}

int hako_asset_service_server_get_response_buffer(int service_id, char **packet, size_t *packet_len, int status,
        int result_code) {
    static const char function[] = "hako_asset_service_server_get_response_buffer";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of(function, service_id, &service);
    if (server == NULL || !is_serving(function, server, packet, packet_len)) {
        return -1;
    }
    if (status < HAKO_SERVICE_API_STATUS_NONE || status > HAKO_SERVICE_API_STATUS_ERROR
        || result_code < HAKO_SERVICE_API_RESULT_CODE_OK || result_code > HAKO_SERVICE_API_RESULT_CODE_BUSY) {
        return hk_fail(-1, function, "status %d or result %d is none; both are from 0 to 4", status, result_code);
    }
    const hk_header header = answer_to(server, status, result_code);
    hk_packet_write(server->answer, service->defined.response_size, &header);
    *packet = server->answer;
    *packet_len = service->defined.response_size;
    return 0;
}

int hako_asset_service_server_put_response(int service_id, char *packet, size_t packet_len) {
    static const char function[] = "hako_asset_service_server_put_response";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of(function, service_id, &service);
    if (server == NULL || !is_serving(function, server, packet, packet)) {
        return -1;
    }
    hk_header header;
    if (packet_len > service->defined.response_size || !hk_packet_read(packet, packet_len, &header)) {
        return hk_fail(-1, function, "%zu bytes are no answer of up to %zu; fill in what"
            " hako_asset_service_server_get_response_buffer gives", packet_len, service->defined.response_size);
    }
    hk_packet_copy(server->answer, service->defined.response_size, packet, packet_len, &server->request);
    if (hk_service_send(function, service->answers, server->answer, service->defined.response_size) != 0) {
        return -1;
    }
    server->status = HAKO_SERVICE_SERVER_API_STATUS_IDLE;
    return 0;
}

int hako_asset_service_server_is_canceled(int service_id) {
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of("hako_asset_service_server_is_canceled", service_id, &service);
    return server == NULL ? -1 : server->status == HAKO_SERVICE_SERVER_API_STATUS_CANCELING;
}

int hako_asset_service_server_set_progress(int service_id, int percentage) {
    static const char function[] = "hako_asset_service_server_set_progress";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_server *server = server_of(function, service_id, &service);
    if (server == NULL || percentage < 0 || percentage > 100) {
        return server == NULL ? -1 : hk_fail(-1, function, "%d is not from 0 to 100", percentage);
    }
    server->percent = percentage;
    return 0;
}
