/*
 * An FMU of FMI 2.0 for tests: x' = u - k x, solved exactly for an input that stays as it is during a step; variables
 * of each type that come out as they go in; and faults, which begin at 1 s. No header of FMI is needed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK, WARNING, DISCARD, ERROR, FATAL, PENDING };
enum { K = 1, X0, X, U, I_IN, I_OUT, B_IN, B_OUT, S_IN, S_OUT, FAULT, P1, P2 };
enum { NO_FAULT, RETURNS_ERROR, RETURNS_FATAL, DISCARDS, CRASHES, RETURNS_PENDING, ENDS, NOT_A_NUMBER, RETURNS_WARNING,
    STOPS_SHORT, CRASHES_AT_END, RETURNS_ERROR_AT_END };

typedef void (*Logger)(void *, const char *, int, const char *, const char *, ...);
typedef struct {
    Logger log; void *(*allocate)(size_t, size_t); void (*release)(void *); void *step; void *environment;
} Callbacks;
typedef struct {
    Callbacks callbacks; char name[64]; double time, k, x0, x, u, p[2]; int i, b, fault, isInitialized, isOver;
    double reached; char s[64];
} Model;

static void start(Model *m) {
    m->k = 1; m->x0 = 1; m->x = 1; m->u = 0; m->i = 0; m->b = 0; m->fault = NO_FAULT; m->isInitialized = 0;
    m->isOver = 0; m->p[0] = 1; m->p[1] = 2;
    strcpy(m->s, "start");
}

void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources, const Callbacks *callbacks,
    int visible, int logging) {
    (void)type; (void)visible; (void)logging;
    if (strcmp(guid, "linear") != 0) {
        callbacks->log(callbacks->environment, name, ERROR, "logStatusError", "this binary is of another guid");
        return NULL;
    }
    Model *m = callbacks->allocate(1, sizeof(Model));
    m->callbacks = *callbacks;
    snprintf(m->name, sizeof(m->name), "%s", name);
    start(m);
    if (strncmp(resources, "file:/", 6) == 0) {
        char path[600];
        snprintf(path, sizeof(path), "%s/start.txt", strchr(resources + 5, '/') + (resources[6] == '/' ? 2 : 0));
        FILE *file = fopen(path, "r");
        if (file) {
            if (fscanf(file, "%63s", m->s) != 1) { m->s[0] = 0; }
            fclose(file);
        }
    }
    return m;
}

void fmi2FreeInstance(Model *m) { m->callbacks.release(m); }
int fmi2SetDebugLogging(Model *m, int on, size_t n, const char *categories[]) {
    (void)m; (void)on; (void)n; (void)categories; return OK;
}
int fmi2SetupExperiment(Model *m, int hasTolerance, double tolerance, double begin, int hasStop, double stop) {
    (void)hasTolerance; (void)tolerance; (void)hasStop; (void)stop; m->time = begin; return OK;
}
int fmi2EnterInitializationMode(Model *m) { (void)m; return OK; }
int fmi2ExitInitializationMode(Model *m) { m->x = m->x0; m->isInitialized = 1; return OK; }
int fmi2Terminate(Model *m) {
    if (m->fault == CRASHES_AT_END) { *(volatile int *)16 = 0; }
    return m->fault == RETURNS_ERROR_AT_END ? ERROR : OK;
}
int fmi2Reset(Model *m) { start(m); return OK; }

int fmi2GetReal(Model *m, const unsigned vr[], size_t n, double value[]) {
    for (size_t i = 0; i < n; i++) {
        switch (vr[i]) {
            case K: value[i] = m->k; break;
            case X0: value[i] = m->x0; break;
            case X: value[i] = m->fault == NOT_A_NUMBER && m->time >= 1 ? NAN : m->x; break;
            case U: value[i] = m->u; break;
            case P1: case P2: value[i] = m->p[vr[i] - P1]; break;
            default: return ERROR;
        }
    }
    return OK;
}
int fmi2SetReal(Model *m, const unsigned vr[], size_t n, const double value[]) {
    for (size_t i = 0; i < n; i++) {
        switch (vr[i]) {
            case K: m->k = value[i]; break;
            case X0:
                if (m->isInitialized) {
                    m->callbacks.log(m->callbacks.environment, m->name, ERROR, "logStatusError", "x0 is fixed by now");
                    return ERROR;
                }
                m->x0 = value[i];
                break;
            case U: m->u = value[i]; break;
            case P1: case P2: m->p[vr[i] - P1] = value[i]; break;
            default: return ERROR;
        }
    }
    return OK;
}
int fmi2GetInteger(Model *m, const unsigned vr[], size_t n, int value[]) {
    for (size_t i = 0; i < n; i++) { value[i] = vr[i] == FAULT ? m->fault : m->i; }
    return OK;
}
int fmi2SetInteger(Model *m, const unsigned vr[], size_t n, const int value[]) {
    for (size_t i = 0; i < n; i++) { *(vr[i] == FAULT ? &m->fault : &m->i) = value[i]; }
    return OK;
}
int fmi2GetBoolean(Model *m, const unsigned vr[], size_t n, int value[]) {
    (void)vr;
    for (size_t i = 0; i < n; i++) { value[i] = m->b; }
    return OK;
}
int fmi2SetBoolean(Model *m, const unsigned vr[], size_t n, const int value[]) {
    (void)vr;
    for (size_t i = 0; i < n; i++) { m->b = value[i]; }
    return OK;
}
int fmi2GetString(Model *m, const unsigned vr[], size_t n, const char *value[]) {
    (void)vr;
    for (size_t i = 0; i < n; i++) { value[i] = m->s; }
    return OK;
}
int fmi2SetString(Model *m, const unsigned vr[], size_t n, const char *const value[]) {
    (void)vr;
    for (size_t i = 0; i < n; i++) { snprintf(m->s, sizeof(m->s), "%s", value[i]); }
    return OK;
}

static int advance(Model *m, double length) {
    const double rest = m->k == 0 ? m->x + m->u * length : m->u / m->k;
    m->x = m->k == 0 ? rest : rest + (m->x - rest) * exp(-m->k * length);
    m->time += length;
    m->reached = m->time;
    return OK;
}

int fmi2DoStep(Model *m, double from, double length, int noSetPrior) {
    (void)noSetPrior;
    if (fabs(from - m->time) > 1e-12) {
        m->callbacks.log(m->callbacks.environment, m->name, ERROR, "logStatusError", "the time is another one");
        return ERROR;
    }
    if (from + length <= 1 + 1e-12) { return advance(m, length); }
    switch (m->fault) {
        case RETURNS_ERROR:
            m->callbacks.log(m->callbacks.environment, m->name, ERROR, "logStatusError", "the tank is\nempty");
            return ERROR;
        case RETURNS_FATAL: return FATAL;
        case DISCARDS: return DISCARD;
        case CRASHES: *(volatile int *)16 = 0; return OK;
        case RETURNS_PENDING: return PENDING;
        case ENDS: m->isOver = 1; advance(m, length / 2); return DISCARD;
        case RETURNS_WARNING:
            m->callbacks.log(m->callbacks.environment, m->name, WARNING, "logStatusWarning",
                "it is %s: %d of %g degrees, %c%c%c%5.2f %.1f %.0f %g%% %g %g %g %g %s", "warm", -3, 21.5, 'a', 'b',
                'c', -1.25, 0.5, 1e6, 99.0, 5.0, 6.0, 7.0, 8.0, "end");
            advance(m, length);
            return WARNING;
        case STOPS_SHORT: advance(m, length > 0.3 ? 0.3 : length); return length > 0.3 ? DISCARD : OK;
        default: return advance(m, length);
    }
}
int fmi2GetRealStatus(Model *m, int kind, double *value) { (void)kind; *value = m->reached; return OK; }
int fmi2GetBooleanStatus(Model *m, int kind, int *value) { (void)kind; *value = m->isOver; return OK; }

int fmi2GetFMUstate(Model *m, void **state) {
    if (!*state) { *state = malloc(sizeof(Model)); }
    memcpy(*state, m, sizeof(Model));
    return OK;
}
int fmi2SetFMUstate(Model *m, void *state) {
    const Callbacks callbacks = m->callbacks;
    memcpy(m, state, sizeof(Model));
    m->callbacks = callbacks;
    return OK;
}
int fmi2FreeFMUstate(Model *m, void **state) { (void)m; free(*state); *state = NULL; return OK; }
int fmi2SerializedFMUstateSize(Model *m, void *state, size_t *size) {
    (void)m; (void)state; *size = sizeof(Model); return OK;
}
int fmi2SerializeFMUstate(Model *m, void *state, char bytes[], size_t size) {
    (void)m; memcpy(bytes, state, size); return OK;
}
int fmi2DeSerializeFMUstate(Model *m, const char bytes[], size_t size, void **state) {
    (void)m; *state = malloc(size); memcpy(*state, bytes, size); return OK;
}
