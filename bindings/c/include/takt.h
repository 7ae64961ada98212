/*
 * takt.h - assets in C for a Takt hub.
 *
 * An asset is a simulator that takes part in a run. It joins a hub, and is given turns: steps from one simulation time
 * to the next, and resets. All times are nanoseconds of simulation time in 64 bits, 0 or more.
 *
 *     takt_error error;
 *     takt_hub *hub = takt_connect(NULL, &error);          NULL: as TAKT_HUB says, which `takt run` sets
 *     takt_asset *asset = takt_join(hub, &(takt_spec) { .name = "pendulum" });
 *     takt_turn turn;
 *     while (takt_poll(hub, TAKT_FOREVER, &turn) == TAKT_OK && turn.kind != TAKT_STOP) {
 *         if (turn.kind == TAKT_STEP) { simulate(turn.from_ns, turn.to_ns); }
 *         if (turn.kind == TAKT_RESET) { begin_anew(); }
 *         takt_done(hub);
 *     }
 *     takt_close(hub);
 *
 * Threads. A hub, its assets and outputs belong to one thread at a time, the hub's thread, which makes all calls. The
 * line "Thread:" of each function says which may call it: "hub's" is that one, and "any" is any thread at any moment.
 * Two threads in calls of the same hub are a data race. The library starts no thread and has no global state, so a
 * process may have a connection in each of its threads. Between two calls a connection may go from one thread to
 * another that is synchronised with it. Callbacks come on the thread that is in takt_run. A process that has forked may
 * use its connections in the parent alone; the child makes no call with them, not even takt_close, which would leave
 * with the parent's assets.
 *
 * Waiting. The same line says how long the function may wait. takt_interrupt, and a function of takt_waiting, end a wait
 * at a point where the call may be repeated: it has done all that it does, or nothing. No call waits for a hub that has
 * been stopped to read what it is told: the library keeps that, and sends it in later calls.
 *
 * Memory. Pointers that a call takes are not kept unless its comment says so. Hubs, assets and outputs are the
 * library's: takt_close frees everything, takt_leave and takt_fail free their asset and its outputs, and none is freed
 * by hand.
 *
 * Errors. Functions return TAKT_OK or a code less than 0, and takt_last_error(hub) has the text of the last one: what
 * is wrong, where, and what would be right. Functions that return a pointer return NULL.
 */
#ifndef TAKT_H
#define TAKT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TAKT_API __attribute__((visibility("default")))
#else
#define TAKT_API
#endif

/** The version of this header; takt_version has that of the library. The same first number: the same interface. */
#define TAKT_VERSION_MAJOR 0
#define TAKT_VERSION_MINOR 1
#define TAKT_VERSION_PATCH 0
#define TAKT_VERSION "0.1.0"

/** The version of the library that the program runs with. Thread: any. Never waits. */
TAKT_API const char *takt_version(void);

/** A time-out that never comes. */
#define TAKT_FOREVER INT64_MAX
/** The interval that the hub's configuration says. 0 means: as fast as the core allows. */
#define TAKT_CONFIGURED (-1)

enum takt_code {
    TAKT_OK = 0,
    TAKT_NO_HUB = -1,      /**< no hub of that name answers */
    TAKT_HUB_LOST = -2,    /**< the hub's process has died, or does not answer */
    TAKT_REFUSED = -3,     /**< the hub refuses what was asked; see takt_error.refusal */
    TAKT_MISUSE = -4,      /**< an argument, or the moment of the call, is wrong; nothing has changed */
    TAKT_DAMAGED = -5,     /**< a file or a line of the hub is not what the protocol says */
    TAKT_SYSTEM = -6,      /**< the operating system refuses something: memory, a file */
    TAKT_INTERRUPTED = -7, /**< takt_interrupt was called, or takt_waiting.end says so; the call may be repeated, but
                                for takt_leave and takt_fail, after which the asset is gone */
    TAKT_RUN_FAILED = -8,  /**< the run has failed */
    TAKT_CALLBACK = -9     /**< a callback of takt_run has returned something else than 0 */
};

/** The name of a code, such as "TAKT_NO_HUB"; "?" for a number that is none. Thread: any. Never waits. */
TAKT_API const char *takt_code_name(int code);

typedef struct takt_error {
    int code;          /**< of enum takt_code */
    char refusal[24];  /**< the hub's code, such as "NAME_TAKEN", where it has refused a join; else "" */
    char text[512];    /**< one line */
} takt_error;

typedef struct takt_hub takt_hub;
typedef struct takt_asset takt_asset;
typedef struct takt_output takt_output;

/* ---- Connecting ---- */

/**
 * Connects to the hub of a name; NULL for that of the environment variable TAKT_HUB. The hub's folder is in the folder
 * TAKT_DIR, or else in /dev/shm/takt-<user> (without /dev/shm in the folder TMPDIR).
 *
 * Thread: any; the one that calls it is the hub's thread from then on. Waits for the hub's answer, for ever if its
 * process is stopped, or has no room for another connection.
 *
 * @param error gets the reason where the result is NULL; may be NULL itself. TAKT_NO_HUB where none answers.
 */
TAKT_API takt_hub *takt_connect(const char *hub_name, takt_error *error);

/**
 * What the hub's thread calls around each of its sleeps: for a program with a lock of its own, such as an
 * interpreter's, or one that handles signals by itself. Neither may call this library, but for takt_interrupt. Between
 * the two the thread touches nothing but a socket or a doorbell, so other threads that have the lock may read times and
 * texts.
 */
typedef struct takt_waiting {
    void (*begin)(void *user);  /**< the thread is about to sleep, for 100 ms at most: may release the lock */
    int (*end)(void *user);     /**< it is awake: takes the lock. Not 0: the call that waits gives TAKT_INTERRUPTED */
    void *user;
} takt_waiting;

/**
 * Like takt_connect, with something to call around sleeps, from this call on until takt_close; the struct is copied.
 *
 * Thread: any; the one that calls it is the hub's thread from then on. Waits like takt_connect; takt_waiting.end ends
 * it.
 */
TAKT_API takt_hub *takt_connect_waiting(const char *hub_name, const takt_waiting *waiting, takt_error *error);

/**
 * Leaves with all assets and frees the hub, its assets and outputs. NULL does nothing.
 *
 * Thread: hub's. Waits for the hub's replies, five seconds at most for all of them.
 */
TAKT_API void takt_close(takt_hub *hub);

/** The last error of this hub; valid until takt_close. Thread: hub's. Never waits. */
TAKT_API const takt_error *takt_last_error(const takt_hub *hub);

/** The hub's name; valid until takt_close. Thread: hub's. Never waits. */
TAKT_API const char *takt_hub_name(const takt_hub *hub);

/** Where a hub is in its life. */
typedef enum takt_hub_state {
    TAKT_HUB_UNKNOWN,  /**< it has not said so yet, or is in a state that this library does not know */
    TAKT_HUB_WAITING, TAKT_HUB_READY, TAKT_HUB_RUNNING, TAKT_HUB_PAUSED, TAKT_HUB_RESETTING, TAKT_HUB_STOPPED,
    TAKT_HUB_FAILED
} takt_hub_state;

/**
 * As the hub was heard last: while takt_poll or another call waits, and now and then in between. Thread: hub's. Never
 * waits.
 */
TAKT_API takt_hub_state takt_state(const takt_hub *hub);

/**
 * Why the run has ended, in the hub's words, which name the asset or the command that ended it; NULL while it goes on,
 * as far as the hub was heard. Valid until takt_close. Thread: hub's. Never waits.
 */
TAKT_API const char *takt_end_reason(const takt_hub *hub);

/**
 * Makes a call that waits return TAKT_INTERRUPTED, now or, if none waits, the next one. A waiting thread notices it
 * within 100 ms. Until takt_close is called.
 *
 * Thread: any, and signal handlers. Never waits.
 */
TAKT_API void takt_interrupt(takt_hub *hub);

/* ---- Joining ---- */

typedef enum takt_delivery {
    TAKT_GATED,            /**< a step gets what is delivered up to its start, and waits until all of that is there */
    TAKT_GATED_UNTIL_END,  /**< the same up to its end */
    TAKT_RETROACTIVE,      /**< handed over between steps as soon as its sender has done its step */
    TAKT_LATEST            /**< the newest value alone, whenever the receiver looks */
} takt_delivery;

/** A channel to send on, beside those that the hub's configuration gives the asset. */
typedef struct takt_output_spec {
    const char *channel;
    int32_t max_bytes;     /**< of a message; 0 for 64 KiB */
} takt_output_spec;

/** A channel to receive, beside those that the hub's configuration gives the asset. */
typedef struct takt_input_spec {
    const char *channel;
    const char *sender;
    takt_delivery delivery;
    int64_t delay_ns;
    int64_t jitter_ns;
    double loss;           /**< 0 to 1 */
} takt_input_spec;

/** The reaction of an asset to the death of its hub's process. */
typedef enum takt_on_hub_lost {
    TAKT_ON_HUB_LOST_CONFIGURED,  /**< as the hub's configuration says, which says EXIT if nothing else */
    TAKT_ON_HUB_LOST_EXIT,        /**< takt_poll returns TAKT_HUB_LOST */
    TAKT_ON_HUB_LOST_ATTACH       /**< takt_poll waits for a hub that takes over */
} takt_on_hub_lost;

/** The declaration of an asset in its join. A field that is 0 leaves it to the hub's configuration. */
typedef struct takt_spec {
    const char *name;      /**< NULL: as the environment variable TAKT_ASSET says */
    int64_t step_ns;       /**< the step; the longest one where steps vary */
    int64_t interval_ns;   /**< wall time between steps; looked at if has_interval is set */
    bool has_interval;
    bool at_core_time;     /**< a process in the place of a lost one begins at the core's time */
    const takt_output_spec *outputs;
    size_t output_count;
    const takt_input_spec *inputs;
    size_t input_count;
    int64_t granularity_ns;  /**< more than 0: steps vary, and are multiples of this; step_ns is a multiple, too */
    bool whole_steps;        /**< steps that vary are done whole or not at all: see takt_choose_step */
    takt_on_hub_lost on_hub_lost;
} takt_spec;

/**
 * Joins. Until the first takt_poll the asset may send messages of the dawn of time (stamp 0), if it starts at 0. The
 * core does not run ahead of the asset from now on: load the model before. After TAKT_INTERRUPTED the asset has not
 * joined. TAKT_HUB_LOST while takt_poll waits for a hub that takes over; TAKT_REFUSED with the hub's code in refusal;
 * TAKT_MISUSE for a declaration that says nothing: no channel or sender, a loss that is not from 0 to 1.
 *
 * Thread: hub's. Waits for the hub's reply: while the hub is resetting that is when all its assets have been put back,
 * for ever if one of them never is.
 */
TAKT_API takt_asset *takt_join(takt_hub *hub, const takt_spec *spec);

/* What an asset tells of itself. Texts are valid as long as the asset. */

/** Its name. Thread: hub's. Never waits. */
TAKT_API const char *takt_name(const takt_asset *asset);
/** The connection by which it has joined. Thread: hub's. Never waits. */
TAKT_API takt_hub *takt_hub_of(const takt_asset *asset);
/** The asset's time in ns: the end of its last step that is done. Thread: hub's. Never waits. */
TAKT_API int64_t takt_time(const takt_asset *asset);
/** The asset's step in ns; the longest one where steps vary. Thread: hub's. Never waits. */
TAKT_API int64_t takt_step(const takt_asset *asset);
/** What each step is a multiple of, in ns: the step itself where steps do not vary. Thread: hub's. Never waits. */
TAKT_API int64_t takt_granularity(const takt_asset *asset);
/** T_c as it stands now, in ns. Where the hub has died or ended it stands for ever. Thread: hub's. Never waits. */
TAKT_API int64_t takt_core_time(const takt_asset *asset);
/** By how many ns the core counts up. Thread: hub's. Never waits. */
TAKT_API int64_t takt_core_step(const takt_asset *asset);
/** How many ns the core may be ahead of the asset. Thread: hub's. Never waits. */
TAKT_API int64_t takt_max_delay(const takt_asset *asset);
/** The seed of the scenario, 0 where the configuration has none. Thread: hub's. Never waits. */
TAKT_API int64_t takt_seed(const takt_asset *asset);
/** Digest of the messages that were delivered to it in the steps that are done. Thread: hub's. Never waits. */
TAKT_API uint64_t takt_digest(const takt_asset *asset);
/** Keeps a pointer of the caller's own; the library does not look at it. Thread: hub's. Never waits. */
TAKT_API void takt_set_user(takt_asset *asset, void *user);
/** The pointer of takt_set_user, NULL at first. Thread: hub's. Never waits. */
TAKT_API void *takt_user(const takt_asset *asset);

/* ---- Turns ---- */

typedef enum takt_turn_kind {
    TAKT_WAIT,      /**< the time-out has come; there is nothing to do */
    TAKT_STEP,      /**< simulate from from_ns to to_ns; send and receive; then takt_done */
    TAKT_MESSAGES,  /**< retroactive messages have come: takt_receive; then takt_done */
    TAKT_RESET,     /**< put the simulator back to its start; send the dawn's messages; then takt_done */
    TAKT_STOP       /**< the run has ended in order, or no asset is left; there are no more turns */
} takt_turn_kind;

typedef struct takt_turn {
    takt_turn_kind kind;
    takt_asset *asset;  /**< whose turn it is; NULL for TAKT_WAIT, and for TAKT_STOP where it is of all */
    int64_t from_ns;
    int64_t to_ns;
} takt_turn;

/**
 * The next turn of any of the hub's assets. The first call says that all that have joined are ready. A turn that is not
 * done yet is given again; one whose takt_done was interrupted is ended first, and never given again. When the run has
 * failed the result is TAKT_RUN_FAILED, with its reason as the text.
 *
 * Thread: hub's. Waits as long as timeout_ns of wall time, not at all for less than 0, for ever with TAKT_FOREVER: as
 * long as the hub is paused, or another asset holds the core. A wait of more than some microseconds sleeps, and costs
 * no processor time, unless the configuration wants it to wait by SPIN or YIELD. Where the hub has died and the
 * configuration says ATTACH, it waits for the hub that takes over; else the result is TAKT_HUB_LOST.
 *
 * One asset may end alone, and the others go on: the hub refuses it after all (TAKT_REFUSED), or dies while others wait
 * for the next (TAKT_HUB_LOST). That is said once, with the asset in the turn, which is of kind TAKT_STOP. The asset has
 * no more turns then, and its pointer lives until takt_leave or takt_close.
 */
TAKT_API int takt_poll(takt_hub *hub, int64_t timeout_ns, takt_turn *turn);

/**
 * The turn that takt_poll has given is done. A step is there for others from now on, with its messages. After
 * TAKT_INTERRUPTED others do not see it yet: the next takt_done or takt_poll ends it, so it is not to be done again.
 *
 * Thread: hub's. Waits only where takt_receive may.
 */
TAKT_API int takt_done(takt_hub *hub);

/*
 * Steps that vary. An asset that declares a granularity, or whose configuration does, gets steps of any multiple of it
 * up to the longest: each as long as the core and its gates allow, and up to the next delivery, but not beyond. A
 * message without a stamp of its own has the earliest end, one granularity after the step's start, in every run.
 */

/**
 * Ends the step that is under way at to_ns: on the asset's grid, later than the step's start, not later than its end,
 * and not before a stamp that was sent in it. TAKT_MISUSE for any other time, and for steps that are fixed, or whole.
 *
 * Thread: hub's. Never waits.
 */
TAKT_API int takt_step_to(takt_asset *asset, int64_t to_ns);
/**
 * How many ns each step has from the next one on, where steps are whole: a multiple of the granularity, not more than
 * the longest step, which it is until this says otherwise, and after a reset. TAKT_MISUSE for any other.
 *
 * Thread: hub's. Never waits.
 */
TAKT_API int takt_choose_step(takt_asset *asset, int64_t step_ns);
/**
 * The asset has nothing to do before a time, unless a message is delivered: until then it counts up without a turn of
 * its own. Both are rounded up to its grid; TAKT_FOREVER for the first delivery, whenever it comes. A step that is
 * under way and may vary ends at that time, if not earlier. Ends with the next TAKT_STEP, and with a reset. For fixed
 * steps, too.
 *
 * Thread: hub's. Never waits.
 */
TAKT_API int takt_wake_at(takt_asset *asset, int64_t time_ns);

/**
 * Leaves the run, at any moment; a step that is under way is not published. The asset's pointer is dead then, whatever
 * the result is, and so are those of its outputs.
 *
 * Thread: hub's. Waits for the hub's reply, five seconds at most. TAKT_HUB_LOST where the hub has died, or does not
 * answer: nothing is sent to a hub that takes over, which has no word of the leave.
 */
TAKT_API int takt_leave(takt_asset *asset);
/**
 * The simulator has failed: the run ends, unless the configuration says otherwise. The asset's pointer is dead then.
 *
 * @param reason one line, of which the hub keeps a thousand characters; NULL for none.
 *
 * Thread: hub's. Waits like takt_leave, with the same results.
 */
TAKT_API int takt_fail(takt_asset *asset, const char *reason);
/**
 * Ends the run for all; it has failed if the caller says so. Turns go on until the hub tells that it has ended. Does
 * nothing after the end of the run.
 *
 * @param reason one line, of which the hub keeps a thousand characters; NULL for none.
 *
 * Thread: hub's. Never waits. TAKT_HUB_LOST where the hub has died, as far as that is known: it was not told then.
 */
TAKT_API int takt_stop(takt_asset *asset, const char *reason, bool has_failed);

/* ---- Messages ---- */

typedef struct takt_message {
    const char *channel;
    const char *sender;
    int64_t stamp_ns;     /**< when it was sent */
    int64_t delivery_ns;
    int64_t sequence;     /**< its sender's number for it */
    const void *data;     /**< valid until the next call that gives a message, or takt_done; aligned to 8 bytes */
    size_t size;
} takt_message;

/**
 * An output by its channel. It lives as long as the asset. NULL where the asset does not send the channel: TAKT_MISUSE.
 * Thread: hub's. Never waits.
 */
TAKT_API takt_output *takt_find_output(takt_asset *asset, const char *channel);

/**
 * The name of a channel that the asset sends, by an index from 0; NULL behind the last one. Valid as long as the asset.
 * Thread: hub's. Never waits.
 */
TAKT_API const char *takt_sends(const takt_asset *asset, size_t index);
/**
 * The same of those that it receives; one of several senders is there for each of them. Thread: hub's. Never waits.
 */
TAKT_API const char *takt_receives(const takt_asset *asset, size_t index);

/**
 * A unit of measurement: a number v of it is v * factor + offset in its base, a product of kg, m, s, A, K, mol, cd and
 * rad with their exponents, such as "m.s-1", or "1". Units of the same base can be converted into each other. The name
 * is NULL where the configuration names none.
 */
typedef struct takt_unit {
    const char *name;
    const char *base;
    double factor;
    double offset;
} takt_unit;

/** What the configuration says of the values in messages. The library checks and converts none. */
typedef struct takt_values {
    const char *sender;  /* of a channel that is received; else NULL */
    const char *type;    /* such as "double"; NULL where nothing is said */
    takt_unit unit;      /* of the numbers in messages */
    takt_unit wanted;    /* which this receiver asks for */
} takt_values;

/**
 * The same as takt_sends tells of the name: of a channel that the asset sends; NULL behind the last one. Valid as long
 * as the asset. Thread: hub's. Never waits.
 */
TAKT_API const takt_values *takt_values_sent(const takt_asset *asset, size_t index);
/** The same of those that it receives, as takt_receives counts them. Thread: hub's. Never waits. */
TAKT_API const takt_values *takt_values_received(const takt_asset *asset, size_t index);

/**
 * Sends a message with the stamp of the step's end, or 0 at the dawn of time. Only in a step, in a reset, and before
 * the first takt_poll; else TAKT_MISUSE, and for more bytes than the channel's. After TAKT_INTERRUPTED nothing was
 * sent. When the run has ended the message is dropped: TAKT_OK.
 *
 * Thread: hub's. Waits where the log is full, until its readers have made room, for ever if one of them is stopped.
 */
TAKT_API int takt_send(takt_output *output, const void *data, size_t size);
/**
 * The same with a stamp: later than the step's start, and not later than its end. Thread: hub's. Waits like takt_send.
 */
TAKT_API int takt_send_at(takt_output *output, const void *data, size_t size, int64_t stamp_ns);

/**
 * Room for a message of size bytes in the log itself, which saves a copy: write it there, then send it by takt_commit.
 * The room holds anything at first, and is aligned to 16 bytes. An asset has one claim at a time, and no message can be
 * sent or received by it meanwhile. A claim that is open at takt_done, or at the asset's first takt_poll, is dropped.
 * Stamp and moment are as of takt_send. NULL after an error.
 *
 * Thread: hub's. Waits like takt_send.
 */
TAKT_API void *takt_claim(takt_output *output, size_t size);
/** The same with a stamp, as of takt_send_at. Thread: hub's. Waits like takt_send. */
TAKT_API void *takt_claim_at(takt_output *output, size_t size, int64_t stamp_ns);
/**
 * Sends the message that was claimed: so many bytes of it, as was claimed or fewer; TAKT_MISUSE for more, and without a
 * claim. Thread: hub's. Never waits.
 */
TAKT_API int takt_commit(takt_output *output, size_t size);
/** Drops the claim: the message was never sent. Does nothing without a claim. Thread: hub's. Never waits. */
TAKT_API void takt_abort(takt_output *output);

/** The output's channel; valid as long as the asset. Thread: hub's. Never waits. */
TAKT_API const char *takt_channel(const takt_output *output);
/** How many bytes a message on it may have. Thread: hub's. Never waits. */
TAKT_API size_t takt_max_bytes(const takt_output *output);

/**
 * Promises that no message with a stamp before time_ns will be sent on the channel any more, so receivers need not
 * wait. An earlier time than was promised does nothing. Thread: hub's. Never waits.
 */
TAKT_API int takt_promise(takt_output *output, int64_t time_ns);

/**
 * The next message of the turn, in the order of delivery time, stamp, sender and number. Those that are left when the
 * step is done count as received. Values of TAKT_LATEST are not among them: see takt_receive_latest.
 *
 * Thread: hub's. Waits only where a listener (`takt tap`) listens so slowly that the asset's log is full: like
 * takt_send. After TAKT_INTERRUPTED no message was taken.
 *
 * @return 1, 0 when there is none left, or less than 0: an error.
 */
TAKT_API int takt_receive(takt_asset *asset, takt_message *message);

/**
 * The next value of the channels that the asset receives with TAKT_LATEST, of those that are newer than the last one
 * that this function has given of that channel and sender, in the order in which they were declared. Each step looks at
 * each of them once. Only in a step; else there is none.
 *
 * Thread: hub's. Never waits.
 *
 * @return 1, or 0 when there is none left.
 */
TAKT_API int takt_receive_latest(takt_asset *asset, takt_message *message);

/**
 * How the asset receives a channel, of enum takt_delivery, of any sender if sender is NULL; TAKT_MISUSE if it does not.
 * Thread: hub's. Never waits.
 */
TAKT_API int takt_find_input(takt_asset *asset, const char *channel, const char *sender);

/**
 * The newest value of a channel that the asset receives with TAKT_LATEST, at any moment, new or not; sender is NULL
 * where there is only one.
 *
 * Thread: hub's. Never waits.
 *
 * @return 1, 0 when there is none yet, or less than 0: an error.
 */
TAKT_API int takt_latest(takt_asset *asset, const char *channel, const char *sender, takt_message *message);

/*
 * ---- Calls ----
 *
 * A client asks a service for something, and goes on stepping until the answer is there. A call is a request, any
 * number of reports of progress, and one answer or failure; the client may cancel it, and it times out at a simulation
 * time. It is messages on two channels: <service>.requests, which each client sends and the service receives from each,
 * and <service>.answers, which the service sends and each client receives. Declare them as outputs and as inputs that
 * are gated and without delay, or in the configuration. So calls are the same in every run. The other side may be in
 * Java or Python. Values are bytes.
 *
 * Calls and requests are structs of the program's own, of which the library keeps nothing; after a TAKT_RESET they are
 * to be forgotten.
 */

typedef enum takt_call_state {
    TAKT_CALL_PENDING,    /**< there is no answer yet */
    TAKT_CALL_ANSWERED,   /**< data is the answer */
    TAKT_CALL_FAILED,     /**< the service could not do it; data is a text that says why */
    TAKT_CALL_CANCELLED,  /**< the client wants it no more */
    TAKT_CALL_TIMED_OUT   /**< no answer was delivered up to the time-out */
} takt_call_state;

/** A call that a client has made. */
typedef struct takt_call {
    takt_call_state state;  /**< but for the time-out: see takt_state_of_call */
    int64_t began_ns;       /**< this and number tell calls of a client apart */
    int64_t number;
    int64_t timeout_ns;     /**< simulation time; INT64_MAX for never */
    const void *data;       /**< what takt_take_answer has taken last: bytes of its message, valid as long as that */
    size_t size;
} takt_call;

/** A request that a service has been sent. */
typedef struct takt_request {
    char client[104];    /**< the asset that asks */
    bool is_open;        /**< but for the time-out: see takt_request_is_open */
    int64_t began_ns;    /**< this and number tell requests of a client apart */
    int64_t number;
    int64_t timeout_ns;  /**< when the client gives up; INT64_MAX for never */
    const void *data;    /**< bytes of its message, valid as long as that */
    size_t size;
} takt_request;

/**
 * By a client: makes a call on the output <service>.requests. It goes out with the step that is under way. The time-out
 * is later than the asset's time, else TAKT_MISUSE; INT64_MAX for none.
 *
 * Thread: hub's. Waits like takt_send, with the same results; call is filled in after TAKT_OK alone.
 */
TAKT_API int takt_ask(takt_output *requests, const void *data, size_t size, int64_t timeout_ns, takt_call *call);
/**
 * By a client, with each message of <service>.answers and each call that is pending: takes an answer, a failure, or
 * progress, which leaves the call pending. What is delivered after the time-out, or of another call, is passed over.
 * Thread: hub's. Never waits.
 *
 * @return 1 where the message was of this call, 0 where not; TAKT_DAMAGED where it is no part of a call.
 */
TAKT_API int takt_take_answer(takt_asset *asset, const takt_message *message, takt_call *call);
/** Its state: timed out from the first step on that begins at its time-out or later. Thread: hub's. Never waits. */
TAKT_API takt_call_state takt_state_of_call(const takt_asset *asset, const takt_call *call);
/** By a client: wants it no more. Does nothing if it is done. Thread: hub's. Waits like takt_send. */
TAKT_API int takt_cancel(takt_output *requests, takt_call *call);

/**
 * By a service, with each message of <service>.requests. Thread: hub's. Never waits.
 *
 * @return 1 for a request, which is open now; 0 for one that has timed out, and for a cancel: see takt_take_cancel;
 *         TAKT_DAMAGED where the message is no part of a call.
 */
TAKT_API int takt_take_request(takt_asset *asset, const takt_message *message, takt_request *request);
/**
 * By a service, with each message for which takt_take_request gives 0, and each request that is open: whether the
 * client cancels that request, which is not open any more then. Thread: hub's. Never waits.
 *
 * @return 1, or 0; TAKT_DAMAGED where the message is no part of a call.
 */
TAKT_API int takt_take_cancel(takt_asset *asset, const takt_message *message, takt_request *request);
/** Whether an answer is still of use: there was none, no cancel, and no time-out. Thread: hub's. Never waits. */
TAKT_API bool takt_request_is_open(const takt_asset *asset, const takt_request *request);
/**
 * By a service: answers on the output <service>.answers, with the step that is under way.
 *
 * Thread: hub's. Waits like takt_send.
 *
 * @return 1; 0 where the request is not open, and nothing was sent; or less than 0: an error of takt_send.
 */
TAKT_API int takt_answer(takt_output *answers, takt_request *request, const void *data, size_t size);
/** The same, where it cannot be done: why is one line in UTF-8. Thread: hub's. Waits like takt_send. */
TAKT_API int takt_answer_failure(takt_output *answers, takt_request *request, const char *why);
/** The same, of how far it is: any text in UTF-8. The request stays open. Thread: hub's. Waits like takt_send. */
TAKT_API int takt_answer_progress(takt_output *answers, takt_request *request, const char *text);

/* ---- Callbacks ---- */

/** What takt_run calls, on its thread; NULL for one that is not needed. Each returns 0, or else ends takt_run. */
typedef struct takt_callbacks {
    /** Before all, and at each reset. */
    int (*start)(takt_asset *asset, void *user);
    /**
     * Before the step that gets it: first gated messages in their order, then the values of TAKT_LATEST that are new,
     * as of takt_receive_latest. Retroactive ones between steps.
     */
    int (*message)(takt_asset *asset, const takt_message *message, void *user);
    /** For each step. */
    int (*step)(takt_asset *asset, int64_t from_ns, int64_t to_ns, void *user);
} takt_callbacks;

/**
 * Sets what takt_run calls for an asset; the struct is copied, the pointer user is kept. Thread: hub's. Never waits.
 */
TAKT_API void takt_set_callbacks(takt_asset *asset, const takt_callbacks *callbacks, void *user);

/**
 * Calls back for each turn until the run has ended: TAKT_OK then. TAKT_CALLBACK when a callback has failed; its turn is
 * not done then, and the hub does not know: takt_fail tells it. A callback may join with further assets: they are
 * started before the next turn. After TAKT_INTERRUPTED call it again: no callback is
 * repeated but one that has returned this code itself.
 *
 * Thread: hub's. Waits for ever, like takt_poll.
 */
TAKT_API int takt_run(takt_hub *hub);

#ifdef __cplusplus
}
#endif
#endif
