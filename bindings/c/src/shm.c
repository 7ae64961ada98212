#define _GNU_SOURCE /* syscall() */
#include "shm.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/futex.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#endif

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#define STAYS_FREE (UINT64_C(64) << 20)

#ifdef __linux__
static void *low_half(int64_t *doorbell) {
    return (char *) doorbell + 4 * (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}
#endif

void tk_sleep_on(int64_t *doorbell, int64_t value, int64_t most_ns) {
    struct timespec most = { .tv_sec = most_ns / 1000000000, .tv_nsec = most_ns % 1000000000 };
#ifdef __linux__
    syscall(SYS_futex, low_half(doorbell), FUTEX_WAIT, (uint32_t) value, &most, NULL, 0);
#else
    (void) doorbell, (void) value;
    most = (struct timespec) { .tv_nsec = most_ns < 1000000 ? most_ns : 1000000 };
    nanosleep(&most, NULL);
#endif
}

void tk_wake(int64_t *doorbell) {
#ifdef __linux__
    syscall(SYS_futex, low_half(doorbell), FUTEX_WAKE, 1);
#else
    (void) doorbell;
#endif
}

bool tk_provide(const char *path, void *from, size_t length) {
#ifdef __linux__
    struct statvfs info;
    const uintptr_t page = (uintptr_t) sysconf(_SC_PAGESIZE);
    const uintptr_t begin = (uintptr_t) from, end = begin + length;
    /* A file system without a limit tells no size. */
    if (statvfs(path, &info) != 0
        || (info.f_blocks != 0 && (uint64_t) info.f_bavail * info.f_frsize < STAYS_FREE + length)) {
        return false;
    }
    const uintptr_t first = begin & ~(page - 1);
    if (madvise((void *) first, end - first, MADV_POPULATE_WRITE) == 0) {
        return true;
    }
    /* It keeps what it got before it failed. */
    const uintptr_t first_whole = (begin + page - 1) & ~(page - 1), last = end & ~(page - 1);
    if (last > first_whole) {
        madvise((void *) first_whole, last - first_whole, MADV_REMOVE);
    }
#else
    (void) path, (void) from, (void) length;
#endif
    return false;
}

char *tk_map(const char *path, size_t least, size_t *size) {
    int fd;
    do {
        fd = open(path, O_RDWR | O_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0) {
        return NULL;
    }
    struct stat info;
    void *file = MAP_FAILED;
    int why = 0;
    if (fstat(fd, &info) != 0) {
        why = errno;
    } else if ((uint64_t) info.st_size >= least) {
        *size = (size_t) info.st_size;
        file = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        why = errno;
    }
    close(fd);
    errno = why;
    return file == MAP_FAILED ? NULL : file;
}

int64_t tk_wall_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}
