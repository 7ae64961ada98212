/*
 * How long the machine takes to follow a pointer: a chain through memory of a given size, one link in each cache line,
 * in a random order, so that nothing can be fetched beforehand. A size that fits into a cache shows as a step in the times.
 *
 *   cc -O2 -o pointer_chain bench/src/machine/pointer_chain.c && ./pointer_chain [KIB ...]
 *
 * prints nanoseconds of wall time for one link, the least of five times; without sizes, of 256 KiB to 64 MiB. The
 * memory is in large pages where the system gives them, so that it is not the search for pages that is measured.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { LINE = 64, TIMES = 5, LINKS = 2000000 };

static const size_t LARGE_PAGE = 2 << 20;

struct link {
    struct link *next;
    char rest[LINE - sizeof(struct link *)];
};

/* Numbers that are the same on every machine (xorshift). */
static uint64_t chance(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* One ring through all of them: Sattolo's shuffle. */
static void tie(struct link *links, size_t count, size_t *order)
{
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
    }
    for (size_t i = count - 1; i > 0; i--) {
        size_t other = chance() % i;
        size_t kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
    for (size_t i = 0; i < count; i++) {
        links[i].next = &links[order[i]];
    }
}

static int measure(size_t kib)
{
    size_t count = kib * 1024 / LINE;
    size_t size = (kib * 1024 + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    struct link *links = aligned_alloc(LARGE_PAGE, size);
    size_t *order = malloc(count * sizeof *order);
    if (count < 2 || links == NULL || order == NULL) {
        fprintf(stderr, "no chain of %zu KiB\n", kib);
        return 1;
    }
    madvise(links, size, MADV_HUGEPAGE);
    tie(links, count, order);
    struct link *volatile at = links;
    int64_t least = INT64_MAX;
    for (int time = 0; time <= TIMES; time++) {
        struct link *link = at;
        int64_t from = now();
        for (int i = 0; i < LINKS; i++) {
            link = link->next;
        }
        int64_t took = now() - from;
        at = link;
        /* The first time only brings it into the caches. */
        if (time > 0 && took < least) {
            least = took;
        }
    }
    printf("%8zu KiB %6.1f ns\n", kib, (double) least / LINKS);
    free(order);
    free(links);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (measure(strtoul(argv[i], NULL, 10)) != 0) {
            return 1;
        }
    }
    for (size_t kib = 256; argc == 1 && kib <= 65536; kib *= 2) {
        if (measure(kib) != 0) {
            return 1;
        }
    }
    return 0;
}
