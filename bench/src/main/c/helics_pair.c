/*
 * One of two federates of HELICS on two machines that depend on each other, and ask for the next nanosecond again and
 * again. Each subscribes to a publication of the other's, without which HELICS would not tie their times together; no
 * values are sent.
 *
 *   helics_pair 0|1 CORE_TYPE OPTIONS_OF_CORE LOOKAHEAD_NS SECONDS
 *
 * Number 0 prints "rate R", the granted steps per second after a second of warm-up. An action of one affects the other
 * after LOOKAHEAD_NS at the earliest.
 */
#include <helics/helics.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NS 1e-9
#define WARM_UP_S 1.0
#define STEPS_BETWEEN_LOOKS 16
#define FOREVER_NS 9e15

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void require(const HelicsError *error) {
    if (error->error_code != 0) {
        fprintf(stderr, "helics_pair: %s\n", error->message);
        exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "helics_pair 0|1 CORE_TYPE OPTIONS_OF_CORE LOOKAHEAD_NS SECONDS\n");
        return 2;
    }
    const int number = atoi(argv[1]);
    const double lookahead_ns = atof(argv[4]);
    const double seconds = atof(argv[5]);
    HelicsError error = helicsErrorInitialize();
    HelicsFederateInfo info = helicsCreateFederateInfo();
    helicsFederateInfoSetCoreTypeFromString(info, argv[2], &error);
    helicsFederateInfoSetCoreInitString(info, argv[3], &error);
    helicsFederateInfoSetTimeProperty(info, HELICS_PROPERTY_TIME_PERIOD, NS, &error);
    helicsFederateInfoSetTimeProperty(info, HELICS_PROPERTY_TIME_OUTPUT_DELAY, lookahead_ns * NS, &error);
    helicsFederateInfoSetFlagOption(info, HELICS_FLAG_UNINTERRUPTIBLE, HELICS_TRUE, &error);
    HelicsFederate federate = helicsCreateValueFederate(number == 0 ? "f0" : "f1", info, &error);
    require(&error);
    helicsFederateRegisterGlobalPublication(federate, number == 0 ? "p0" : "p1", HELICS_DATA_TYPE_DOUBLE, "", &error);
    helicsFederateRegisterSubscription(federate, number == 0 ? "p1" : "p0", "", &error);
    helicsFederateEnterExecutingMode(federate, &error);
    require(&error);
    double from_s = now_s();
    double end_s = from_s + WARM_UP_S;
    int is_warm = 0;
    long counted = 0;
    for (double step = 1; step < FOREVER_NS; step++) {
        helicsFederateRequestTime(federate, step * NS, &error);
        require(&error);
        counted++;
        if (number == 0 && counted % STEPS_BETWEEN_LOOKS == 0 && now_s() >= end_s) {
            if (is_warm) {
                break;
            }
            is_warm = 1;
            counted = 0;
            from_s = now_s();
            end_s = from_s + seconds;
        }
    }
    printf("rate %.0f\n", (double) counted / (now_s() - from_s));
    fflush(stdout);
    /* The other one is ended by the bench. */
    _Exit(0);
}
