/* Shared memory: loads and stores in one piece, fences, and sleeping on a word of it. */
#ifndef TAKT_SHM_H
#define TAKT_SHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline int64_t tk_load(const int64_t *at) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}

static inline int32_t tk_load32(const int32_t *at) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}

static inline void tk_store(int64_t *at, int64_t value) {
    __atomic_store_n(at, value, __ATOMIC_RELEASE);
}

/* No load behind it happens before a store in front of it. */
static inline void tk_full_fence(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void tk_release_fence(void) {
    __atomic_thread_fence(__ATOMIC_RELEASE);
}

static inline void tk_acquire_fence(void) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

static inline bool tk_swap(int64_t *at, int64_t expected, int64_t value) {
    return __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* In a spin: says to the processor that this is one. */
static inline void tk_relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#else
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
#endif
}

/* Sleeps while the low half of a doorbell is that of a value, at most so long; without a futex 1 ms at most. */
void tk_sleep_on(int64_t *doorbell, int64_t value, int64_t most_ns);

/* Wakes the thread that sleeps on a doorbell. */
void tk_wake(int64_t *doorbell);

/*
 * Memory for a part of a mapped file that has none yet; a process that just writes there is killed where the host has
 * none left. 64 MiB stay free on the file system, for another hub that takes over. False where there is no memory, and
 * where the kernel cannot be asked (Linux before 5.14, other systems).
 */
bool tk_provide(const char *path, void *from, size_t length);

/*
 * Maps a whole file for reading and writing, also where a signal comes meanwhile. NULL with why in errno, which is 0
 * where the file has fewer bytes than the least.
 */
char *tk_map(const char *path, size_t least, size_t *size);

/* Wall time that never goes back. */
int64_t tk_wall_ns(void);

#endif
