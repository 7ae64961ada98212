/* takt.Asset: a simulator that takes part in a run. */
#include "core.h"

#include <stddef.h>
#include <string.h>

/* ---- Life ---- */

static int find_callbacks(AssetObject *self, PyObject *simulator) {
    if (simulator == Py_None) {
        return 0;
    }
    if (core_find(simulator, "step", &self->step) < 0 || core_find(simulator, "start", &self->start) < 0
        || core_find(simulator, "reset", &self->reset) < 0) {
        return -1;
    }
    if (self->step == NULL && PyCallable_Check(simulator)) {
        Py_INCREF(simulator);
        self->step = simulator;
    }
    if (self->step == NULL) {
        core_misuse("the simulator has no step(t0, t1): %R", simulator);
        return -1;
    }
    return 0;
}

PyObject *asset_new(HubObject *hub, PyObject *simulator) {
    AssetObject *self = PyObject_GC_New(AssetObject, asset_type);
    if (self == NULL) {
        return NULL;
    }
    memset((char *) self + sizeof(PyObject), 0, sizeof *self - sizeof(PyObject));
    Py_INCREF(hub);
    Py_INCREF(simulator);
    self->hub = hub;
    self->simulator = simulator;
    self->name = PyUnicode_FromString("");
    PyObject_GC_Track(self);
    if (self->name == NULL || find_callbacks(self, simulator) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *) self;
}

int asset_begin(AssetObject *self, takt_asset *handle) {
    PyObject *name = PyUnicode_FromString(takt_name(handle));
    if (name == NULL || PyList_Append(self->hub->assets, (PyObject *) self) < 0) {
        Py_XDECREF(name);
        return -1;
    }
    Py_DECREF(self->name);
    self->name = name;
    self->handle = handle;
    takt_set_user(handle, self); /* Borrowed: the hub's list keeps it alive. */
    return 0;
}

static int asset_traverse(PyObject *object, visitproc visit, void *arg) {
    AssetObject *self = (AssetObject *) object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->hub);
    Py_VISIT(self->simulator);
    Py_VISIT(self->step);
    Py_VISIT(self->start);
    Py_VISIT(self->reset);
    return routes_visit(self, visit, arg);
}

/* The hub stays: it is what ends the asset's handle. */
static int asset_clear(PyObject *object) {
    AssetObject *self = (AssetObject *) object;
    Py_CLEAR(self->simulator);
    Py_CLEAR(self->step);
    Py_CLEAR(self->start);
    Py_CLEAR(self->reset);
    routes_clear(self);
    return 0;
}

static void asset_dealloc(PyObject *object) {
    AssetObject *self = (AssetObject *) object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    asset_clear(object);
    Py_CLEAR(self->name);
    Py_CLEAR(self->at);
    Py_CLEAR(self->hub);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

bool asset_is_open(const AssetObject *self) {
    if (self->handle == NULL) {
        core_misuse("asset %R has left, or its connection is closed", self->name);
    }
    return self->handle != NULL;
}

void asset_end(AssetObject *self) {
    HubObject *hub = self->hub;
    self->handle = NULL;
    for (Py_ssize_t i = 0; hub->assets != NULL && i < PyList_Size(hub->assets); i++) {
        if (PyList_GetItem(hub->assets, i) == (PyObject *) self) {
            PyList_SetSlice(hub->assets, i, i + 1, NULL);
            return;
        }
    }
}

/* ---- Callbacks ---- */

static int call(PyObject *callback, PyObject *first, PyObject *second) {
    PyObject *result = PyObject_CallFunctionObjArgs(callback, first, second, NULL);
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

int asset_start(AssetObject *self) {
    self->is_started = true;
    if (self->start == NULL) {
        return 0;
    }
    PyObject *time = PyLong_FromLongLong(takt_time(self->handle));
    const int started = time == NULL ? -1 : call(self->start, time, NULL);
    Py_XDECREF(time);
    return started;
}

static int call_reset(AssetObject *self) {
    if (self->reset != NULL && call(self->reset, NULL, NULL) < 0) {
        return -1;
    }
    return self->handle == NULL ? 0 : asset_start(self);
}

/* A step begins where the last one has ended, so one object a step is made. */
static int call_step(AssetObject *self, const takt_turn *turn) {
    PyObject *from = self->at;
    if (from == NULL || self->at_ns != turn->from_ns) {
        Py_XDECREF(from);
        from = PyLong_FromLongLong(turn->from_ns);
    }
    self->at = PyLong_FromLongLong(turn->to_ns);
    self->at_ns = turn->to_ns;
    const int called = from == NULL || self->at == NULL ? -1 : call(self->step, from, self->at);
    Py_XDECREF(from);
    return called;
}

int asset_call(AssetObject *self, const takt_turn *turn) {
    if (turn->kind == TAKT_RESET) {
        return call_reset(self);
    }
    const bool is_step = turn->kind == TAKT_STEP;
    const int handed = routes_hand_over(self, is_step);
    return handed == 0 && is_step && self->handle != NULL ? call_step(self, turn) : handed;
}

/* ---- Methods ---- */

static PyObject *asset_output(PyObject *object, PyObject *args, PyObject *kwargs) {
    static char *names[] = { "channel", "codec", NULL };
    AssetObject *self = (AssetObject *) object;
    const char *channel;
    PyObject *codec = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|O:output", names, &channel, &codec) || !asset_is_open(self)
        || !hub_enter(self->hub)) {
        return NULL;
    }
    takt_output *output = takt_find_output(self->handle, channel);
    const int found = output != NULL ? TAKT_OK : takt_last_error(self->hub->handle)->code;
    return hub_exit(self->hub, found) < 0 ? NULL : output_new(self, output, codec);
}

static PyObject *asset_subscribe(PyObject *self, PyObject *args, PyObject *kwargs) {
    return routes_subscribe((AssetObject *) self, args, kwargs);
}

static PyObject *asset_receive(PyObject *object, PyObject *Py_UNUSED(none)) {
    AssetObject *self = (AssetObject *) object;
    takt_message found;
    if (!asset_is_open(self) || !hub_enter(self->hub)) {
        return NULL;
    }
    const int more = hub_exit(self->hub, routes_receive(self, &found));
    if (more == 0) {
        Py_RETURN_NONE;
    }
    return more < 0 ? NULL : routes_message(self, &found);
}

static PyObject *asset_messages(PyObject *self, PyObject *Py_UNUSED(none)) {
    PyObject *receive = PyObject_GetAttrString(self, "receive");
    PyObject *iterator = receive == NULL ? NULL : PyCallIter_New(receive, Py_None);
    Py_XDECREF(receive);
    return iterator;
}

static PyObject *asset_latest(PyObject *object, PyObject *args, PyObject *kwargs) {
    static char *names[] = { "channel", "sender", NULL };
    AssetObject *self = (AssetObject *) object;
    const char *channel, *sender = NULL;
    takt_message found;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|z:latest", names, &channel, &sender) || !asset_is_open(self)
        || !hub_enter(self->hub)) {
        return NULL;
    }
    const int is_there = hub_exit(self->hub, takt_latest(self->handle, channel, sender, &found));
    if (is_there == 0) {
        Py_RETURN_NONE;
    }
    return is_there < 0 ? NULL : routes_message(self, &found);
}

static PyObject *asset_leave(PyObject *object, PyObject *Py_UNUSED(none)) {
    AssetObject *self = (AssetObject *) object;
    if (!asset_is_open(self) || !hub_enter(self->hub)) {
        return NULL;
    }
    Py_INCREF(self);
    const int left = takt_leave(self->handle);
    asset_end(self);
    const int result = hub_exit(self->hub, left);
    Py_DECREF(self);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *asset_fail(PyObject *object, PyObject *args) {
    AssetObject *self = (AssetObject *) object;
    const char *reason;
    if (!PyArg_ParseTuple(args, "s:fail", &reason) || !asset_is_open(self) || !hub_enter(self->hub)) {
        return NULL;
    }
    Py_INCREF(self);
    const int failed = takt_fail(self->handle, reason);
    asset_end(self);
    const int result = hub_exit(self->hub, failed);
    Py_DECREF(self);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *asset_stop_run(PyObject *object, PyObject *args, PyObject *kwargs) {
    static char *names[] = { "reason", "failed", NULL };
    AssetObject *self = (AssetObject *) object;
    const char *reason;
    int has_failed = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|p:stop_run", names, &reason, &has_failed)
        || !asset_is_open(self) || !hub_enter(self->hub)
        || hub_exit(self->hub, takt_stop(self->handle, reason, has_failed != 0)) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* ---- Steps that vary ---- */

static PyObject *result_of(AssetObject *self, int code) {
    if (hub_exit(self->hub, code) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* A time in ns, with the connection entered; -1 with an exception. */
static long long enter_with_time(AssetObject *self, PyObject *time) {
    const long long time_ns = PyLong_AsLongLong(time);
    if (time_ns < 0 && !PyErr_Occurred()) {
        core_misuse("the time %lld is less than 0", time_ns);
    }
    return PyErr_Occurred() || !asset_is_open(self) || !hub_enter(self->hub) ? -1 : time_ns;
}

static PyObject *asset_step_to(PyObject *object, PyObject *time) {
    AssetObject *self = (AssetObject *) object;
    const long long time_ns = enter_with_time(self, time);
    return time_ns < 0 ? NULL : result_of(self, takt_step_to(self->handle, time_ns));
}

static PyObject *asset_choose_step(PyObject *object, PyObject *step) {
    AssetObject *self = (AssetObject *) object;
    const long long step_ns = enter_with_time(self, step);
    return step_ns < 0 ? NULL : result_of(self, takt_choose_step(self->handle, step_ns));
}

static PyObject *asset_wake_at(PyObject *object, PyObject *time) {
    AssetObject *self = (AssetObject *) object;
    if (time == Py_None) {
        return asset_is_open(self) && hub_enter(self->hub) ? result_of(self, takt_wake_at(self->handle, TAKT_FOREVER))
            : NULL;
    }
    const long long time_ns = enter_with_time(self, time);
    return time_ns < 0 ? NULL : result_of(self, takt_wake_at(self->handle, time_ns));
}

/* ---- for turn in asset ---- */

static PyObject *asset_iter(PyObject *self) {
    Py_INCREF(self);
    return self;
}

static PyObject *asset_next(PyObject *object) {
    AssetObject *self = (AssetObject *) object;
    if (self->step != NULL) {
        return core_misuse("asset %R has a simulator that is called back; call hub.run()", self->name);
    }
    /* After its part has ended, a loop ends. */
    return self->handle == NULL ? NULL : hub_next_turn(self->hub, self);
}

/* ---- Properties ---- */

typedef int64_t number_of(const takt_asset *asset);

static number_of *const numbers[] = {
    takt_time, takt_step, takt_granularity, takt_core_time, takt_core_step, takt_max_delay, takt_seed
};

/* The closure is one of the functions above. */
static PyObject *get_number(PyObject *self, void *closure) {
    const AssetObject *asset = (AssetObject *) self;
    return asset_is_open(asset) ? PyLong_FromLongLong((*(number_of *const *) closure)(asset->handle)) : NULL;
}

static PyObject *get_digest(PyObject *self, void *Py_UNUSED(closure)) {
    const AssetObject *asset = (AssetObject *) self;
    return asset_is_open(asset) ? PyLong_FromUnsignedLongLong(takt_digest(asset->handle)) : NULL;
}

typedef const char *name_of(const takt_asset *asset, size_t index);

static name_of *const names_of[] = { takt_sends, takt_receives };

/* A tuple without doubles. The closure is one of the functions above. */
static PyObject *get_channels(PyObject *self, void *closure) {
    const AssetObject *asset = (AssetObject *) self;
    PyObject *names = asset_is_open(asset) ? PyList_New(0) : NULL;
    const char *channel;
    for (size_t i = 0; names != NULL && (channel = (*(name_of *const *) closure)(asset->handle, i)) != NULL; i++) {
        PyObject *name = PyUnicode_FromString(channel);
        const int is_there = name == NULL ? -1 : PySequence_Contains(names, name);
        if (is_there < 0 || (is_there == 0 && PyList_Append(names, name) < 0)) {
            Py_CLEAR(names);
        }
        Py_XDECREF(name);
    }
    PyObject *channels = names == NULL ? NULL : PyList_AsTuple(names);
    Py_XDECREF(names);
    return channels;
}

/* Takes its name and base; None for no unit. */
static PyObject *new_unit(PyObject *classes, const takt_unit *unit) {
    if (unit->name == NULL) {
        Py_RETURN_NONE;
    }
    return PyObject_CallMethod(classes, "Unit", "ssdd", unit->name, unit->base, unit->factor, unit->offset);
}

static PyObject *new_values(PyObject *classes, const takt_values *values) {
    PyObject *unit = new_unit(classes, &values->unit);
    PyObject *wanted = unit == NULL ? NULL : new_unit(classes, &values->wanted);
    PyObject *its = wanted == NULL ? NULL
        : PyObject_CallMethod(classes, "Values", "zOO", values->type, unit, wanted);
    Py_XDECREF(unit);
    Py_XDECREF(wanted);
    return its;
}

typedef const takt_values *values_of(const takt_asset *asset, size_t index);

static values_of *const values_at[] = { takt_values_sent, takt_values_received };

/* A dict by channels, or by channels and senders. The closure is one of the functions above. */
static PyObject *get_values(PyObject *self, void *closure) {
    const AssetObject *asset = (AssetObject *) self;
    const ptrdiff_t way = (values_of *const *) closure - values_at;
    PyObject *classes = asset_is_open(asset) ? PyImport_ImportModule("takt._values") : NULL;
    PyObject *all = classes == NULL ? NULL : PyDict_New();
    const takt_values *values;
    for (size_t i = 0; all != NULL && (values = values_at[way](asset->handle, i)) != NULL; i++) {
        const char *channel = names_of[way](asset->handle, i);
        PyObject *key = values->sender == NULL ? PyUnicode_FromString(channel)
            : Py_BuildValue("ss", channel, values->sender);
        PyObject *its = key == NULL ? NULL : new_values(classes, values);
        if (its == NULL || PyDict_SetItem(all, key, its) < 0) {
            Py_CLEAR(all);
        }
        Py_XDECREF(key);
        Py_XDECREF(its);
    }
    Py_XDECREF(classes);
    return all;
}

static PyObject *asset_repr(PyObject *object) {
    const AssetObject *self = (AssetObject *) object;
    return self->handle == NULL ? PyUnicode_FromFormat("<takt.Asset %R, ended>", self->name)
        : PyUnicode_FromFormat("<takt.Asset %R at %lld ns>", self->name, (long long) takt_time(self->handle));
}

static PyMemberDef asset_members[] = {
    { "name", T_OBJECT_EX, offsetof(AssetObject, name), READONLY, "Its name." },
    { "hub", T_OBJECT_EX, offsetof(AssetObject, hub), READONLY, "Its connection." },
    { "simulator", T_OBJECT, offsetof(AssetObject, simulator), READONLY, "The object that is called back, or None." },
    { NULL, 0, 0, 0, NULL }
};

static PyGetSetDef asset_properties[] = {
    { "time_ns", get_number, NULL, "Its simulation time in ns: the end of its last step that is done.",
        (void *) &numbers[0] },
    { "step_ns", get_number, NULL, "Its step in ns of simulation time; the longest one where steps vary.",
        (void *) &numbers[1] },
    { "granularity_ns", get_number, NULL, "Each step is a multiple of this, in ns: the step itself if it is fixed.",
        (void *) &numbers[2] },
    { "core_time_ns", get_number, NULL, "The core's simulation time in ns, as it stands now.", (void *) &numbers[3] },
    { "core_step_ns", get_number, NULL, "By how many ns the core counts up.", (void *) &numbers[4] },
    { "max_delay_ns", get_number, NULL, "How many ns the core may be ahead of the asset.", (void *) &numbers[5] },
    { "seed", get_number, NULL, "The seed of the configuration, 0 where it has none.", (void *) &numbers[6] },
    { "sends", get_channels, NULL, "A tuple with the names of the channels that it sends.", (void *) &names_of[0] },
    { "receives", get_channels, NULL, "Likewise of those that it receives.", (void *) &names_of[1] },
    { "values_sent", get_values, NULL, "What the configuration says of the values of channels that it sends: a dict.",
        (void *) &values_at[0] },
    { "values_received", get_values, NULL, "Likewise of those that it receives, by (channel, sender).",
        (void *) &values_at[1] },
    { "digest", get_digest, NULL,
        "Digest of all messages that were delivered to it in the steps that are done, 64 bits.\n"
        "`takt` prints it as f'{digest:016x}'.", NULL },
    { NULL, NULL, NULL, NULL, NULL }
};

static PyMethodDef asset_methods[] = {
    { "output", (PyCFunction) (void (*)(void)) asset_output, METH_VARARGS | METH_KEYWORDS,
        "output($self, channel, codec=None)\n--\n\n"
        "Where it sends a channel. With a codec, values are sent; without, bytes or str.\n\n"
        "MisuseError: it does not send that channel." },
    { "subscribe", (PyCFunction) (void (*)(void)) asset_subscribe, METH_VARARGS | METH_KEYWORDS,
        "subscribe($self, channel, handler, codec=None, sender=None)\n--\n\n"
        "Sets what `hub.run()` calls for each message of a channel, of all senders or of one, before the step that\n"
        "gets it: ``handler(message)``, or ``handler(value, message)`` with a codec. Retroactive messages come\n"
        "between steps. Of a channel with latest values a step gets the newest, if it is new: of several senders\n"
        "name one. MisuseError: it does not receive that channel." },
    { "receive", asset_receive, METH_NOARGS,
        "receive($self, /)\n--\n\n"
        "The next message of the turn, or None. In the order of delivery time, stamp, sender and number." },
    { "messages", asset_messages, METH_NOARGS, "messages($self, /)\n--\n\nAn iterator of the messages of the turn." },
    { "latest", (PyCFunction) (void (*)(void)) asset_latest, METH_VARARGS | METH_KEYWORDS,
        "latest($self, channel, sender=None)\n--\n\n"
        "The newest message of a channel that it receives by ``delivery='latest'``, or None. Never waits." },
    { "step_to", asset_step_to, METH_O,
        "step_to($self, time_ns, /)\n--\n\n"
        "Ends the step that is under way at a time of its grid, in ns. Not for steps that are fixed, or whole." },
    { "choose_step", asset_choose_step, METH_O,
        "choose_step($self, step_ns, /)\n--\n\n"
        "How long each step is from the next one on, in ns, where steps are whole." },
    { "wake_at", asset_wake_at, METH_O,
        "wake_at($self, time_ns, /)\n--\n\n"
        "There is nothing to do before a time in ns, or at all for None, unless a message is delivered: until then\n"
        "the asset counts up without a turn. Ends with the next step, and with a reset." },
    { "leave", asset_leave, METH_NOARGS,
        "leave($self, /)\n--\n\nLeaves the run in good order. Waits for the hub's reply, five seconds at most." },
    { "fail", asset_fail, METH_VARARGS,
        "fail($self, reason, /)\n--\n\n"
        "Says that the simulator has failed: the run ends, unless the configuration's onLost says\n"
        "otherwise. Waits for the hub's reply, five seconds at most." },
    { "stop_run", (PyCFunction) (void (*)(void)) asset_stop_run, METH_VARARGS | METH_KEYWORDS,
        "stop_run($self, reason, failed=False)\n--\n\n"
        "Ends the run for all; with `failed` its exit code is 1. Turns go on until the hub tells that it has ended." },
    { NULL, NULL, 0, NULL }
};

static PyType_Slot asset_slots[] = {
    { Py_tp_doc, "A simulator that takes part in a run; ``hub.join()`` gives it.\n\n"
        "``for turn in asset:`` gives its turns, if it has no simulator to call back." },
    { Py_tp_new, core_no_new },
    { Py_tp_dealloc, asset_dealloc },
    { Py_tp_traverse, asset_traverse },
    { Py_tp_clear, asset_clear },
    { Py_tp_repr, asset_repr },
    { Py_tp_iter, asset_iter },
    { Py_tp_iternext, asset_next },
    { Py_tp_members, asset_members },
    { Py_tp_getset, asset_properties },
    { Py_tp_methods, asset_methods },
    { 0, NULL }
};

static PyType_Spec asset_spec = {
    .name = "takt.Asset", .basicsize = sizeof(AssetObject), .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = asset_slots
};

int asset_add(PyObject *module) {
    asset_type = core_add_type(module, &asset_spec);
    return asset_type == NULL ? -1 : 0;
}
