/*
 * A tank with a leak, as an FMU of FMI 2.0: what flows out is k times the level. Between two communication points the
 * inflow stays as it is, so the level is exact. All that is missing from the standard's headers stands here.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OK, WARNING, DISCARD, ERROR };
enum { LEVEL, OUTFLOW, INFLOW, K, LEVEL0 };

typedef struct {
    double level, inflow, k, level0;
} Tank;

void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources, const void *callbacks,
    int visible, int logging) {
    (void)name; (void)type; (void)resources; (void)callbacks; (void)visible; (void)logging;
    Tank *tank = strcmp(guid, "takt-example-tank") == 0 ? calloc(1, sizeof(Tank)) : NULL;
    if (tank) {
        tank->k = 0.1;
    }
    return tank;
}

void fmi2FreeInstance(Tank *tank) { free(tank); }
int fmi2SetupExperiment(Tank *tank, int hasTolerance, double tolerance, double start, int hasStop, double stop) {
    (void)tank; (void)hasTolerance; (void)tolerance; (void)start; (void)hasStop; (void)stop;
    return OK;
}
int fmi2EnterInitializationMode(Tank *tank) { (void)tank; return OK; }
int fmi2ExitInitializationMode(Tank *tank) { tank->level = tank->level0; return OK; }
int fmi2Terminate(Tank *tank) { (void)tank; return OK; }
int fmi2Reset(Tank *tank) { *tank = (Tank){ .k = 0.1 }; return OK; }

int fmi2GetReal(Tank *tank, const unsigned references[], size_t count, double values[]) {
    for (size_t i = 0; i < count; i++) {
        switch (references[i]) {
            case LEVEL: values[i] = tank->level; break;
            case OUTFLOW: values[i] = tank->k * tank->level; break;
            case INFLOW: values[i] = tank->inflow; break;
            case K: values[i] = tank->k; break;
            case LEVEL0: values[i] = tank->level0; break;
            default: return ERROR;
        }
    }
    return OK;
}

int fmi2SetReal(Tank *tank, const unsigned references[], size_t count, const double values[]) {
    for (size_t i = 0; i < count; i++) {
        switch (references[i]) {
            case INFLOW: tank->inflow = values[i]; break;
            case K: tank->k = values[i]; break;
            case LEVEL0: tank->level0 = values[i]; break;
            default: return ERROR;
        }
    }
    return OK;
}

int fmi2DoStep(Tank *tank, double from, double length, int noSetPrior) {
    (void)from; (void)noSetPrior;
    const double rest = tank->inflow / tank->k;
    tank->level = rest + (tank->level - rest) * exp(-tank->k * length);
    return OK;
}

/* Every FMU has these; this one has no variables of other types, logs nothing, and breaks no step off. */
const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
#define NO_VARIABLES(name, type) \
    int fmi2Get##name(Tank *tank, const unsigned references[], size_t count, type values[]) { \
        (void)tank; (void)references; (void)count; (void)values; return ERROR; } \
    int fmi2Set##name(Tank *tank, const unsigned references[], size_t count, const type values[]) { \
        (void)tank; (void)references; (void)count; (void)values; return ERROR; }
NO_VARIABLES(Integer, int)
NO_VARIABLES(Boolean, int)
NO_VARIABLES(String, char *)
int fmi2SetDebugLogging(Tank *tank, int on, size_t count, const char *names[]) {
    (void)tank; (void)on; (void)count; (void)names; return OK;
}
int fmi2GetRealStatus(Tank *tank, int kind, double *value) { (void)tank; (void)kind; (void)value; return DISCARD; }
int fmi2GetBooleanStatus(Tank *tank, int kind, int *value) { (void)tank; (void)kind; (void)value; return DISCARD; }
int fmi2GetStatus(Tank *tank, int kind, int *value) { (void)tank; (void)kind; (void)value; return DISCARD; }
int fmi2GetIntegerStatus(Tank *tank, int kind, int *value) { (void)tank; (void)kind; (void)value; return DISCARD; }
int fmi2GetStringStatus(Tank *tank, int kind, char **value) { (void)tank; (void)kind; (void)value; return DISCARD; }

/* The standard has these as well; an importer calls none of them for an FMU whose description does not promise them. */
#define NOT_THERE(name) int name(Tank *tank) { (void)tank; return ERROR; }
NOT_THERE(fmi2CancelStep)
NOT_THERE(fmi2GetFMUstate)
NOT_THERE(fmi2SetFMUstate)
NOT_THERE(fmi2FreeFMUstate)
NOT_THERE(fmi2SerializedFMUstateSize)
NOT_THERE(fmi2SerializeFMUstate)
NOT_THERE(fmi2DeSerializeFMUstate)
NOT_THERE(fmi2GetDirectionalDerivative)
NOT_THERE(fmi2SetRealInputDerivatives)
NOT_THERE(fmi2GetRealOutputDerivatives)
