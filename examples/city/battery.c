/*
 * The battery of the robot, as an FMU of FMI 2.0: its drives and its computer take energy out of it, and the charger
 * puts some in. Between two communication points all powers stay as they are. All that is missing from the standard's
 * headers stands here.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OK, WARNING, DISCARD, ERROR };
enum { SOC, WANTED, TORQUE_LEFT, TORQUE_RIGHT, SPEED_LEFT, SPEED_RIGHT, DOCKED, GIVEN, CAPACITY, SOC0, COUNT };

static const double COMPUTER_W = 12, CHARGER_W = 150, TAPER_W = 1500, EFFICIENCY = 0.8;

typedef struct {
    double values[COUNT];
} Battery;

static Battery fresh(void) { return (Battery){ .values = { [CAPACITY] = 6000, [SOC0] = 0.6 } }; }

void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources, const void *callbacks,
    int visible, int logging) {
    (void)name; (void)type; (void)resources; (void)callbacks; (void)visible; (void)logging;
    Battery *battery = strcmp(guid, "takt-example-battery") == 0 ? malloc(sizeof(Battery)) : NULL;
    if (battery) {
        *battery = fresh();
    }
    return battery;
}

void fmi2FreeInstance(Battery *battery) { free(battery); }
int fmi2SetupExperiment(Battery *battery, int hasTolerance, double tolerance, double start, int hasStop, double stop) {
    (void)battery; (void)hasTolerance; (void)tolerance; (void)start; (void)hasStop; (void)stop;
    return OK;
}
int fmi2EnterInitializationMode(Battery *battery) { (void)battery; return OK; }
int fmi2ExitInitializationMode(Battery *battery) { battery->values[SOC] = battery->values[SOC0]; return OK; }
int fmi2Terminate(Battery *battery) { (void)battery; return OK; }
int fmi2Reset(Battery *battery) { *battery = fresh(); return OK; }

int fmi2GetReal(Battery *battery, const unsigned references[], size_t count, double values[]) {
    for (size_t i = 0; i < count; i++) {
        if (references[i] >= COUNT) {
            return ERROR;
        }
        values[i] = battery->values[references[i]];
    }
    return OK;
}

int fmi2SetReal(Battery *battery, const unsigned references[], size_t count, const double values[]) {
    for (size_t i = 0; i < count; i++) {
        if (references[i] <= WANTED || references[i] >= COUNT) {
            return ERROR;
        }
        battery->values[references[i]] = values[i];
    }
    return OK;
}

int fmi2DoStep(Battery *battery, double from, double length, int noSetPrior) {
    (void)from; (void)noSetPrior;
    double *const v = battery->values;
    const double drives = fabs(v[TORQUE_LEFT] * v[SPEED_LEFT]) + fabs(v[TORQUE_RIGHT] * v[SPEED_RIGHT]);
    const double charge = v[DOCKED] != 0 ? v[GIVEN] : 0;
    v[SOC] += (charge - COMPUTER_W - drives / EFFICIENCY) * length / v[CAPACITY];
    v[SOC] = fmin(1, fmax(0, v[SOC]));
    v[WANTED] = v[DOCKED] != 0 ? fmin(CHARGER_W, TAPER_W * (1 - v[SOC])) : 0;
    return OK;
}

/* Every FMU has these; this one has no variables of other types, logs nothing, and breaks no step off. */
const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
#define NO_VARIABLES(name, type) \
    int fmi2Get##name(Battery *battery, const unsigned references[], size_t count, type values[]) { \
        (void)battery; (void)references; (void)count; (void)values; return ERROR; } \
    int fmi2Set##name(Battery *battery, const unsigned references[], size_t count, const type values[]) { \
        (void)battery; (void)references; (void)count; (void)values; return ERROR; }
NO_VARIABLES(Integer, int)
NO_VARIABLES(Boolean, int)
NO_VARIABLES(String, char *)
int fmi2SetDebugLogging(Battery *battery, int on, size_t count, const char *names[]) {
    (void)battery; (void)on; (void)count; (void)names; return OK;
}
int fmi2GetRealStatus(Battery *battery, int kind, double *value) {
    (void)battery; (void)kind; (void)value; return DISCARD;
}
int fmi2GetBooleanStatus(Battery *battery, int kind, int *value) {
    (void)battery; (void)kind; (void)value; return DISCARD;
}
int fmi2GetStatus(Battery *battery, int kind, int *value) {
    (void)battery; (void)kind; (void)value; return DISCARD;
}
int fmi2GetIntegerStatus(Battery *battery, int kind, int *value) {
    (void)battery; (void)kind; (void)value; return DISCARD;
}
int fmi2GetStringStatus(Battery *battery, int kind, char **value) {
    (void)battery; (void)kind; (void)value; return DISCARD;
}

/* The standard has these as well; an importer calls none of them for an FMU whose description does not promise them. */
#define NOT_THERE(name) int name(Battery *battery) { (void)battery; return ERROR; }
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
