/*
 * An FMU of FMI 3.0 for tests: a ball that falls, bounces and is kicked once, solved exactly. It returns early at each
 * bounce, which is an event; the kick is at a time that it tells before, and it fails when it is stepped beyond it.
 */
#define TOKEN "ball"
#define DATA double g, e, kickAt, kick, t0, h0, v0; int32_t bounces; int64_t again; bool isAtFloor, isKicked;
#include "fmu3.h"

enum { TIME, H, V, G, E, KICK_AT, KICK, BOUNCES, AGAIN };

static void start(Model *m) {
    m->g = 9.81; m->e = 0.5; m->kickAt = 1e9; m->kick = 0; m->t0 = 0; m->h0 = 1; m->v0 = 0; m->bounces = 0;
    m->again = 0; m->isAtFloor = false; m->isKicked = false;
}
static int initialized(Model *m) { m->t0 = m->time; return OK; }

static double h(const Model *m, double t) { return m->h0 + m->v0 * (t - m->t0) - m->g / 2 * (t - m->t0) * (t - m->t0); }
static double v(const Model *m, double t) { return m->v0 - m->g * (t - m->t0); }
static double floorAt(const Model *m) { return m->t0 + (m->v0 + sqrt(m->v0 * m->v0 + 2 * m->g * m->h0)) / m->g; }

int fmi3DoStep(Model *m, double from, double length, bool noSetPrior, bool *event, bool *over, bool *early,
    double *reached) {
    (void)noSetPrior;
    if (m->mode != STEP) { return fail(m, "fmi3DoStep in the wrong mode"); }
    if (fabs(from - m->time) > 1e-12) { return fail(m, "the time is another one"); }
    if (m->usesEvents && !m->isKicked && from + length > m->kickAt + 1e-9) {
        return fail(m, "stepped beyond an event");
    }
    const double to = from + length;
    *event = m->again > 0;
    *over = m->bounces >= 20;
    *early = m->again > 0;
    *reached = m->again == 2 ? to + 1 : m->again == 3 ? from - 1 : m->again == 4 ? NAN : from;
    if (m->again > 0) { return OK; }
    *early = floorAt(m) < to;
    m->isAtFloor = *early;
    for (double at = from + 0.04; m->update && at < (*early ? floorAt(m) : to) + 1e-12; at += 0.04) {
        if (tellWithin(m, at + 0.01, false) || tellWithin(m, at, true)) { return fail(m, "asked to return early"); }
    }
    m->time = *reached = *early ? floorAt(m) : to;
    *event = *early;
    return OK;
}

int fmi3UpdateDiscreteStates(Model *m, bool *again, bool *over, bool *nominals, bool *values, bool *hasNext,
    double *next) {
    if (m->mode != EVENT) { return fail(m, "fmi3UpdateDiscreteStates in the wrong mode"); }
    *again = *over = *nominals = *values = false;
    const double now = m->time;
    const bool isKick = !m->isKicked && now >= m->kickAt - 1e-9;
    if (m->isAtFloor || isKick) {
        const double speed = m->isAtFloor ? -m->e * v(m, now) : v(m, now) + m->kick;
        m->h0 = m->isAtFloor ? 0 : h(m, now);
        m->v0 = speed;
        m->t0 = now;
        m->bounces += m->isAtFloor;
        m->isKicked |= isKick && !m->isAtFloor;
        m->isAtFloor = false;
        *again = *values = true;
    }
    *hasNext = !m->isKicked && m->kickAt < 1e6;
    *next = m->kickAt;
    return OK;
}

int fmi3GetFloat64(Model *m, const Ref r[], size_t n, double values[], size_t count) {
    (void)count;
    for (size_t i = 0; i < n; i++) {
        if (!mayRead(m, r[i])) { return fail(m, "read within a step"); }
        switch (r[i]) {
            case TIME: values[i] = m->time; break;
            case H: values[i] = h(m, m->time); break;
            case V: values[i] = v(m, m->time); break;
            case G: values[i] = m->g; break;
            case E: values[i] = m->e; break;
            default: return fail(m, "no such variable");
        }
    }
    return OK;
}
int fmi3SetFloat64(Model *m, const Ref r[], size_t n, const double values[], size_t count) {
    (void)count;
    for (size_t i = 0; i < n; i++) {
        switch (r[i]) {
            case G: m->g = values[i]; break;
            case H: m->h0 = values[i]; break;
            case KICK_AT: m->kickAt = values[i]; break;
            case KICK: m->kick = values[i]; break;
            case E:
                if (m->mode == STEP) { return fail(m, "e is set outside of an event"); }
                m->e = values[i];
                break;
            default: return fail(m, "no such variable");
        }
    }
    return OK;
}
int fmi3GetInt32(Model *m, const Ref r[], size_t n, int32_t values[], size_t count) {
    (void)r; (void)count;
    for (size_t i = 0; i < n; i++) { values[i] = m->bounces; }
    return OK;
}
int fmi3SetInt32(Model *m, const Ref r[], size_t n, const int32_t values[], size_t count) {
    (void)r; (void)n; (void)values; (void)count; return fail(m, "no such variable");
}
int fmi3GetInt64(Model *m, const Ref r[], size_t n, int64_t values[], size_t count) {
    (void)r; (void)count;
    for (size_t i = 0; i < n; i++) { values[i] = m->again; }
    return OK;
}
int fmi3SetInt64(Model *m, const Ref r[], size_t n, const int64_t values[], size_t count) {
    (void)r; (void)n; (void)count; m->again = values[0]; return OK;
}
NO_TYPE(Float32, float)
NO_TYPE(Int8, int8_t)
NO_TYPE(UInt8, uint8_t)
NO_TYPE(Int16, int16_t)
NO_TYPE(UInt16, uint16_t)
NO_TYPE(UInt32, uint32_t)
NO_TYPE(UInt64, uint64_t)
NO_TYPE(Boolean, bool)
NO_TYPE(String, char *)
NO_BINARY
