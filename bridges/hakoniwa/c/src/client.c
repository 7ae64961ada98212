/* The clients of a service in this program; each has one request at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hakoniwa.h"
#include "services.h"
#include "session.h"
#include "tell.h"

typedef struct hk_client {
    char name[HK_PACKET_NAME];
    int state;
    uint32_t request;
    int percent;
    hako_time_t limit_usec;   /* without a word of the server for longer the request has timed out; 0 for never */
    hako_time_t heard_usec;
    bool is_answered;         /* and the program has not been told */
    bool is_cancelled;        /* what the answer says */
    char *packet;             /* room for the program's request */
    char *answer;
} hk_client;

static hako_time_t now_usec(void) {
    return hk_the.to_ns / 1000;
}

static hk_client *client_of(const char *function, const HakoServiceHandleType *handle, hk_service **service) {
    *service = handle == NULL ? NULL : hk_service_of(function, handle->service_id);
    if (handle == NULL) {
        hk_fail(0, function, "the handle is NULL");
    } else if (*service != NULL && (handle->client_id < 0 || handle->client_id >= (*service)->client_count)) {
        hk_fail(0, function, "there is no client %d of '%s'; call hako_asset_service_client_create before",
            handle->client_id, (*service)->defined.name);
        *service = NULL;
    }
    return *service == NULL ? NULL : &(*service)->clients[handle->client_id];
}

static void forget(hk_client *client) {
    client->state = HAKO_SERVICE_CLIENT_API_STATE_IDLE;
    client->request = 0;
    client->percent = 0;
    client->is_answered = false;
}

void hk_clients_reset(hk_service *service) {
    for (int i = 0; i < service->client_count; i++) {
        forget(&service->clients[i]);
    }
}

void hk_clients_free(hk_service *service) {
    for (int i = 0; i < service->client_count; i++) {
        free(service->clients[i].packet);
        free(service->clients[i].answer);
    }
    free(service->clients);
}

static int add_client(const char *function, hk_service *service, const char *name) {
    hk_client *more = realloc(service->clients, ((size_t) service->client_count + 1) * sizeof *more);
    if (more != NULL) {
        service->clients = more;
        hk_client client = { .packet = calloc(1, service->defined.request_size),
            .answer = calloc(1, service->defined.response_size) };
        if (client.packet != NULL && client.answer != NULL) {
            memcpy(client.name, name, strlen(name));
            service->clients[service->client_count] = client;
            return service->client_count++;
        }
    }
    return hk_fail(-1, function, "there is no memory for the client");
}

int hako_asset_service_client_create(const char *asset_name, const char *service_name, const char *client_name,
        HakoServiceHandleType *handle) {
    static const char function[] = "hako_asset_service_client_create";
    HK_HOLDS_LOCK;
    if (client_name == NULL || *client_name == '\0' || strlen(client_name) >= HK_PACKET_NAME || handle == NULL) {
        return hk_fail(-1, function, handle == NULL ? "the handle is NULL"
            : "the client's name is no text of 1 to 127 bytes");
    }
    const int id = hk_service_find(function, asset_name, service_name);
    hk_service *service = id < 0 ? NULL : hk_service_of(function, id);
    if (service == NULL) {
        return -1;
    }
    if (service->requests == NULL || !service->hears_answers) {
        return hk_fail(-1, function, "the hub's configuration has no channel '%s' from '%s', or no gated '%s' to it;"
            " 'takt import hakoniwa --services' writes them", service->defined.requests, takt_name(hk_the.asset),
            service->defined.answers);
    }
    int found = -1;
    for (int i = 0; i < service->client_count; i++) {
        found = strcmp(service->clients[i].name, client_name) == 0 ? i : found;
    }
    if (found < 0 && service->client_count >= service->defined.max_clients) {
        return hk_fail(-1, function, "'%s' has %d clients already; its maxClients says how many it may have",
            service_name, service->client_count);
    }
    found = found < 0 ? add_client(function, service, client_name) : found;
    if (found >= 0) {
        *handle = (HakoServiceHandleType) { id, found };
    }
    return found < 0 ? -1 : 0;
}

/* The asset's name alone may be that of another, at another hub of a tree. */
static hk_header header_of(const hk_service *service, const hk_client *client) {
    hk_header header = { .request = client->request };
    memcpy(header.service, service->defined.name, strnlen(service->defined.name, HK_PACKET_NAME - 1));
    memcpy(header.client, client->name, HK_PACKET_NAME);
    snprintf(header.asset, sizeof header.asset, "%s/%s", takt_hub_name(hk_the.hub), takt_name(hk_the.asset));
    return header;
}

const char *hk_client_packet(const hk_service *service, int client, bool is_answer) {
    return client >= service->client_count ? NULL
        : is_answer ? service->clients[client].answer : service->clients[client].packet;
}

void hk_client_take(hk_service *service, const takt_message *message) {
    hk_header header;
    if (message->size != service->defined.response_size || !hk_packet_read(message->data, message->size, &header)) {
        hk_service_pass_over("hako_asset_service_client_poll", service, message, "answer",
            service->defined.response_size);
        return;
    }
    for (int i = 0; i < service->client_count; i++) {
        hk_client *client = &service->clients[i];
        const hk_header own = header_of(service, client);
        if (client->state == HAKO_SERVICE_CLIENT_API_STATE_IDLE || client->is_answered
            || header.request != client->request
            || !hk_packet_is_for(&header, &own)) {
            continue;
        }
        client->heard_usec = now_usec();
        if (header.code == HAKO_SERVICE_API_STATUS_DONE || header.code == HAKO_SERVICE_API_STATUS_ERROR) {
            client->is_answered = true;
            client->is_cancelled = header.number == HAKO_SERVICE_API_RESULT_CODE_CANCELED;
            memcpy(client->answer, message->data, message->size);
        } else if (header.code == HAKO_SERVICE_API_STATUS_DOING) {
            client->percent = header.percent;
        }
    }
}

int hako_asset_service_client_poll(const HakoServiceHandleType *handle) {
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_client *client = client_of("hako_asset_service_client_poll", handle, &service);
    if (client == NULL) {
        return -1;
    }
    if (client->is_answered) {
        client->is_answered = false;
        client->request++;
        client->state = HAKO_SERVICE_CLIENT_API_STATE_IDLE;
        return client->is_cancelled ? HAKO_SERVICE_CLIENT_API_REQUEST_CANCEL_DONE
            : HAKO_SERVICE_CLIENT_API_RESPONSE_IN;
    }
    return client->state == HAKO_SERVICE_CLIENT_API_STATE_DOING && client->limit_usec > 0
        && now_usec() - client->heard_usec > client->limit_usec ? HAKO_SERVICE_CLIENT_API_REQUEST_TIMEOUT
        : HAKO_SERVICE_CLIENT_API_EVENT_NONE;
}

int hako_asset_service_client_get_channel_id_by_handle(const HakoServiceHandleType *handle, int *request_channel_id,
        int *response_channel_id) {
    static const char function[] = "hako_asset_service_client_get_channel_id_by_handle";
    HK_HOLDS_LOCK;
    hk_service *service;
    return client_of(function, handle, &service) == NULL ? -1
        : hk_service_channels(function, handle->client_id, request_channel_id, response_channel_id);
}

int hako_asset_service_client_get_channel_id(int service_id, int *request_channel_id, int *response_channel_id) {
    static const char function[] = "hako_asset_service_client_get_channel_id";
    HK_HOLDS_LOCK;
    const hk_service *service = hk_service_of(function, service_id);
    const HakoServiceHandleType last = { service_id, service == NULL ? -1 : service->client_count - 1 };
    hk_service *its;
    return service == NULL || client_of(function, &last, &its) == NULL ? -1
        : hk_service_channels(function, last.client_id, request_channel_id, response_channel_id);
}

int hako_asset_service_client_status(const HakoServiceHandleType *handle, int *status) {
    static const char function[] = "hako_asset_service_client_status";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_client *client = client_of(function, handle, &service);
    if (client == NULL || status == NULL) {
        return client == NULL ? -1 : hk_fail(-1, function, "status is NULL");
    }
    *status = client->state;
    return 0;
}

static hk_header request_of(const hk_service *service, const hk_client *client, int opcode, int interval_msec) {
    hk_header header = header_of(service, client);
    header.code = (uint8_t) opcode;
    header.number = interval_msec;
    return header;
}

int hako_asset_service_client_get_request_buffer(const HakoServiceHandleType *handle, char **packet,
        size_t *packet_len, int opcode, int poll_interval_msec) {
    static const char function[] = "hako_asset_service_client_get_request_buffer";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_client *client = client_of(function, handle, &service);
    if (client == NULL) {
        return -1;
    }
    if (packet == NULL || packet_len == NULL || opcode < 0 || opcode > HAKO_SERVICE_CLIENT_API_OPCODE_CANCEL) {
        return hk_fail(-1, function, packet == NULL || packet_len == NULL ? "the packet, or its length, is NULL"
            : "the opcode is neither 0, a request, nor 1, a cancel");
    }
    const hk_header header = request_of(service, client, opcode, poll_interval_msec);
    hk_packet_write(client->packet, service->defined.request_size, &header);
    *packet = client->packet;
    *packet_len = service->defined.request_size;
    return 0;
}

int hako_asset_service_client_call_request(const HakoServiceHandleType *handle, char *packet, size_t packet_len,
        int timeout_msec) {
    static const char function[] = "hako_asset_service_client_call_request";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_client *client = client_of(function, handle, &service);
    if (client == NULL) {
        return -1;
    }
    hk_header header;
    if (packet == NULL || packet_len > service->defined.request_size
        || !hk_packet_read(packet, packet_len, &header)) {
        return hk_fail(-1, function, "%zu bytes at %s are no request of up to %zu; fill in what"
            " hako_asset_service_client_get_request_buffer gives", packet_len, packet == NULL ? "NULL" : "the packet",
            service->defined.request_size);
    }
    if (client->state != HAKO_SERVICE_CLIENT_API_STATE_IDLE) {
        return hk_fail(-1, function, "a request of client '%s' is under way; poll until it is answered, or cancel it",
            client->name);
    }
    const hk_header own = header_of(service, client);
    memcpy(header.asset, own.asset, sizeof header.asset);
    hk_packet_copy(client->packet, service->defined.request_size, packet, packet_len, &header);
    if (hk_service_send(function, service->requests, client->packet, service->defined.request_size) != 0) {
        return -1;
    }
    client->state = HAKO_SERVICE_CLIENT_API_STATE_DOING;
    client->percent = 0;
    client->limit_usec = timeout_msec <= 0 ? 0 : timeout_msec * INT64_C(1000);
    client->heard_usec = now_usec();
    return 0;
}

int hako_asset_service_client_get_response(const HakoServiceHandleType *handle, char **packet, size_t *packet_len,
        int timeout) {
    static const char function[] = "hako_asset_service_client_get_response";
    HK_HOLDS_LOCK;
    (void) timeout;
    hk_service *service;
    hk_client *client = client_of(function, handle, &service);
    if (client == NULL || packet == NULL || packet_len == NULL) {
        return client == NULL ? -1 : hk_fail(-1, function, "the packet, or its length, is NULL");
    }
    *packet = client->answer;
    *packet_len = service->defined.response_size;
    return 0;
}

int hako_asset_service_client_cancel_request(const HakoServiceHandleType *handle) {
    static const char function[] = "hako_asset_service_client_cancel_request";
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_client *client = client_of(function, handle, &service);
    if (client == NULL) {
        return -1;
    }
    if (client->state != HAKO_SERVICE_CLIENT_API_STATE_DOING) {
        return hk_fail(-1, function, "client '%s' has no request under way that is not cancelled already",
            client->name);
    }
    char *packet = malloc(service->defined.request_size);
    if (packet == NULL) {
        return hk_fail(-1, function, "there is no memory for it");
    }
    const hk_header header = request_of(service, client, HAKO_SERVICE_CLIENT_API_OPCODE_CANCEL, -1);
    hk_packet_write(packet, service->defined.request_size, &header);
    const int sent = hk_service_send(function, service->requests, packet, service->defined.request_size);
    free(packet);
    if (sent == 0) {
        client->state = HAKO_SERVICE_CLIENT_API_STATE_CANCELING;
    }
    return sent;
}

int hako_asset_service_client_get_progress(const HakoServiceHandleType *handle) {
    HK_HOLDS_LOCK;
    hk_service *service;
    hk_client *client = client_of("hako_asset_service_client_get_progress", handle, &service);
    return client == NULL ? -1 : client->percent;
}
