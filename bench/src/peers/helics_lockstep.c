/*
 * Lock-step in HELICS, to be compared with 'takt bench many-processes': a federate in the middle and N leaves, each a
 * process of its own, that all ask for the next nanosecond over and over. The middle has a publication for each leaf
 * and an input from it, without which HELICS would not tie their times to each other; no values are sent.
 *
 *   helics_lockstep LEAVES STEPS CORE_TYPE PATH_OF_HELICS_BROKER
 *
 * prints the steps per second of the whole federation. It starts the broker and ends it.
 */
#include <helics/helics.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_LEAVES 64
#define NS 1e-9

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void require(const HelicsError *error) {
    if (error->error_code != 0) {
        fprintf(stderr, "helics_lockstep: %s\n", error->message);
        exit(1);
    }
}

static void tie(HelicsFederate federate, const char *publication, const char *subscription, HelicsError *error) {
    helicsFederateRegisterGlobalPublication(federate, publication, HELICS_DATA_TYPE_DOUBLE, "", error);
    helicsFederateRegisterSubscription(federate, subscription, "", error);
}

/* Federate 0 is the middle; gives the time that it took. */
static double run(const int number, const int leaves, const int steps, const char *core_type) {
    HelicsError error = helicsErrorInitialize();
    HelicsFederateInfo info = helicsCreateFederateInfo();
    helicsFederateInfoSetCoreTypeFromString(info, core_type, &error);
    helicsFederateInfoSetCoreInitString(info, "--federates=1", &error);
    helicsFederateInfoSetTimeProperty(info, HELICS_PROPERTY_TIME_DELTA, NS, &error);
    char name[16];
    snprintf(name, sizeof name, "f%d", number);
    HelicsFederate federate = helicsCreateValueFederate(name, info, &error);
    require(&error);
    for (int leaf = 1; leaf <= leaves; leaf++) {
        char from_middle[16];
        char from_leaf[16];
        snprintf(from_middle, sizeof from_middle, "m%d", leaf);
        snprintf(from_leaf, sizeof from_leaf, "l%d", leaf);
        if (number == 0) {
            tie(federate, from_middle, from_leaf, &error);
        } else if (number == leaf) {
            tie(federate, from_leaf, from_middle, &error);
        }
    }
    helicsFederateEnterExecutingMode(federate, &error);
    require(&error);
    const double from_s = now_s();
    for (int step = 1; step <= steps; step++) {
        helicsFederateRequestTime(federate, step * NS, &error);
    }
    const double took_s = now_s() - from_s;
    require(&error);
    helicsFederateDisconnect(federate, &error);
    return took_s;
}

int main(int argc, char **argv) {
    const int leaves = argc == 5 ? atoi(argv[1]) : 0;
    const int steps = argc == 5 ? atoi(argv[2]) : 0;
    if (leaves < 1 || leaves > MOST_LEAVES || steps < 1) {
        fprintf(stderr, "helics_lockstep LEAVES (1 to %d) STEPS CORE_TYPE PATH_OF_HELICS_BROKER\n", MOST_LEAVES);
        return 2;
    }
    const pid_t broker = fork();
    if (broker == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        char federates[16];
        char core_type[64];
        snprintf(federates, sizeof federates, "-f%d", leaves + 1);
        snprintf(core_type, sizeof core_type, "--coretype=%s", argv[3]);
        execl(argv[4], "helics_broker", federates, core_type, (char *) NULL);
        _exit(127);
    }
    sleep(1); /* A federate that comes before its broker gives up. */
    for (int leaf = 1; leaf <= leaves; leaf++) {
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            run(leaf, leaves, steps, argv[3]);
            _exit(0);
        }
    }
    const double took_s = run(0, leaves, steps, argv[3]);
    printf("%.0f\n", steps / took_s);
    while (wait(NULL) > 0) {
    }
    return 0;
}
