/*
 * The program's asset: its connection, its turns, and where in them it stands. There is one in a process.
 *
 * Threads. Any thread may call. The asset is of the one that has entered, which alone uses the connection; what others
 * write and send meanwhile waits for it. PDUs, events and services are under the lock. A thread that has entered may
 * wait for the lock; one with the lock only tries to enter. So brief calls, which try with the lock held, exclude each
 * other, and the try fails only while a thread waits for a step, or is in a callback.
 */
#ifndef HK_SESSION_H
#define HK_SESSION_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "channels.h"
#include "hakoniwa.h"
#include "pdus.h"
#include "takt.h"

typedef enum hk_phase {
    HK_NONE,      /* not registered */
    HK_JOINED,    /* before the first step */
    HK_STEP,      /* a step is under way: the program works, and it ends when the program waits next */
    HK_BETWEEN,   /* no step is under way: a thread waits for one, or has broken off its wait */
    HK_RESET,     /* a reset is under way, which ends likewise */
    HK_ENDED      /* the run has ended, and a line has said so */
} hk_phase;

typedef struct hk_session {
    _Atomic hk_phase phase;
    atomic_bool is_running;      /* in hako_asset_start_no_wait */
    atomic_bool is_called_back;  /* a thread is in a callback; no thread may wait for a step meanwhile */
    bool has_failed;           /* the run has, where it has ended */
    unsigned breaks;           /* so many resets have begun, with the end as one; with the lock held, or entered */
    bool keeps_events;         /* at a reset: the program does not register them again */
    takt_hub *hub;
    takt_asset *asset;
    pid_t process;             /* that has registered; one that it forks is no asset */
    hako_asset_callbacks_t callbacks;
    hako_time_t delta_usec;
    int64_t to_ns;             /* the end of the step that is under way, or was last; with the lock held, or entered */
    hako_time_t current_usec;  /* for other threads too, atomic */
    hako_time_t world_usec;    /* likewise */
    hk_channels channels;      /* of the asset, from its joining on */
    hk_pdus pdus;              /* with this lock held */
    pthread_mutex_t lock;
} hk_session;

extern hk_session hk_the;

/* Waits until no other thread has entered, in the order of the calls. As often as a thread enters, it exits. */
void hk_enter(void);
/* False, at once, while another thread has entered, or waits for that. */
bool hk_try_enter(void);
void hk_exit(void);
/* Whether this thread has entered. */
bool hk_is_owner(void);

/* The lock is held until the end of the block. */
#define HK_HOLDS_LOCK __attribute__((cleanup(hk_unlock), unused)) const bool is_locked = hk_lock()
bool hk_lock(void);
void hk_unlock(const bool *is_locked);

/* Whether a message may be sent now: in a step, in a reset, and at the dawn of time. Entered. */
bool hk_may_send(void);

/* Sets what hako_asset_current_time tells. Entered. */
void hk_note_current(int64_t ns);

/* T_c. Entered. */
int64_t hk_world_usec(void);
/* Sets what hako_asset_simulation_time tells while a thread has entered. Entered. */
void hk_note_world(void);

/* 0, or EINVAL after a line: not registered. */
int hk_require_asset(const char *function);

/* The PDU of a call, with the lock held, and entered if no other thread has; NULL, without both, after a line. */
hk_pdu *hk_lock_pdu(const char *function, const char *robot, int id, const void *buffer, size_t size);
void hk_unlock_pdu(void);

/* What is wrong of the library, as a line. */
int hk_fail_takt(int code, const char *function);

/* Sends what was written while nothing could be sent. Entered, with the lock held. */
void hk_send_pending(void);

/* 0, or EINVAL after a line: the process is an asset already. */
int hk_require_none(const char *function, const char *asset_name);

/*
 * Connects and joins, with the PDUs of a file, or with none if that is NULL. A step of 0 is that of the hub's
 * configuration. Returns 0, or a number of errno.h after a line. Entered.
 */
int hk_join(const char *function, const char *asset_name, hako_time_t step_usec, const char *config_path);
/* Of what the asset had, nothing is left. Entered. */
void hk_leave(void);

typedef enum hk_next { HK_WAITS, HK_STEPS, HK_RESETS, HK_ENDS } hk_next;

/* Waits so long for the next turn, and calls back what belongs to its start. The end is told in a line. Entered. */
hk_next hk_begin_turn(const char *function, int64_t timeout_ns);
/* A step or a reset is done; what other threads have written belongs to it. TAKT_OK, or a code. Entered. */
int hk_end_turn(void);

/*
 * Ends the step that is under way, waits for the next one, and calls back what belongs to its start. Waits for ever, or
 * until is_force_stop, which may be NULL, gives something else than 0.
 *
 * Returns 0, or EINTR: after a reset, at the end of the run, and where the wait was broken off. After the program was
 * told of the end the next call ends the process: programs of Hakoniwa start again for ever.
 */
int hk_advance(const char *function, int (*is_force_stop)(void));

#endif
