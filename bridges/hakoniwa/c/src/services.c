#include "services.h"

#include <stdlib.h>
#include <string.h>

#include "external.h"
#include "hakoniwa.h"
#include "session.h"
#include "tell.h"

static hk_service *services;
static size_t service_count;

/* A packet that is sent with the next step, as it was given while there was none, or by another thread. */
typedef struct hk_waiting {
    struct hk_waiting *next;
    const char *function;  /* that was called with it */
    takt_output *output;
    size_t size;
    char packet[];
} hk_waiting;

static hk_waiting *first_waiting, **end_of_waiting = &first_waiting;

int hako_asset_service_initialize(const char *service_config_path) {
    static const char function[] = "hako_asset_service_initialize";
    if (hk_require_asset(function) != 0) {
        return -1;
    }
    HK_HOLDS_LOCK;
    if (service_config_path == NULL || *service_config_path == '\0') {
        return hk_fail(-1, function, "the path is NULL or empty; give that of the file with the services");
    }
    if (services != NULL) {
        return hk_fail(-1, function, "services were read already; an asset reads one file");
    }
    hk_service_definition *defined = NULL;
    size_t count;
    if (!hk_read_services(function, service_config_path, &defined, &count)) {
        return -1;
    }
    services = calloc(count + 1, sizeof *services);
    for (size_t i = 0; services != NULL && i < count; i++) {
        services[i] = (hk_service) { .defined = defined[i],
            .requests = hk_channels_output(&hk_the.channels, defined[i].requests),
            .answers = hk_channels_output(&hk_the.channels, defined[i].answers),
            .hears_requests = hk_channels_hears_gated(&hk_the.channels, defined[i].requests),
            .hears_answers = hk_channels_hears_gated(&hk_the.channels, defined[i].answers) };
    }
    service_count = services == NULL ? 0 : count;
    free(defined);
    return services == NULL ? hk_fail(-1, function, "there is no memory for the services") : 0;
}

hk_service *hk_service_of(const char *function, int service_id) {
    if (hk_require_asset(function) != 0) {
        return NULL;
    }
    if (service_id < 0 || (size_t) service_id >= service_count) {
        hk_fail(0, function, "there is no service %d", service_id);
        return NULL;
    }
    return &services[service_id];
}

int hk_service_find(const char *function, const char *asset_name, const char *service_name) {
    if (hk_require_asset(function) != 0) {
        return -1;
    }
    if (service_name == NULL) {
        return hk_fail(-1, function, "the service's name is NULL");
    }
    /* In a program that is no asset the name says nothing, and none means the process itself. */
    if (asset_name != NULL && !hk_is_external() && strcmp(asset_name, takt_name(hk_the.asset)) != 0) {
        return hk_fail(-1, function, "the asset is '%s', and not '%s'; a process is one asset",
            takt_name(hk_the.asset), asset_name);
    }
    for (size_t i = 0; i < service_count; i++) {
        if (strcmp(services[i].defined.name, service_name) == 0) {
            return (int) i;
        }
    }
    return hk_fail(-1, function, services == NULL ? "no services were read; call hako_asset_service_initialize before"
        " '%s'" : "there is no service '%s' in the file that was read", service_name);
}

static int keep_waiting(const char *function, takt_output *output, const char *packet, size_t size) {
    hk_waiting *waiting = malloc(sizeof *waiting + size);
    if (waiting == NULL) {
        return hk_fail(-1, function, "there is no memory for the packet");
    }
    *waiting = (hk_waiting) { .function = function, .output = output, .size = size };
    memcpy(waiting->packet, packet, size);
    *end_of_waiting = waiting;
    end_of_waiting = &waiting->next;
    return 0;
}

int hk_service_send(const char *function, takt_output *output, const char *packet, size_t size) {
    if (hk_the.phase == HK_ENDED) {
        return hk_fail(-1, function, "the run has ended");
    }
    const bool is_mine = hk_try_enter();
    int result;
    if (is_mine && hk_may_send()) {
        hk_services_send_waiting();
        result = takt_send(output, packet, size) == TAKT_OK ? 0 : hk_fail_takt(-1, function);
    } else {
        result = keep_waiting(function, output, packet, size);
    }
    if (is_mine) {
        hk_exit();
    }
    return result;
}

static void forget_waiting(bool is_sent) {
    while (first_waiting != NULL) {
        hk_waiting *waiting = first_waiting;
        if (is_sent && takt_send(waiting->output, waiting->packet, waiting->size) != TAKT_OK) {
            hk_fail_takt(0, waiting->function);
        }
        first_waiting = waiting->next;
        free(waiting);
    }
    end_of_waiting = &first_waiting;
}

void hk_services_send_waiting(void) {
    forget_waiting(true);
}

/* The service whose packets are the PDU, or NULL. */
static const hk_service *service_of_pdu(const char *robot, int channel, size_t size) {
    for (size_t i = 0; i < service_count && channel >= 0; i++) {
        const hk_service_definition *defined = &services[i].defined;
        if (strcmp(defined->name, robot) == 0) {
            const size_t has = channel % 2 == 0 ? defined->request_size : defined->response_size;
            /* A program has so many clients at most; a server, those of all programs. */
            const int count = hk_server_client_count(&services[i]);
            const int most = count > defined->max_clients ? count : defined->max_clients;
            return size <= has && channel / 2 < most ? &services[i] : NULL;
        }
    }
    return NULL;
}

bool hk_services_has(const char *robot, int channel, size_t size) {
    HK_HOLDS_LOCK;
    return service_of_pdu(robot, channel, size) != NULL;
}

bool hk_services_read(const char *robot, int channel, char *buffer, size_t size) {
    HK_HOLDS_LOCK;
    const hk_service *service = service_of_pdu(robot, channel, size);
    if (service == NULL) {
        return false;
    }
    const char *packet = hk_server_packet(service, channel / 2, channel % 2 != 0);
    packet = packet != NULL ? packet : hk_client_packet(service, channel / 2, channel % 2 != 0);
    if (packet != NULL) {
        memcpy(buffer, packet, size);
    } else {
        memset(buffer, 0, size);
    }
    return true;
}

int hk_service_channels(const char *function, int client, int *request, int *response) {
    if (request == NULL || response == NULL || client < 0) {
        return hk_fail(-1, function, client < 0 ? "no client is served that has a number: none has asked"
            " yet, or 512 others have" : "a channel's number is NULL");
    }
    *request = 2 * client;
    *response = 2 * client + 1;
    return 0;
}

void hk_service_pass_over(const char *function, hk_service *service, const takt_message *message, const char *what,
        size_t size) {
    if (!service->is_told) {
        service->is_told = true;
        hk_fail(0, function, "'%s' has sent %zu bytes on '%s' that are no %s of %zu bytes; such messages are passed"
            " over", message->sender, message->size, message->channel, what, size);
    }
}

void hk_services_take(const takt_message *message) {
    for (size_t i = 0; i < service_count; i++) {
        if (strcmp(services[i].defined.requests, message->channel) == 0) {
            hk_server_take(&services[i], message);
        } else if (strcmp(services[i].defined.answers, message->channel) == 0) {
            hk_client_take(&services[i], message);
        }
    }
}

void hk_services_reset(void) {
    forget_waiting(false);
    for (size_t i = 0; i < service_count; i++) {
        if (services[i].server != NULL) {
            hk_server_reset(services[i].server);
        }
        hk_clients_reset(&services[i]);
    }
}

void hk_services_close(void) {
    forget_waiting(false);
    for (size_t i = 0; i < service_count; i++) {
        if (services[i].server != NULL) {
            hk_server_free(services[i].server);
        }
        hk_clients_free(&services[i]);
    }
    free(services);
    services = NULL;
    service_count = 0;
}
