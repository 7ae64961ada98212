/*
 * The services that the program's asset offers and asks. Requests and answers are whole packets of Hakoniwa on two
 * gated channels, SERVICE.requests and SERVICE.answers, so they come at the same simulation time in every run. The
 * functions here are called with the lock held, but for those that say so.
 */
#ifndef HK_SERVICES_H
#define HK_SERVICES_H

#include <stdbool.h>

#include "definitions.h"
#include "packet.h"
#include "takt.h"

typedef struct hk_service {
    hk_service_definition defined;
    takt_output *requests;    /* where the asset may be a client; else NULL */
    takt_output *answers;     /* where it may be the server */
    bool hears_requests;
    bool hears_answers;
    struct hk_server *server; /* NULL until the program makes them */
    struct hk_client *clients;
    int client_count;
    bool is_told;             /* that wrong messages come */
} hk_service;

/* NULL after a line, where the number is of none. */
hk_service *hk_service_of(const char *function, int service_id);

/* The number of a service that was read; -1 after a line. */
int hk_service_find(const char *function, const char *asset_name, const char *service_name);

/*
 * Sends a packet, or has it sent with the next step; -1 after a line, where that cannot be. The name of the function is
 * kept for later lines.
 */
int hk_service_send(const char *function, takt_output *output, const char *packet, size_t size);

/* Hakoniwa's numbers for the channels of a client; -1 after a line, where there is none or nowhere to put them. */
int hk_service_channels(const char *function, int client, int *request, int *response);

/* Says once for each service that a message is wrong. */
void hk_service_pass_over(const char *function, hk_service *service, const takt_message *message, const char *what,
    size_t size);

/* Takes a message of a service; others are passed over. */
void hk_services_take(const takt_message *message);

/* Sends what waits for a step. Entered. */
void hk_services_send_waiting(void);

/*
 * Packets as PDUs of a robot with the service's name: of client n 2n is the request, 2n + 1 the answer, zeros where
 * none was seen. False where there is no such PDU of so many bytes. Called without the lock.
 */
bool hk_services_read(const char *robot, int channel, char *buffer, size_t size);
bool hk_services_has(const char *robot, int channel, size_t size);

/* Forgets all requests, after a reset. */
void hk_services_reset(void);

/* Frees all of them; a program that registers anew reads a file anew. */
void hk_services_close(void);

/* The two halves, each in a file of its own. */
void hk_server_take(hk_service *service, const takt_message *message);
/* So many clients have been served since the last reset; 0 in a program that is no server. */
int hk_server_client_count(const hk_service *service);
/* The last packet of a client that was served, or is; NULL for none. */
const char *hk_server_packet(const hk_service *service, int client, bool is_answer);
void hk_server_reset(struct hk_server *server);
void hk_server_free(struct hk_server *server);
void hk_client_take(hk_service *service, const takt_message *message);
const char *hk_client_packet(const hk_service *service, int client, bool is_answer);
void hk_clients_reset(hk_service *service);
void hk_clients_free(hk_service *service);

#endif
