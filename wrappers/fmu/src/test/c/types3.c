/*
 * An FMU of FMI 3.0 for tests: one input and one output of each type, and arrays of some; outputs are as inputs are.
 * The reference of an output is 100 above that of its input. Arrays of Float64 have as many values as n says.
 */
#define TOKEN "types"
#define MOST 8
#define DATA float f32[MOST]; double f64[2][MOST]; int8_t i8[MOST]; uint8_t u8[MOST]; int16_t i16[MOST]; \
    uint16_t u16[MOST]; int32_t i32[2][MOST]; uint32_t u32[MOST]; int64_t i64[MOST]; uint64_t u64[MOST]; \
    bool b[MOST]; char s[2][MOST][32]; uint8_t bytes[MOST][32]; size_t sizes[MOST]; uint64_t n;
#include "fmu3.h"

enum { N = 1, ONE = 2, LIST = 3 };

static void start(Model *m) {
    m->n = 2;
    for (int i = 0; i < MOST; i++) { strcpy(m->s[0][i], "start"); strcpy(m->s[1][i], "start"); }
}
static int initialized(Model *m) { (void)m; return OK; }

int fmi3DoStep(Model *m, double from, double length, bool noSetPrior, bool *event, bool *over, bool *early,
    double *reached) {
    (void)noSetPrior;
    *event = *over = *early = false;
    *reached = m->time = from + length;
    return OK;
}
int fmi3UpdateDiscreteStates(Model *m, bool *again, bool *over, bool *nominals, bool *values, bool *hasNext,
    double *next) {
    (void)again; (void)over; (void)nominals; (void)values; (void)hasNext; (void)next;
    return fail(m, "there are no events");
}

/* One variable at a time; the list is behind LIST, the single value behind ONE. */
#define TYPE(name, type, of, length) \
    int fmi3Get##name(Model *m, const Ref r[], size_t n, type values[], size_t count) { \
        (void)r; if (n != 1 || count != (length)) { return fail(m, "wrong count"); } \
        memcpy(values, (of), count * sizeof(type)); \
        return OK; } \
    int fmi3Set##name(Model *m, const Ref r[], size_t n, const type values[], size_t count) { \
        (void)r; if (n != 1 || count != (length)) { return fail(m, "wrong count"); } \
        memcpy((of), values, count * sizeof(type)); \
        return OK; }
#define IS_LIST (r[0] % 100 == LIST)
TYPE(Float32, float, m->f32, 1)
TYPE(Float64, double, m->f64[IS_LIST], IS_LIST ? m->n : 1)
TYPE(Int8, int8_t, m->i8, 1)
TYPE(UInt8, uint8_t, m->u8, 1)
TYPE(Int16, int16_t, m->i16, 1)
TYPE(UInt16, uint16_t, m->u16, 1)
TYPE(Int32, int32_t, m->i32[IS_LIST], IS_LIST ? 4 : 1)
TYPE(UInt32, uint32_t, m->u32, 1)
TYPE(Int64, int64_t, m->i64, 1)
TYPE(Boolean, bool, m->b, 1)

int fmi3GetUInt64(Model *m, const Ref r[], size_t n, uint64_t values[], size_t count) {
    (void)n; (void)count;
    values[0] = r[0] == N ? m->n : m->u64[0];
    return OK;
}
int fmi3SetUInt64(Model *m, const Ref r[], size_t n, const uint64_t values[], size_t count) {
    (void)n; (void)count;
    if (r[0] == N && m->mode != CONFIGURATION) { return fail(m, "n is set outside of the configuration mode"); }
    *(r[0] == N ? &m->n : m->u64) = values[0];
    return OK;
}
int fmi3GetString(Model *m, const Ref r[], size_t n, const char *values[], size_t count) {
    (void)n;
    for (size_t i = 0; i < count; i++) { values[i] = m->s[IS_LIST][i]; }
    return OK;
}
int fmi3SetString(Model *m, const Ref r[], size_t n, const char *const values[], size_t count) {
    (void)n;
    for (size_t i = 0; i < count; i++) { snprintf(m->s[IS_LIST][i], 32, "%s", values[i]); }
    return OK;
}
int fmi3GetBinary(Model *m, const Ref r[], size_t n, size_t sizes[], const uint8_t *values[], size_t count) {
    (void)r; (void)n;
    for (size_t i = 0; i < count; i++) { sizes[i] = m->sizes[i]; values[i] = m->bytes[i]; }
    return OK;
}
int fmi3SetBinary(Model *m, const Ref r[], size_t n, const size_t sizes[], const uint8_t *const values[],
    size_t count) {
    (void)r; (void)n;
    for (size_t i = 0; i < count; i++) { m->sizes[i] = sizes[i]; memcpy(m->bytes[i], values[i], sizes[i]); }
    return OK;
}
