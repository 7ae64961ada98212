/*
 * A token of 100 bytes goes around N processes that share one mapping: the speed of the machine with the hops of the
 * benchmark "ring" and nothing around them. Each process waits for its turn by yielding its processor, or on a futex
 * after a few looks.
 *
 *   ring NODES yield|futex SECONDS
 *
 * prints the hops per second.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* Two cache lines: processors fetch them in pairs. */
#define LINE 128
#define TOKEN_BYTES 100
#define MOST_NODES 1024
#define SPINS 200

/* Written by the node before, read by its owner. */
struct place {
    _Alignas(LINE) _Atomic uint32_t hops; /* changes with each token that comes; a futex compares it */
    _Atomic uint32_t sleeping;
    char token[TOKEN_BYTES];
};

static void sleep_on(struct place *place, const uint32_t seen) {
#ifdef __linux__
    atomic_store(&place->sleeping, 1);
    if (atomic_load(&place->hops) == seen) {
        syscall(SYS_futex, &place->hops, FUTEX_WAIT, seen, NULL, NULL, 0);
    }
    atomic_store(&place->sleeping, 0);
#else
    (void) place;
    (void) seen;
    sched_yield();
#endif
}

static void pass(struct place *next, const char *token) {
    memcpy(next->token, token, TOKEN_BYTES);
    atomic_fetch_add(&next->hops, 1);
#ifdef __linux__
    if (atomic_load(&next->sleeping)) {
        syscall(SYS_futex, &next->hops, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    }
#endif
}

static void node(struct place *own, struct place *next, const bool yields) {
    char token[TOKEN_BYTES];
    for (uint32_t seen = 0;; seen++) {
        for (int looks = 0; atomic_load_explicit(&own->hops, memory_order_acquire) == seen; looks++) {
            if (yields) {
                sched_yield();
            } else if (looks >= SPINS) {
                sleep_on(own, seen);
            }
        }
        memcpy(token, own->token, TOKEN_BYTES);
        pass(next, token);
    }
}

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    const int nodes = argc == 4 ? atoi(argv[1]) : 0;
    const double seconds = argc == 4 ? atof(argv[3]) : 0;
    if (nodes < 2 || nodes > MOST_NODES || seconds <= 0) {
        fprintf(stderr, "ring NODES (2 to %d) yield|futex SECONDS\n", MOST_NODES);
        return 2;
    }
    struct place *places = mmap(NULL, sizeof(struct place) * (size_t) nodes, PROT_READ | PROT_WRITE,
        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (places == MAP_FAILED) {
        perror("ring");
        return 1;
    }
    pid_t pids[MOST_NODES];
    for (int i = 0; i < nodes; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
#ifdef __linux__
            prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
            node(&places[i], &places[(i + 1) % nodes], strcmp(argv[2], "yield") == 0);
        }
    }
    char token[TOKEN_BYTES];
    memset(token, '1', TOKEN_BYTES);
    pass(&places[0], token);
    usleep(300000);
    const uint32_t from = atomic_load(&places[0].hops);
    const double from_s = now_s();
    usleep((useconds_t) (seconds * 1e6));
    const double took_s = now_s() - from_s;
    const uint32_t rounds = atomic_load(&places[0].hops) - from;
    for (int i = 0; i < nodes; i++) {
        kill(pids[i], SIGKILL);
        waitpid(pids[i], NULL, 0);
    }
    printf("%.0f\n", (double) rounds * nodes / took_s);
    return 0;
}
