#include "services.h"

#include <stdlib.h>
#include <string.h>

#include "hakoniwa.h"
#include "session.h"
#include "tell.h"

static hk_service *services;
static size_t service_count;

/* Whether the asset receives a channel, gated, from any sender; false after a line where it is not gated. */
static bool hears(const char *channel) {
    const char *received;
    for (size_t i = 0; (received = takt_receives(hk_the.asset, i)) != NULL; i++) {
        if (strcmp(received, channel) == 0) {
            return takt_find_input(hk_the.asset, channel, NULL) == TAKT_GATED;
        }
    }
    return false;
}

static takt_output *output_of(const char *channel) {
    const char *sent;
    for (size_t i = 0; (sent = takt_sends(hk_the.asset, i)) != NULL; i++) {
        if (strcmp(sent, channel) == 0) {
            return takt_find_output(hk_the.asset, channel);
        }
    }
    return NULL;
}

int hako_asset_service_initialize(const char *service_config_path) {
    static const char function[] = "hako_asset_service_initialize";
    if (hk_require_owner(function) != 0) {
        return -1;
    }
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
        services[i] = (hk_service) { .defined = defined[i], .requests = output_of(defined[i].requests),
            .answers = output_of(defined[i].answers), .hears_requests = hears(defined[i].requests),
            .hears_answers = hears(defined[i].answers) };
    }
    service_count = services == NULL ? 0 : count;
    free(defined);
    return services == NULL ? hk_fail(-1, function, "there is no memory for the services") : 0;
}

hk_service *hk_service_of(const char *function, int service_id) {
    if (hk_require_owner(function) != 0) {
        return NULL;
    }
    if (service_id < 0 || (size_t) service_id >= service_count) {
        hk_fail(0, function, "there is no service %d", service_id);
        return NULL;
    }
    return &services[service_id];
}

int hk_service_find(const char *function, const char *asset_name, const char *service_name) {
    if (hk_require_owner(function) != 0) {
        return -1;
    }
    if (service_name == NULL) {
        return hk_fail(-1, function, "the service's name is NULL");
    }
    if (asset_name == NULL || strcmp(asset_name, takt_name(hk_the.asset)) != 0) {
        return hk_fail(-1, function, "the asset is '%s', and not '%s'; a process is one asset",
            takt_name(hk_the.asset), asset_name == NULL ? "NULL" : asset_name);
    }
    for (size_t i = 0; i < service_count; i++) {
        if (strcmp(services[i].defined.name, service_name) == 0) {
            return (int) i;
        }
    }
    return hk_fail(-1, function, services == NULL ? "no services were read; call hako_asset_service_initialize before"
        " '%s'" : "there is no service '%s' in the file that was read", service_name);
}

int hk_service_send(const char *function, takt_output *output, const char *packet, size_t size) {
    if (!hk_may_send()) {
        return hk_fail(-1, function, "no step is under way; call it between hako_asset_start_no_wait and the end of the"
            " run");
    }
    return takt_send(output, packet, size) == TAKT_OK ? 0 : hk_fail_takt(-1, function);
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
    for (size_t i = 0; i < service_count; i++) {
        if (services[i].server != NULL) {
            hk_server_reset(services[i].server);
        }
        hk_clients_reset(&services[i]);
    }
}

void hk_services_close(void) {
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
