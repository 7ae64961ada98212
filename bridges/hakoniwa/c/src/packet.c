#include "packet.h"

#include <string.h>

enum { MAGIC = 0x12345678, VERSION = 1, META = 24, HEAP = HK_PACKET_LEAST, HEADER = 268,
    AT_SERVICE = 4, AT_CLIENT = 132, AT_CODE = 260, AT_PERCENT = 261, AT_NUMBER = 264 };

static void put(char *at, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        at[i] = (char) (value >> 8 * i);
    }
}

static uint32_t get(const char *at) {
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--) {
        value = value << 8 | (unsigned char) at[i];
    }
    return value;
}

/* What fits of the asset's name behind the client's, with a zero behind both. */
static size_t room_for_asset(const char *client) {
    const size_t length = strlen(client);
    return length + 2 < HK_PACKET_NAME ? HK_PACKET_NAME - length - 2 : 0;
}

static void put_address(char *packet, const hk_header *header) {
    char *at = packet + get(packet + 8) + AT_CLIENT;
    memset(at, 0, HK_PACKET_NAME);
    memcpy(at, header->client, strlen(header->client));
    memcpy(at + strlen(header->client) + 1, header->asset, strnlen(header->asset, room_for_asset(header->client)));
}

void hk_packet_write(char *packet, size_t size, const hk_header *header) {
    memset(packet, 0, size);
    const uint32_t meta[] = { MAGIC, VERSION, META, HEAP, HEAP };
    for (int i = 0; i < 5; i++) {
        put(packet + 4 * i, meta[i]);
    }
    char *base = packet + META;
    put(base, header->request);
    memcpy(base + AT_SERVICE, header->service, HK_PACKET_NAME);
    put_address(packet, header);
    base[AT_CODE] = (char) header->code;
    base[AT_PERCENT] = (char) header->percent;
    put(base + AT_NUMBER, (uint32_t) header->number);
}

void hk_packet_copy(char *packet, size_t size, const char *from, size_t from_size, const hk_header *header) {
    memmove(packet, from, from_size);
    memset(packet + from_size, 0, size - from_size);
    put_address(packet, header);
}

bool hk_packet_is_for(const hk_header *header, const hk_header *own) {
    const size_t length = strnlen(own->asset, room_for_asset(own->client));
    return strcmp(header->client, own->client) == 0 && (header->asset[0] == '\0'
        || (strlen(header->asset) == length && memcmp(header->asset, own->asset, length) == 0));
}

/* Behind the zero there may be anything. False where there is none. */
static bool get_name(const char *at, size_t size, char name[HK_PACKET_NAME]) {
    const char *end = size == 0 ? NULL : memchr(at, '\0', size);
    memset(name, 0, HK_PACKET_NAME);
    if (end != NULL) {
        memcpy(name, at, (size_t) (end - at));
    }
    return end != NULL;
}

bool hk_packet_read(const char *packet, size_t size, hk_header *header) {
    if (size < HK_PACKET_LEAST || get(packet) != MAGIC || get(packet + 4) != VERSION || get(packet + 8) < META
        || get(packet + 8) > size - HEADER) {
        return false;
    }
    const char *base = packet + get(packet + 8);
    header->request = get(base);
    header->code = (uint8_t) base[AT_CODE];
    header->percent = (uint8_t) base[AT_PERCENT];
    header->number = (int32_t) get(base + AT_NUMBER);
    if (!get_name(base + AT_SERVICE, HK_PACKET_NAME, header->service)
            || !get_name(base + AT_CLIENT, HK_PACKET_NAME, header->client)) {
        return false;
    }
    const size_t used = strlen(header->client) + 1;
    get_name(base + AT_CLIENT + used, HK_PACKET_NAME - used, header->asset);
    return true;
}
