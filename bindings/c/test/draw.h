/* Random numbers as java.util.SplittableRandom draws them. */
#ifndef TAKT_TEST_DRAW_H
#define TAKT_TEST_DRAW_H

#include <stdint.h>

static inline uint64_t draw_long(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline uint32_t draw_int(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 33) * UINT64_C(0x62a9d9ed799705f5);
    return (uint32_t) ((z ^ z >> 28) * UINT64_C(0xcb24d0a5c88c35b3) >> 32);
}

/* From 0, less than a bound. */
static inline int32_t draw_int_below(uint64_t *state, int32_t bound) {
    const uint32_t most = (uint32_t) bound - 1;
    uint32_t drawn = draw_int(state);
    if (((uint32_t) bound & most) == 0) {
        return (int32_t) (drawn & most);
    }
    for (drawn >>= 1; (int32_t) (drawn + most - drawn % (uint32_t) bound) < 0; drawn = draw_int(state) >> 1) {
        continue;
    }
    return (int32_t) (drawn % (uint32_t) bound);
}

static inline int64_t draw_long_below(uint64_t *state, int64_t bound) {
    const uint64_t most = (uint64_t) bound - 1;
    uint64_t drawn = draw_long(state);
    if (((uint64_t) bound & most) == 0) {
        return (int64_t) (drawn & most);
    }
    for (drawn >>= 1; (int64_t) (drawn + most - drawn % (uint64_t) bound) < 0; drawn = draw_long(state) >> 1) {
        continue;
    }
    return (int64_t) (drawn % (uint64_t) bound);
}

#endif
