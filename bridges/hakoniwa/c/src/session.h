/* The program's asset: its connection, its turns, and where in them it stands. There is one in a process. */
#ifndef HK_SESSION_H
#define HK_SESSION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "hakoniwa.h"
#include "pdus.h"
#include "takt.h"

typedef enum hk_phase {
    HK_NONE,      /* not registered */
    HK_JOINED,    /* before the first step */
    HK_STEP,      /* a step is under way: the program works, and it ends when the program waits next */
    HK_BETWEEN,   /* no step is under way: a wait was broken off */
    HK_RESET,     /* a reset is under way, which ends likewise */
    HK_ENDED      /* the run has ended, and a line has said so */
} hk_phase;

typedef struct hk_session {
    _Atomic hk_phase phase;    /* which other threads see, like the owner */
    bool is_running;           /* in hako_asset_start_no_wait */
    bool is_called_back;       /* in a callback of a step, where the program must not wait */
    bool has_failed;           /* the run has, where it has ended */
    bool keeps_events;         /* at a reset: the program does not register them again */
    takt_hub *hub;
    takt_asset *asset;
    _Atomic pthread_t owner;
    pid_t process;             /* that has registered; one that it forks is no asset */
    hako_asset_callbacks_t callbacks;
    hako_time_t delta_usec;
    int64_t to_ns;             /* the end of the step that is under way, or was last */
    hako_time_t current_usec;  /* for other threads too, atomic */
    hako_time_t world_usec;    /* likewise */
    hk_pdus pdus;              /* with this lock held */
    pthread_mutex_t lock;
} hk_session;

extern hk_session hk_the;

/* Whether this is the asset's thread. */
bool hk_is_owner(void);

/* Whether a message may be sent now: in a step, in a reset, and at the dawn of time. By the asset's thread. */
bool hk_may_send(void);

/* Sets what hako_asset_current_time tells. By the asset's thread. */
void hk_note_current(int64_t ns);

/* T_c. By the asset's thread. */
int64_t hk_world_usec(void);

/* 0, or a code after a line: not registered, or not the asset's thread. */
int hk_require_owner(const char *function);

/* What is wrong of the library, as a line. */
int hk_fail_takt(int code, const char *function);

/* Sends what was written while nothing could be sent. By the asset's thread, with the lock held. */
void hk_send_pending(void);

/*
 * Connects and joins, with the PDUs of a file, or with none if that is NULL. A step of 0 is that of the hub's
 * configuration. Returns 0, or a number of errno.h after a line.
 */
int hk_join(const char *function, const char *asset_name, hako_time_t step_usec, const char *config_path);
/* Of what the asset had, nothing is left. By the asset's thread. */
void hk_leave(void);

typedef enum hk_next { HK_WAITS, HK_STEPS, HK_RESETS, HK_ENDS } hk_next;

/* Waits so long for the next turn, and calls back what belongs to its start. The end of the run is told in a line. */
hk_next hk_begin_turn(const char *function, int64_t timeout_ns);
/* A step or a reset is done; what other threads have written belongs to it. TAKT_OK, or a code of the library. */
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
