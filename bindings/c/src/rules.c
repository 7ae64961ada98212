#include "rules.h"

#include <string.h>

static const uint32_t CRC_TABLE[256] = {
    0x00000000, 0xf26b8303, 0xe13b70f7, 0x1350f3f4, 0xc79a971f, 0x35f1141c, 0x26a1e7e8, 0xd4ca64eb,
    0x8ad958cf, 0x78b2dbcc, 0x6be22838, 0x9989ab3b, 0x4d43cfd0, 0xbf284cd3, 0xac78bf27, 0x5e133c24,
    0x105ec76f, 0xe235446c, 0xf165b798, 0x030e349b, 0xd7c45070, 0x25afd373, 0x36ff2087, 0xc494a384,
    0x9a879fa0, 0x68ec1ca3, 0x7bbcef57, 0x89d76c54, 0x5d1d08bf, 0xaf768bbc, 0xbc267848, 0x4e4dfb4b,
    0x20bd8ede, 0xd2d60ddd, 0xc186fe29, 0x33ed7d2a, 0xe72719c1, 0x154c9ac2, 0x061c6936, 0xf477ea35,
    0xaa64d611, 0x580f5512, 0x4b5fa6e6, 0xb93425e5, 0x6dfe410e, 0x9f95c20d, 0x8cc531f9, 0x7eaeb2fa,
    0x30e349b1, 0xc288cab2, 0xd1d83946, 0x23b3ba45, 0xf779deae, 0x05125dad, 0x1642ae59, 0xe4292d5a,
    0xba3a117e, 0x4851927d, 0x5b016189, 0xa96ae28a, 0x7da08661, 0x8fcb0562, 0x9c9bf696, 0x6ef07595,
    0x417b1dbc, 0xb3109ebf, 0xa0406d4b, 0x522bee48, 0x86e18aa3, 0x748a09a0, 0x67dafa54, 0x95b17957,
    0xcba24573, 0x39c9c670, 0x2a993584, 0xd8f2b687, 0x0c38d26c, 0xfe53516f, 0xed03a29b, 0x1f682198,
    0x5125dad3, 0xa34e59d0, 0xb01eaa24, 0x42752927, 0x96bf4dcc, 0x64d4cecf, 0x77843d3b, 0x85efbe38,
    0xdbfc821c, 0x2997011f, 0x3ac7f2eb, 0xc8ac71e8, 0x1c661503, 0xee0d9600, 0xfd5d65f4, 0x0f36e6f7,
    0x61c69362, 0x93ad1061, 0x80fde395, 0x72966096, 0xa65c047d, 0x5437877e, 0x4767748a, 0xb50cf789,
    0xeb1fcbad, 0x197448ae, 0x0a24bb5a, 0xf84f3859, 0x2c855cb2, 0xdeeedfb1, 0xcdbe2c45, 0x3fd5af46,
    0x7198540d, 0x83f3d70e, 0x90a324fa, 0x62c8a7f9, 0xb602c312, 0x44694011, 0x5739b3e5, 0xa55230e6,
    0xfb410cc2, 0x092a8fc1, 0x1a7a7c35, 0xe811ff36, 0x3cdb9bdd, 0xceb018de, 0xdde0eb2a, 0x2f8b6829,
    0x82f63b78, 0x709db87b, 0x63cd4b8f, 0x91a6c88c, 0x456cac67, 0xb7072f64, 0xa457dc90, 0x563c5f93,
    0x082f63b7, 0xfa44e0b4, 0xe9141340, 0x1b7f9043, 0xcfb5f4a8, 0x3dde77ab, 0x2e8e845f, 0xdce5075c,
    0x92a8fc17, 0x60c37f14, 0x73938ce0, 0x81f80fe3, 0x55326b08, 0xa759e80b, 0xb4091bff, 0x466298fc,
    0x1871a4d8, 0xea1a27db, 0xf94ad42f, 0x0b21572c, 0xdfeb33c7, 0x2d80b0c4, 0x3ed04330, 0xccbbc033,
    0xa24bb5a6, 0x502036a5, 0x4370c551, 0xb11b4652, 0x65d122b9, 0x97baa1ba, 0x84ea524e, 0x7681d14d,
    0x2892ed69, 0xdaf96e6a, 0xc9a99d9e, 0x3bc21e9d, 0xef087a76, 0x1d63f975, 0x0e330a81, 0xfc588982,
    0xb21572c9, 0x407ef1ca, 0x532e023e, 0xa145813d, 0x758fe5d6, 0x87e466d5, 0x94b49521, 0x66df1622,
    0x38cc2a06, 0xcaa7a905, 0xd9f75af1, 0x2b9cd9f2, 0xff56bd19, 0x0d3d3e1a, 0x1e6dcdee, 0xec064eed,
    0xc38d26c4, 0x31e6a5c7, 0x22b65633, 0xd0ddd530, 0x0417b1db, 0xf67c32d8, 0xe52cc12c, 0x1747422f,
    0x49547e0b, 0xbb3ffd08, 0xa86f0efc, 0x5a048dff, 0x8ecee914, 0x7ca56a17, 0x6ff599e3, 0x9d9e1ae0,
    0xd3d3e1ab, 0x21b862a8, 0x32e8915c, 0xc083125f, 0x144976b4, 0xe622f5b7, 0xf5720643, 0x07198540,
    0x590ab964, 0xab613a67, 0xb831c993, 0x4a5a4a90, 0x9e902e7b, 0x6cfbad78, 0x7fab5e8c, 0x8dc0dd8f,
    0xe330a81a, 0x115b2b19, 0x020bd8ed, 0xf0605bee, 0x24aa3f05, 0xd6c1bc06, 0xc5914ff2, 0x37faccf1,
    0x69e9f0d5, 0x9b8273d6, 0x88d28022, 0x7ab90321, 0xae7367ca, 0x5c18e4c9, 0x4f48173d, 0xbd23943e,
    0xf36e6f75, 0x0105ec76, 0x12551f82, 0xe03e9c81, 0x34f4f86a, 0xc69f7b69, 0xd5cf889d, 0x27a40b9e,
    0x79b737ba, 0x8bdcb4b9, 0x988c474d, 0x6ae7c44e, 0xbe2da0a5, 0x4c4623a6, 0x5f16d052, 0xad7d5351
};

static uint32_t crc_by_table(uint32_t crc, const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        crc = CRC_TABLE[(crc ^ bytes[i]) & 0xff] ^ crc >> 8;
    }
    return crc;
}

#if defined(__x86_64__) && defined(__GNUC__)
#if defined(__clang__) && __clang_major__ >= 14
__attribute__((target("crc32"))) /* There it is a feature of its own. */
#else
__attribute__((target("sse4.2")))
#endif
static uint32_t crc_by_processor(uint32_t crc, const unsigned char *bytes, size_t length) {
    uint64_t wide = crc;
    for (; length >= 8; bytes += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    crc = (uint32_t) wide;
    for (; length > 0; bytes++, length--) {
        crc = __builtin_ia32_crc32qi(crc, *bytes);
    }
    return crc;
}
#endif

uint32_t tk_crc32c_by_table(const void *bytes, size_t length) {
    return ~crc_by_table(~UINT32_C(0), bytes, length);
}

uint32_t tk_crc32c(const void *bytes, size_t length) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("sse4.2")) {
        return ~crc_by_processor(~UINT32_C(0), bytes, length);
    }
#endif
    return tk_crc32c_by_table(bytes, length);
}

static const uint64_t P1 = UINT64_C(0x9e3779b185ebca87);
static const uint64_t P2 = UINT64_C(0xc2b2ae3d27d4eb4f);
static const uint64_t P3 = UINT64_C(0x165667b19e3779f9);
static const uint64_t P4 = UINT64_C(0x85ebca77c2b2ae63);
static const uint64_t P5 = UINT64_C(0x27d4eb2f165667c5);

uint64_t tk_mix(uint64_t word) {
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

uint64_t tk_digest_name(const char *channel, const char *sender) {
    char name[256];
    const size_t of_channel = strlen(channel), of_sender = strlen(sender);
    if (of_channel + 1 + of_sender > sizeof name) {
        return 0; /* Names have 100 characters at most. */
    }
    memcpy(name, channel, of_channel + 1);
    memcpy(name + of_channel + 1, sender, of_sender);
    return (uint64_t) tk_crc32c(name, of_channel + 1 + of_sender) << 32;
}

uint64_t tk_digest_add(uint64_t digest, int64_t delivery_ns, int64_t stamp_ns, int64_t sequence, int64_t end_ns,
    uint64_t name, uint32_t crc) {
    return tk_mix(digest ^ (P1 * (uint64_t) delivery_ns + P2 * (uint64_t) stamp_ns + P3 * (uint64_t) sequence
        + P4 * (uint64_t) end_ns + P5 * (name | crc)));
}

uint32_t tk_check_head(int64_t head, int64_t stamp_ns, int64_t sequence, int32_t length) {
    return (uint32_t) tk_mix(P1 * (uint64_t) head + P2 * (uint64_t) stamp_ns + P3 * (uint64_t) sequence
        + P4 * (uint64_t) (int64_t) length) & 0xffff;
}

uint32_t tk_check_bytes(uint32_t crc) {
    return (crc >> 16 ^ crc) & 0xffff;
}

/* FNV-1a of a text, with the zero at its end where that is wanted. */
static uint64_t fnv(uint64_t hash, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char) text[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

void tk_fate_init(tk_fate *fate, int64_t seed, const char *channel, const char *sender, const char *receiver,
    int64_t delay_ns, int64_t jitter_ns, double loss) {
    uint64_t hash = fnv(UINT64_C(0xcbf29ce484222325), channel, strlen(channel) + 1);
    hash = fnv(hash, sender, strlen(sender) + 1);
    hash = fnv(hash, receiver, strlen(receiver));
    *fate = (tk_fate) { tk_mix((uint64_t) seed ^ hash), delay_ns, jitter_ns, loss };
}

int64_t tk_later(int64_t time_ns, int64_t by_ns) {
    int64_t sum;
    return __builtin_add_overflow(time_ns, by_ns, &sum) ? INT64_MAX : sum;
}

/* The upper half of the product of two unsigned numbers. */
static uint64_t high_product(uint64_t a, uint64_t b) {
    const uint64_t a0 = (uint32_t) a, a1 = a >> 32, b0 = (uint32_t) b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    const uint64_t other = a0 * b1 + (uint32_t) middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

int64_t tk_fate_delivery(const tk_fate *fate, int64_t stamp_ns, int64_t sequence) {
    if (fate->loss == 0 && fate->jitter_ns == 0) {
        return tk_later(stamp_ns, fate->delay_ns);
    }
    const uint64_t drawn = tk_mix(fate->key + ((uint64_t) sequence + 1) * UINT64_C(0x9e3779b97f4a7c15));
    if ((double) (drawn >> 11) * 0x1.0p-53 < fate->loss) {
        return TK_LOST;
    }
    return tk_later(tk_later(stamp_ns, fate->delay_ns), fate->jitter_ns == 0 ? 0
        : (int64_t) high_product(tk_mix(drawn + 1), (uint64_t) fate->jitter_ns + 1));
}
