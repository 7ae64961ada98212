/* Hakoniwa's files: which PDUs a program may read and write, and which services there are. */
#ifndef HK_DEFINITIONS_H
#define HK_DEFINITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any name of a channel, and its zero. */
enum { HK_NAME = 104, HK_TEXT = 256 };

typedef struct hk_pdu_definition {
    char robot[HK_TEXT];
    int id;                    /* unique for the robot */
    size_t size;               /* bytes, 1 at least */
    char channel[HK_NAME];     /* of the hub */
} hk_pdu_definition;

typedef struct hk_service_definition {
    char name[HK_TEXT];
    int max_clients;
    size_t request_size;       /* bytes of a whole packet */
    size_t response_size;
    char requests[HK_NAME];    /* channels of the hub */
    char answers[HK_NAME];
} hk_service_definition;

/*
 * Reads the file of hako_asset_register, in its old or its compact form, which names further files. The array is the
 * caller's to free. False after a line on standard error: what is wrong, where, and what would be right.
 */
bool hk_read_pdus(const char *function, const char *path, hk_pdu_definition **pdus, size_t *count);

/* The same of hako_asset_service_initialize. */
bool hk_read_services(const char *function, const char *path, hk_service_definition **services, size_t *count);

#endif
