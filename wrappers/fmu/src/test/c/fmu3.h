/* What the FMUs of FMI 3.0 of these tests have in common: the instance, its modes, and functions that do nothing. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK, WARNING, DISCARD, ERROR, FATAL };
typedef enum { INSTANTIATED, CONFIGURATION, INITIALIZATION, EVENT, STEP } Mode;
typedef void (*Logger)(void *, int, const char *, const char *);
typedef void (*Update)(void *, double, bool, bool, bool, bool, bool *, double *);
typedef uint32_t Ref;

typedef struct {
    Logger log; void *environment; bool usesEvents, returnsEarly; Mode mode; double time;
    Update update; Ref within[4]; size_t withinCount; bool isWithin;
    DATA
} Model;

static void start(Model *m);

static int fail(Model *m, const char *why) {
    m->log(m->environment, ERROR, "logStatusError", why);
    return ERROR;
}

/* The modes in which a function may be called are kept as strictly as the standard has them. */
#define IN(from, to, what) do { if (m->mode != (from)) { return fail(m, what " in the wrong mode"); } \
    m->mode = (to); return OK; } while (0)

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources, bool visible,
    bool logging, bool eventMode, bool earlyReturn, const Ref intermediate[], size_t intermediateCount,
    void *environment, Logger log, Update update) {
    (void)name; (void)resources; (void)visible; (void)logging;
    if (strcmp(token, TOKEN) != 0) {
        log(environment, ERROR, "logStatusError", "this binary is of another token");
        return NULL;
    }
    Model *m = calloc(1, sizeof(Model));
    m->log = log; m->environment = environment; m->usesEvents = eventMode; m->returnsEarly = earlyReturn;
    m->update = update;
    for (size_t i = 0; i < intermediateCount && i < 4; i++) { m->within[m->withinCount++] = intermediate[i]; }
    start(m);
    return m;
}
void fmi3FreeInstance(Model *m) { free(m); }
int fmi3SetDebugLogging(Model *m, bool on, size_t n, const char *categories[]) {
    (void)m; (void)on; (void)n; (void)categories; return OK;
}
int fmi3EnterInitializationMode(Model *m, bool hasTolerance, double tolerance, double begin, bool hasStop,
    double stop) {
    (void)hasTolerance; (void)tolerance; (void)hasStop; (void)stop; m->time = begin;
    IN(INSTANTIATED, INITIALIZATION, "fmi3EnterInitializationMode");
}
static int initialized(Model *m);
int fmi3ExitInitializationMode(Model *m) {
    if (initialized(m) != OK) { return ERROR; }
    IN(INITIALIZATION, m->usesEvents ? EVENT : STEP, "fmi3ExitInitializationMode");
}
int fmi3EnterConfigurationMode(Model *m) { IN(INSTANTIATED, CONFIGURATION, "fmi3EnterConfigurationMode"); }
int fmi3ExitConfigurationMode(Model *m) { IN(CONFIGURATION, INSTANTIATED, "fmi3ExitConfigurationMode"); }
int fmi3EnterEventMode(Model *m) { IN(STEP, EVENT, "fmi3EnterEventMode"); }
int fmi3EnterStepMode(Model *m) { IN(EVENT, STEP, "fmi3EnterStepMode"); }
int fmi3Terminate(Model *m) { (void)m; return OK; }
int fmi3Reset(Model *m) { m->mode = INSTANTIATED; start(m); return OK; }

int fmi3GetFMUState(Model *m, void **state) {
    if (!*state) { *state = malloc(sizeof(Model)); }
    memcpy(*state, m, sizeof(Model));
    return OK;
}
int fmi3SetFMUState(Model *m, void *state) {
    const Model self = *m;
    memcpy(m, state, sizeof(Model));
    m->log = self.log; m->environment = self.environment; m->update = self.update;
    return OK;
}
int fmi3FreeFMUState(Model *m, void **state) { (void)m; free(*state); *state = NULL; return OK; }
int fmi3SerializedFMUStateSize(Model *m, void *state, size_t *size) {
    (void)m; (void)state; *size = sizeof(Model); return OK;
}
int fmi3SerializeFMUState(Model *m, void *state, char bytes[], size_t size) {
    (void)m; memcpy(bytes, state, size); return OK;
}
int fmi3DeserializeFMUState(Model *m, const char bytes[], size_t size, void **state) {
    (void)m; *state = malloc(size); memcpy(*state, bytes, size); return OK;
}

/* Tells of a time within a step; "isFinished" if the values of that time stay as they are. */
static inline bool tellWithin(Model *m, double time, bool isFinished) {
    bool early = true;
    double earlyAt = 0;
    m->time = time;
    m->isWithin = true;
    m->update(m->environment, time, false, true, isFinished, true, &early, &earlyAt);
    m->isWithin = false;
    return early;
}
static inline bool mayRead(const Model *m, Ref r) {
    bool may = !m->isWithin;
    for (size_t i = 0; i < m->withinCount; i++) { may |= m->within[i] == r; }
    return may;
}

/* Functions of a type that a model does not have. */
#define NO_TYPE(name, type) \
    int fmi3Get##name(Model *m, const Ref r[], size_t n, type values[], size_t count) { \
        (void)r; (void)n; (void)values; (void)count; return fail(m, "no variable is of this type"); } \
    int fmi3Set##name(Model *m, const Ref r[], size_t n, const type values[], size_t count) { \
        (void)r; (void)n; (void)values; (void)count; return fail(m, "no variable is of this type"); }
#define NO_BINARY \
    int fmi3GetBinary(Model *m, const Ref r[], size_t n, size_t sizes[], const uint8_t *values[], size_t count) { \
        (void)r; (void)n; (void)sizes; (void)values; (void)count; return fail(m, "no variable is of this type"); } \
    int fmi3SetBinary(Model *m, const Ref r[], size_t n, const size_t sizes[], const uint8_t *const values[], \
        size_t count) { \
        (void)r; (void)n; (void)sizes; (void)values; (void)count; return fail(m, "no variable is of this type"); }
