/*
 * A core in C in place of that of a hub, for the bench: core FILE STEP_NS. The hub is paused, so it does not count up.
 *
 * Finds T_c and the T_i of the only asset in the hub's file cnc.dat, and counts T_c up by rule (b) with a D_max of one
 * step, for ever: it spins, never sleeps, and does nothing else. So an asset in lock-step with it shows what of a
 * lock-step with a hub is the asset's part. It ends after ten minutes in case the bench is killed.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 128, DESCRIPTION = 512, VALUE = 128, CORE_TIME = 7001, ASSET_TIME = 7002, MOST_S = 600 };

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

static int64_t *find(char *file, int32_t type) {
    const int32_t *lengths = (const int32_t *) file;
    char *descriptions = file + HEADER + lengths[1] + lengths[2], *values = descriptions + lengths[3];
    for (int32_t i = 0; i < lengths[4] / VALUE; i++) {
        const int32_t *description = (const int32_t *) (descriptions + DESCRIPTION * (int64_t) i);
        if (description[0] == 1 && description[1] == type) {
            return (int64_t *) (values + VALUE * (int64_t) i);
        }
    }
    fprintf(stderr, "core: there is no clock of type %d\n", (int) type);
    exit(1);
}

int main(int argc, char **argv) {
    struct stat info;
    const int fd = argc == 3 ? open(argv[1], O_RDWR) : -1;
    if (fd < 0 || fstat(fd, &info) != 0) {
        fprintf(stderr, "usage: core FILE STEP_NS, with the cnc.dat of a hub\n");
        return 2;
    }
    char *file = mmap(NULL, (size_t) info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (file == MAP_FAILED) {
        perror("core: mmap");
        return 1;
    }
    const int64_t step_ns = atoll(argv[2]);
    int64_t *core = find(file, CORE_TIME);
    const int64_t *asset = find(file, ASSET_TIME);
    int64_t seen_ns = 0;
    alarm(MOST_S);
    for (int64_t next_ns = *core + step_ns;; next_ns += step_ns) {
        while (seen_ns < next_ns - step_ns) {
            seen_ns = __atomic_load_n(asset, __ATOMIC_ACQUIRE);
            if (seen_ns < next_ns - step_ns) {
                relax();
            }
        }
        __atomic_store_n(core, next_ns, __ATOMIC_RELEASE);
    }
}
