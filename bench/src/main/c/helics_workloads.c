/*
 * Two workloads of HELICS' own benchmarks, on HELICS, with the parameters of these:
 *
 *   ring    N federates pass a token of 100 bytes around until 5,000 ns, one hop a nanosecond
 *   phold   16 events a federate at first, each makes another one, a tenth of them elsewhere, after 1 ns and an
 *           exponential time of 9 ns in the mean, until 10,000 ns
 *
 *   helics_workloads ring|phold FEDERATES CORE_TYPE PATH_OF_HELICS_BROKER
 *
 * prints "rate R": hops, or events, per second of all federates together. Each federate is a process of its own. The
 * program starts the broker and ends it.
 */
#include <helics/helics.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_FEDERATES 64
#define NS 1e-9
#define TOKEN_BYTES 100
#define RING_UNTIL (5000 * NS)
#define PHOLD_UNTIL (10000 * NS)
#define EVENTS_AT_FIRST 16
#define REMOTE 0.1
#define MEAN_NS 9.0

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void require(const HelicsError *error) {
    if (error->error_code != 0) {
        fprintf(stderr, "helics_workloads: %s\n", error->message);
        exit(1);
    }
}

static HelicsFederateInfo info(const char *core_type, HelicsError *error) {
    HelicsFederateInfo fresh = helicsCreateFederateInfo();
    helicsFederateInfoSetCoreTypeFromString(fresh, core_type, error);
    helicsFederateInfoSetCoreInitString(fresh, "--federates=1", error);
    helicsFederateInfoSetTimeProperty(fresh, HELICS_PROPERTY_TIME_DELTA, NS, error);
    require(error);
    return fresh;
}

static double ring(const int index, const int federates, const char *core_type, int64_t *done) {
    HelicsError error = helicsErrorInitialize();
    HelicsFederateInfo fresh = info(core_type, &error);
    helicsFederateInfoSetFlagOption(fresh, HELICS_FLAG_RESTRICTIVE_TIME_POLICY, HELICS_TRUE, &error);
    char name[16];
    char before[16];
    snprintf(name, sizeof name, "r%d", index);
    HelicsFederate federate = helicsCreateValueFederate(name, fresh, &error);
    require(&error);
    snprintf(name, sizeof name, "t%d", index);
    snprintf(before, sizeof before, "t%d", (index + federates - 1) % federates);
    HelicsPublication out = helicsFederateRegisterGlobalPublication(federate, name, HELICS_DATA_TYPE_STRING, "", &error);
    HelicsInput in = helicsFederateRegisterSubscription(federate, before, "", &error);
    helicsFederateEnterExecutingMode(federate, &error);
    require(&error);
    char token[TOKEN_BYTES + 1];
    memset(token, '1', TOKEN_BYTES);
    token[TOKEN_BYTES] = 0;
    const double from_s = now_s();
    if (index == 0) {
        helicsPublicationPublishString(out, token, &error);
        ++*done;
    }
    for (HelicsTime time = 0; time < RING_UNTIL;) {
        time = helicsFederateRequestTime(federate, RING_UNTIL, &error);
        if (helicsInputIsUpdated(in)) {
            char got[TOKEN_BYTES + 1];
            int length = 0;
            helicsInputGetString(in, got, sizeof got, &length, &error);
            helicsPublicationPublishString(out, got, &error);
            ++*done;
        }
        require(&error);
    }
    const double took_s = now_s() - from_s;
    helicsFederateDisconnect(federate, &error);
    return took_s;
}

static uint64_t random_state;

/* SplitMix64. */
static double random_unit(void) {
    uint64_t mixed = random_state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (double) ((mixed ^ mixed >> 31) >> 11) * 0x1p-53;
}

static void event(HelicsEndpoint from, const int index, const int federates, const double now, HelicsError *error) {
    int to = index;
    if (federates > 1 && random_unit() < REMOTE) {
        to = (int) (random_unit() * (federates - 1));
        to += to >= index ? 1 : 0;
    }
    char name[16];
    snprintf(name, sizeof name, "e%d", to);
    const double after_ns = 1 + round(-MEAN_NS * log(1 - random_unit()));
    helicsEndpointSendBytesToAt(from, "ev", 2, name, now + after_ns * NS, error);
}

static double phold(const int index, const int federates, const char *core_type, int64_t *done) {
    HelicsError error = helicsErrorInitialize();
    char name[16];
    snprintf(name, sizeof name, "p%d", index);
    HelicsFederate federate = helicsCreateMessageFederate(name, info(core_type, &error), &error);
    require(&error);
    snprintf(name, sizeof name, "e%d", index);
    HelicsEndpoint end = helicsFederateRegisterGlobalEndpoint(federate, name, "", &error);
    random_state = (uint64_t) index;
    helicsFederateEnterInitializingMode(federate, &error);
    for (int i = 0; i < EVENTS_AT_FIRST; i++) {
        event(end, index, federates, 0, &error);
    }
    helicsFederateEnterExecutingMode(federate, &error);
    require(&error);
    const double from_s = now_s();
    for (HelicsTime time = 0; time < PHOLD_UNTIL;) {
        time = helicsFederateRequestTime(federate, PHOLD_UNTIL, &error);
        while (helicsEndpointHasMessage(end)) {
            HelicsMessage message = helicsEndpointGetMessage(end);
            helicsMessageFree(message);
            ++*done;
            event(end, index, federates, time, &error);
        }
        require(&error);
    }
    const double took_s = now_s() - from_s;
    helicsFederateDisconnect(federate, &error);
    return took_s;
}

int main(int argc, char **argv) {
    const int federates = argc == 5 ? atoi(argv[2]) : 0;
    if (federates < 1 || federates > MOST_FEDERATES || (strcmp(argv[1], "ring") != 0 && strcmp(argv[1], "phold") != 0)) {
        fprintf(stderr, "helics_workloads ring|phold FEDERATES (1 to %d) CORE_TYPE PATH_OF_HELICS_BROKER\n",
            MOST_FEDERATES);
        return 2;
    }
    const bool is_ring = strcmp(argv[1], "ring") == 0;
    int64_t *done = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const pid_t broker = fork();
    if (broker == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        char count[16];
        char core_type[64];
        snprintf(count, sizeof count, "-f%d", federates);
        snprintf(core_type, sizeof core_type, "--coretype=%s", argv[3]);
        execl(argv[4], "helics_broker", count, core_type, (char *) NULL);
        _exit(127);
    }
    sleep(1); /* A federate that comes before its broker gives up. */
    for (int index = 1; index < federates; index++) {
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            (is_ring ? ring : phold)(index, federates, argv[3], done + index);
            _exit(0);
        }
    }
    const double took_s = (is_ring ? ring : phold)(0, federates, argv[3], done);
    while (wait(NULL) > 0) {
    }
    int64_t sum = 0;
    for (int index = 0; index < federates; index++) {
        sum += done[index];
    }
    printf("rate %.0f\n", (double) sum / took_s);
    return 0;
}
