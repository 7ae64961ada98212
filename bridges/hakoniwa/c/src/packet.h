/*
 * A packet of a service, as Hakoniwa lays it out: metadata of 24 bytes, then a header and the body of the service's own
 * type. Numbers are little-endian.
 *
 *   0  magic, version, offset of the base data, offset of the heap, total size: each 4 bytes; then 4 bytes of flags
 *   base + 0    number of the request, 4 bytes
 *   base + 4    the service's name, 128 bytes with a zero at its end
 *   base + 132  the client's name, likewise; behind its zero HUB/ASSET, as far as that fits, of which it is a client
 *   base + 260  of a request its code, 1 byte; of an answer its status, and how many percent are done, 1 byte each
 *   base + 264  of a request the milliseconds between reports of progress, of an answer its result, 4 bytes
 */
#ifndef HK_PACKET_H
#define HK_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HK_PACKET_LEAST = 24 + 272, HK_PACKET_NAME = 128 };

typedef struct hk_header {
    uint32_t request;
    char service[HK_PACKET_NAME];
    char client[HK_PACKET_NAME];
    char asset[HK_PACKET_NAME];   /* HUB/ASSET; "" in packets of other makes */
    uint8_t code;
    uint8_t percent;
    int32_t number;
} hk_header;

/* Fills a packet of so many bytes, HK_PACKET_LEAST or more, with zeros behind its header. */
void hk_packet_write(char *packet, size_t size, const hk_header *header);

/*
 * Copies a program's packet, which can be read, into one of so many bytes, which it may be already. Programs may give
 * less than that, and do not know of the asset, which is that of the header here.
 */
void hk_packet_copy(char *packet, size_t size, const char *from, size_t from_size, const hk_header *header);

/*
 * Whether an answer is for the client of this header: others of the name may be in other programs. One without an
 * asset's name, as servers of other makes send it, is for all of them.
 */
bool hk_packet_is_for(const hk_header *header, const hk_header *own);

/* False where the bytes are no packet. */
bool hk_packet_read(const char *packet, size_t size, hk_header *header);

#endif
