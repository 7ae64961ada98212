/* The extension module takt._core: Python objects around the C library. Each type has a file of its own. */
#ifndef TAKT_CORE_H
#define TAKT_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <stdbool.h>
#include <takt.h>

typedef struct AssetObject AssetObject;

/*
 * A connection. It and its assets refer to each other, so both take part in the collection of cycles.
 *
 * The lock of the interpreter is held in all calls of the library, but for the time in which it sleeps: see
 * hub_begin_sleep. So no other thread sees the library in the middle of a call, except in a sleep; is_busy tells that.
 */
typedef struct HubObject {
    PyObject_HEAD
    takt_hub *handle;       /* NULL: closed */
    int forks;              /* of the process, when it was made */
    bool is_busy;           /* the library is in a call */
    bool is_collected;      /* nothing of Python may be called any more */
    bool is_start_due;      /* of a simulator that has joined */
    bool is_turn_given;     /* a loop has a turn that is done when it asks for the next */
    bool is_calling_back;   /* a simulator has its turn: hub.interrupt() ends no call in it, but what follows it */
    bool is_interrupt_due;  /* it was called meanwhile */
    PyThreadState *asleep;  /* the thread that sleeps in the library */
    PyObject *assets;       /* list: those that have joined and have not left */
    PyObject *turns[2];     /* what a loop was given last, and before that */
    PyObject *end;          /* once the run has ended: whether it has failed, and the reason */
} HubObject;

/* A handler of messages. */
typedef struct Subscription {
    PyObject *channel;
    PyObject *sender;   /* NULL: any */
    PyObject *handler;
    PyObject *decode;   /* NULL: the handler gets the message alone */
} Subscription;

/* One sender of a channel, as messages name it. */
typedef struct Route {
    char *channel_text;
    char *sender_text;
    PyObject *channel;
    PyObject *sender;
    Py_ssize_t subscription;  /* its index; -1: none */
} Route;

struct AssetObject {
    PyObject_HEAD
    takt_asset *handle;  /* NULL: it has left, or its connection is closed */
    HubObject *hub;
    PyObject *name;
    PyObject *simulator;
    PyObject *step;      /* callables of the simulator; NULL where it has none */
    PyObject *start;
    PyObject *reset;
    bool is_started;
    int64_t at_ns;       /* the end of the last step, and the same as an object */
    PyObject *at;
    Subscription *subscriptions;
    Py_ssize_t subscription_count;
    Route *routes;
    Py_ssize_t route_count;
    Py_ssize_t last_route;
};

typedef struct OutputObject {
    PyObject_HEAD
    takt_output *handle;
    AssetObject *asset;
    PyObject *encode;    /* NULL: bytes are sent as they are */
} OutputObject;

typedef struct MessageObject {
    PyObject_VAR_HEAD
    PyObject *channel;
    PyObject *sender;
    long long stamp_ns;
    long long delivery_ns;
    long long sequence;
    char data[];         /* at a multiple of 16 bytes */
} MessageObject;

typedef struct TurnObject {
    PyObject_HEAD
    PyObject *kind;
    PyObject *asset;
    long long t0;
    long long t1;
} TurnObject;

/* ---- module.c ---- */

extern PyTypeObject *hub_type, *asset_type, *output_type, *message_type, *turn_type;
extern int core_forks;

PyTypeObject *core_add_type(PyObject *module, PyType_Spec *spec);
/* The slot Py_tp_new of types whose objects the library alone makes: raises TypeError. */
PyObject *core_no_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
/* Raises the exception of an error of the library, unless one is set already. Returns NULL. */
PyObject *core_raise(const takt_error *error);
/* A text of the library as a str; bytes of a program that are no UTF-8 are replaced. */
PyObject *core_text(const char *text);
PyObject *core_misuse(const char *format, ...);
/* An attribute that need not be there: 0 with NULL then, -1 with an exception. */
int core_find(PyObject *object, const char *name, PyObject **found);

/* ---- hub.c, join.c ---- */

int hub_add(PyObject *module);
/* Before and after each call of the library; false with an exception where there must be none. */
bool hub_enter(HubObject *hub);
/* Returns the code of the call; less than 0 with an exception set. */
int hub_exit(HubObject *hub, int code);
/* Whether a call that hub.interrupt() has ended is to be repeated at once, since a simulator has its turn. */
bool hub_puts_off(HubObject *hub, int code);
PyObject *hub_join(PyObject *self, PyObject *args, PyObject *kwargs);
/* The next turn of one asset, or of all that have no simulator if it is NULL. */
PyObject *hub_next_turn(HubObject *hub, AssetObject *only);

/* ---- asset.c ---- */

int asset_add(PyObject *module);
/* One that has not joined yet; NULL with an exception where the simulator cannot be called back. */
PyObject *asset_new(HubObject *hub, PyObject *simulator);
/* It has joined: 0, or -1 with an exception. */
int asset_begin(AssetObject *asset, takt_asset *handle);
/* The asset has no handle any more. */
void asset_end(AssetObject *asset);
bool asset_is_open(const AssetObject *asset);
/* Calls the simulator back: 0, or -1 with an exception. */
int asset_start(AssetObject *asset);
int asset_call(AssetObject *asset, const takt_turn *turn);

/* ---- routes.c: which handler gets a message ---- */

PyObject *routes_subscribe(AssetObject *asset, PyObject *args, PyObject *kwargs);
/* A message as an object. */
PyObject *routes_message(AssetObject *asset, const takt_message *message);
/* Like takt_receive; hub.interrupt() does not end it while the simulator has its turn. */
int routes_receive(AssetObject *asset, takt_message *message);
/* Hands over the messages of the turn: 0, or -1 with an exception. */
int routes_hand_over(AssetObject *asset, bool with_latest);
int routes_visit(AssetObject *asset, visitproc visit, void *arg);
void routes_clear(AssetObject *asset);

/* ---- output.c, message.c, turn.c ---- */

int output_add(PyObject *module);
PyObject *output_new(AssetObject *asset, takt_output *handle, PyObject *codec);

int message_add(PyObject *module);
PyObject *message_new(PyObject *channel, PyObject *sender, const takt_message *message);

int turn_add(PyObject *module);
/* A turn; in place of another one, where nothing else refers to that. Both may be NULL. */
PyObject *turn_new(PyObject *instead, PyObject *asset, const takt_turn *turn);

#endif
