/* Computations that are the same in every implementation, to the bit: fates of messages, digests, checks of records. */
#ifndef TAKT_RULES_H
#define TAKT_RULES_H

#include <stddef.h>
#include <stdint.h>

enum { TK_LOST = -1 };

/* When the messages of one link are delivered. */
typedef struct tk_fate {
    uint64_t key;
    int64_t delay_ns;
    int64_t jitter_ns;
    double loss;
} tk_fate;

void tk_fate_init(tk_fate *fate, int64_t seed, const char *channel, const char *sender, const char *receiver,
    int64_t delay_ns, int64_t jitter_ns, double loss);

/* When a message is delivered; TK_LOST if never. */
int64_t tk_fate_delivery(const tk_fate *fate, int64_t stamp_ns, int64_t sequence);

/* A sum; INT64_MAX where it is more. */
int64_t tk_later(int64_t time_ns, int64_t by_ns);

uint64_t tk_mix(uint64_t word);

/* CRC-32C, by the processor's instruction where it has one. */
uint32_t tk_crc32c(const void *bytes, size_t length);
uint32_t tk_crc32c_by_table(const void *bytes, size_t length);

/* The part of a link in a digest, and the digest after one more message. */
uint64_t tk_digest_name(const char *channel, const char *sender);
uint64_t tk_digest_add(uint64_t digest, int64_t delivery_ns, int64_t stamp_ns, int64_t sequence, int64_t end_ns,
    uint64_t name, uint32_t crc);

/* The two halves of a record's check. */
uint32_t tk_check_head(int64_t head, int64_t stamp_ns, int64_t sequence, int32_t length);
uint32_t tk_check_bytes(uint32_t crc);

#endif
