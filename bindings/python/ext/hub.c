/* takt.Hub: a connection, its turns, and the loop that calls simulators back. */
#include "core.h"

#include <stddef.h>

enum { SIGNALS_EVERY = 256 };

/* ---- Calls of the library ---- */

/* The lock of the interpreter is let go of for a sleep, and for nothing else. */
static void begin_sleep(void *user) {
    HubObject *hub = user;
    if (!hub->is_collected) {
        hub->asleep = PyEval_SaveThread();
    }
}

/* Handlers of signals run here, so one that raises, as that of Ctrl-C does, ends the wait. */
static int end_sleep(void *user) {
    HubObject *hub = user;
    if (hub->asleep == NULL) {
        return 0;
    }
    PyThreadState *thread = hub->asleep;
    hub->asleep = NULL;
    PyEval_RestoreThread(thread);
    return PyErr_Occurred() != NULL || PyErr_CheckSignals() < 0;
}

bool hub_enter(HubObject *hub) {
    if (hub->handle == NULL) {
        core_misuse("the connection is closed");
    } else if (hub->forks != core_forks) {
        core_misuse("the connection belongs to the process that has forked; connect in this one");
    } else if (hub->is_busy) {
        core_misuse("the connection waits in another thread, or below a signal handler; hub.interrupt() ends that");
    } else {
        hub->is_busy = true;
        return true;
    }
    return false;
}

int hub_exit(HubObject *hub, int code) {
    hub->is_busy = false;
    if (PyErr_Occurred()) {
        return -1;
    }
    if (code < 0) {
        core_raise(takt_last_error(hub->handle));
    }
    return code;
}

bool hub_puts_off(HubObject *hub, int code) {
    if (code != TAKT_INTERRUPTED || !hub->is_calling_back || PyErr_Occurred()) {
        return false;
    }
    hub->is_interrupt_due = true;
    return true;
}

/* ---- Life ---- */

static PyObject *hub_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = { "name", NULL };
    const char *name = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|z:Hub", names, &name)) {
        return NULL;
    }
    HubObject *self = (HubObject *) PyType_GenericAlloc(type, 0);
    if (self == NULL || (self->assets = PyList_New(0)) == NULL) {
        Py_XDECREF(self);
        return NULL;
    }
    takt_error error = { 0 };
    self->forks = core_forks;
    self->handle = takt_connect_waiting(name, &(takt_waiting) { begin_sleep, end_sleep, self }, &error);
    if (self->handle == NULL || PyErr_Occurred()) {
        /* A signal may have ended the connecting. */
        if (!PyErr_Occurred() && PyErr_CheckSignals() == 0) {
            core_raise(&error);
        }
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *) self;
}

static void forget_assets(HubObject *self) {
    for (Py_ssize_t i = 0; self->assets != NULL && i < PyList_Size(self->assets); i++) {
        ((AssetObject *) PyList_GetItem(self->assets, i))->handle = NULL;
    }
    if (self->assets != NULL) {
        PyList_SetSlice(self->assets, 0, PyList_Size(self->assets), NULL);
    }
}

static PyObject *hub_close(PyObject *object, PyObject *Py_UNUSED(none)) {
    HubObject *self = (HubObject *) object;
    if (self->handle == NULL) {
        Py_RETURN_NONE;
    }
    if (!hub_enter(self)) {
        return NULL;
    }
    /* While it waits for the hub's replies other threads may ask assets for their times. */
    forget_assets(self);
    takt_close(self->handle);
    self->handle = NULL;
    self->is_busy = self->is_turn_given = false;
    Py_CLEAR(self->turns[0]);
    Py_CLEAR(self->turns[1]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static int hub_traverse(PyObject *object, visitproc visit, void *arg) {
    HubObject *self = (HubObject *) object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->assets);
    Py_VISIT(self->turns[0]);
    Py_VISIT(self->turns[1]);
    return 0;
}

/* A turn has an asset, and that its hub. */
static int hub_clear(PyObject *object) {
    HubObject *self = (HubObject *) object;
    Py_CLEAR(self->turns[0]);
    Py_CLEAR(self->turns[1]);
    Py_CLEAR(self->assets);
    return 0;
}

/* Of a connection that was not closed: its assets leave. In a forked process it is not ours to end. */
static void close_forgotten(HubObject *self) {
    if (self->handle == NULL || self->forks != core_forks) {
        return;
    }
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    if (PyErr_WarnEx(PyExc_ResourceWarning, "a connection to a hub was not closed; use `with takt.connect() as hub:`",
            1) < 0) {
        PyErr_Clear();
    }
    self->is_collected = true;
    takt_close(self->handle);
    self->handle = NULL;
    PyErr_Restore(type, value, trace);
}

static void hub_dealloc(PyObject *object) {
    HubObject *self = (HubObject *) object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    forget_assets(self);
    close_forgotten(self);
    hub_clear(object);
    Py_CLEAR(self->end);
    freefunc release = (freefunc) PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyObject *hub_interrupt(PyObject *self, PyObject *Py_UNUSED(none)) {
    if (((HubObject *) self)->handle != NULL) {
        takt_interrupt(((HubObject *) self)->handle);
    }
    Py_RETURN_NONE;
}

/* ---- Turns ---- */

/* How the run has ended, once: no asset is left where the program has taken them all out. */
static int note_end(HubObject *self, bool has_failed) {
    if (self->end != NULL || PyList_Size(self->assets) == 0) {
        return 0;
    }
    const char *said = takt_end_reason(self->handle);
    PyObject *reason = core_text(said != NULL ? said : takt_last_error(self->handle)->text);
    self->end = reason == NULL ? NULL : PyTuple_Pack(2, has_failed ? Py_True : Py_False, reason);
    Py_XDECREF(reason);
    return self->end == NULL ? -1 : 0;
}

static int start_all(HubObject *self);

/* The next turn: 0, or -1 with an exception. The end of a run is a turn too. */
static int poll_turn(HubObject *self, int64_t timeout_ns, takt_turn *turn) {
    if ((self->is_start_due && start_all(self) < 0) || !hub_enter(self)) {
        return -1;
    }
    int code = takt_poll(self->handle, timeout_ns, turn);
    const bool has_failed = code == TAKT_RUN_FAILED;
    if (has_failed) {
        *turn = (takt_turn) { .kind = TAKT_STOP };
        code = TAKT_OK;
    }
    if (hub_exit(self, code) < 0) {
        return -1;
    }
    return turn->kind == TAKT_STOP ? note_end(self, has_failed) : 0;
}

/* Where it is interrupted, the turn is done by the next call that asks for one. */
static int finish_turn(HubObject *self) {
    if (!hub_enter(self)) {
        return -1;
    }
    const int done = takt_done(self->handle);
    self->is_turn_given &= done != TAKT_OK;
    return hub_exit(self, done);
}

/* The simulator has raised: the hub is told, and the exception goes on. */
static void fail(HubObject *self, AssetObject *asset) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != NULL && value != NULL) {
        PyException_SetTraceback(value, trace);
    }
    PyObject *module = PyImport_ImportModule("takt._failure");
    PyObject *reason = module == NULL || value == NULL ? NULL : PyObject_CallMethod(module, "describe", "O", value);
    PyObject *bytes = reason == NULL ? NULL : PyUnicode_AsUTF8String(reason);
    PyErr_Clear();
    if (asset->handle != NULL && hub_enter(self)) {
        takt_fail(asset->handle, bytes == NULL ? "an exception" : PyBytes_AsString(bytes));
        asset_end(asset);
        self->is_busy = false;
    }
    PyErr_Clear();
    Py_XDECREF(module);
    Py_XDECREF(reason);
    Py_XDECREF(bytes);
    PyErr_Restore(type, value, trace);
}

static void end_callback(HubObject *self) {
    self->is_calling_back = false;
    if (self->is_interrupt_due && self->handle != NULL) {
        takt_interrupt(self->handle);
    }
    self->is_interrupt_due = false;
}

/* Calls the simulator of a turn back, and ends the turn. */
static int call_back(HubObject *self, AssetObject *asset, const takt_turn *turn) {
    Py_INCREF(asset); /* It may leave. */
    self->is_calling_back = true;
    const int called = asset_call(asset, turn);
    end_callback(self);
    if (called < 0) {
        fail(self, asset);
    }
    Py_DECREF(asset);
    return called < 0 ? -1 : finish_turn(self);
}

/* Starts the simulators that have joined since; their messages at 0 have to come before the next poll. */
static int start_all(HubObject *self) {
    for (Py_ssize_t i = 0; i < PyList_Size(self->assets);) {
        AssetObject *asset = (AssetObject *) PyList_GetItem(self->assets, i++);
        if (asset->step != NULL && !asset->is_started) {
            Py_INCREF(asset);
            self->is_calling_back = true;
            const int started = asset_start(asset);
            end_callback(self);
            if (started < 0) {
                fail(self, asset);
            }
            Py_DECREF(asset);
            if (started < 0) {
                return -1;
            }
            i = 0; /* Assets may have left, and others joined. */
        }
    }
    self->is_start_due = false;
    return 0;
}

static bool are_all_called_back(const HubObject *self) {
    for (Py_ssize_t i = 0; i < PyList_Size(self->assets); i++) {
        const AssetObject *asset = (AssetObject *) PyList_GetItem(self->assets, i);
        if (asset->step == NULL) {
            core_misuse("asset %R has no simulator to call back; give one to hub.join, or use `for turn in asset`",
                asset->name);
            return false;
        }
    }
    return true;
}

static PyObject *hub_run(PyObject *object, PyObject *Py_UNUSED(none)) {
    HubObject *self = (HubObject *) object;
    takt_turn turn;
    if (self->handle == NULL) {
        return core_misuse("the connection is closed");
    }
    if (!are_all_called_back(self)) {
        return NULL;
    }
    for (unsigned round = 0;; round++) {
        if (poll_turn(self, TAKT_FOREVER, &turn) < 0) {
            return NULL;
        }
        if (turn.kind == TAKT_STOP) {
            Py_RETURN_NONE;
        }
        /* A callback that is written in C gives signals no chance. */
        if (call_back(self, takt_user(turn.asset), &turn) < 0
            || (round % SIGNALS_EVERY == 0 && PyErr_CheckSignals() < 0)) {
            return NULL;
        }
    }
}

static PyObject *give(HubObject *self, const takt_turn *turn) {
    /* The older of the two: the loop's variable still has the other. */
    PyObject *given = turn_new(self->turns[1], turn->asset == NULL ? NULL : takt_user(turn->asset), turn);
    if (given != NULL) {
        PyObject *oldest = self->turns[1];
        Py_INCREF(given);
        self->turns[1] = self->turns[0];
        self->turns[0] = given;
        Py_XDECREF(oldest);
    }
    return given;
}

PyObject *hub_next_turn(HubObject *self, AssetObject *only) {
    takt_turn turn;
    if (self->is_turn_given && finish_turn(self) < 0) {
        return NULL;
    }
    for (;;) {
        if (poll_turn(self, TAKT_FOREVER, &turn) < 0 || turn.kind == TAKT_STOP) {
            return NULL;
        }
        AssetObject *asset = takt_user(turn.asset);
        if (asset->step == NULL) {
            if (only != NULL && only != asset) {
                return core_misuse("asset %R is of the same connection, and nothing steps it; use `for turn in hub`",
                    asset->name);
            }
            self->is_turn_given = true;
            return give(self, &turn);
        }
        if (call_back(self, asset, &turn) < 0) {
            return NULL;
        }
    }
}

static PyObject *hub_iter(PyObject *self) {
    Py_INCREF(self);
    return self;
}

static PyObject *hub_next(PyObject *self) {
    return hub_next_turn((HubObject *) self, NULL);
}

static PyObject *hub_poll(PyObject *object, PyObject *args, PyObject *kwargs) {
    static char *names[] = { "timeout", NULL };
    HubObject *self = (HubObject *) object;
    PyObject *timeout = Py_None;
    takt_turn turn;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:poll", names, &timeout)) {
        return NULL;
    }
    int64_t timeout_ns = TAKT_FOREVER;
    if (timeout != Py_None) {
        const double seconds = PyFloat_AsDouble(timeout);
        if (PyErr_Occurred()) {
            return NULL;
        }
        if (!(seconds >= 0)) {
            return core_misuse("the timeout %R is no number of seconds from 0 on", timeout);
        }
        timeout_ns = seconds > 9e9 ? TAKT_FOREVER : (int64_t) (seconds * 1e9);
    }
    if (poll_turn(self, timeout_ns, &turn) < 0) {
        return NULL;
    }
    if (turn.kind == TAKT_WAIT) {
        Py_RETURN_NONE;
    }
    self->is_turn_given = turn.kind != TAKT_STOP;
    return give(self, &turn);
}

static PyObject *hub_done(PyObject *self, PyObject *Py_UNUSED(none)) {
    if (finish_turn((HubObject *) self) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *get_assets(PyObject *self, void *Py_UNUSED(closure)) {
    PyObject *assets = ((HubObject *) self)->assets;
    return assets == NULL ? PyTuple_New(0) : PyList_AsTuple(assets);
}

static PyObject *get_name(PyObject *object, void *Py_UNUSED(closure)) {
    const HubObject *self = (HubObject *) object;
    return self->handle == NULL ? core_misuse("the connection is closed")
        : PyUnicode_FromString(takt_hub_name(self->handle));
}

static PyObject *get_state(PyObject *object, void *Py_UNUSED(closure)) {
    static const char *const names[] = { "UNKNOWN", "WAITING", "READY", "RUNNING", "PAUSED", "RESETTING", "STOPPED",
        "FAILED" };
    const HubObject *self = (HubObject *) object;
    return self->handle == NULL ? core_misuse("the connection is closed")
        : PyUnicode_FromString(names[takt_state(self->handle)]);
}

static PyObject *get_is_closed(PyObject *self, void *Py_UNUSED(closure)) {
    return PyBool_FromLong(((HubObject *) self)->handle == NULL);
}

static PyMemberDef hub_members[] = {
    { "_end", T_OBJECT, offsetof(HubObject, end), READONLY, "Whether the run has failed, and the reason; else None." },
    { NULL, 0, 0, 0, NULL }
};

static PyGetSetDef hub_properties[] = {
    { "assets", get_assets, NULL, "The assets that have joined by it and have not left, as a tuple.", NULL },
    { "name", get_name, NULL, "The hub's name.", NULL },
    { "state", get_state, NULL,
        "The hub's state as it was heard last: 'WAITING', 'READY', 'RUNNING', 'PAUSED', 'RESETTING', 'STOPPED' or\n"
        "'FAILED'; 'UNKNOWN' at first.", NULL },
    { "is_closed", get_is_closed, NULL, "Whether it was closed.", NULL },
    { NULL, NULL, NULL, NULL, NULL }
};

static PyMethodDef hub_methods[] = {
    { "_join", (PyCFunction) (void (*)(void)) hub_join, METH_VARARGS | METH_KEYWORDS, "See takt.Hub.join." },
    { "_run", hub_run, METH_NOARGS, "See takt.Hub.run." },
    { "poll", (PyCFunction) (void (*)(void)) hub_poll, METH_VARARGS | METH_KEYWORDS,
        "poll($self, timeout=None)\n--\n\n"
        "The next turn of any asset, or None when it has not come within `timeout` seconds of wall time. Of\n"
        "simulators it calls `start` alone.\n\n"
        "The first call says that all assets are ready. A turn that is not done is given again. After the end of the\n"
        "run its kind is 'stop'. HubLostError: the hub has died. Interrupted: by interrupt()." },
    { "done", hub_done, METH_NOARGS,
        "done($self, /)\n--\n\nThe turn that poll has given is done: other assets see its time and its messages." },
    { "close", hub_close, METH_NOARGS,
        "close($self, /)\n--\n\n"
        "Leaves with all assets and ends the connection; five seconds at most. May be called again." },
    { "interrupt", hub_interrupt, METH_NOARGS,
        "interrupt($self, /)\n--\n\n"
        "Makes a call that waits raise Interrupted, now or, if none waits, the next one. From any thread." },
    { NULL, NULL, 0, NULL }
};

static PyType_Slot hub_slots[] = {
    { Py_tp_doc, "See takt.Hub." },
    { Py_tp_new, hub_new },
    { Py_tp_dealloc, hub_dealloc },
    { Py_tp_traverse, hub_traverse },
    { Py_tp_clear, hub_clear },
    { Py_tp_iter, hub_iter },
    { Py_tp_iternext, hub_next },
    { Py_tp_members, hub_members },
    { Py_tp_getset, hub_properties },
    { Py_tp_methods, hub_methods },
    { 0, NULL }
};

static PyType_Spec hub_spec = {
    .name = "takt._core.Hub", .basicsize = sizeof(HubObject), .slots = hub_slots,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE
};

int hub_add(PyObject *module) {
    hub_type = core_add_type(module, &hub_spec);
    return hub_type == NULL ? -1 : 0;
}
