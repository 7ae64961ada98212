/* takt.Turn: one turn of a loop. */
#include "core.h"

#include <stddef.h>

static PyObject *kinds[TAKT_STOP + 1];

PyObject *turn_new(PyObject *instead, PyObject *asset, const takt_turn *turn) {
    TurnObject *self;
    if (instead != NULL && Py_REFCNT(instead) == 1) {
        Py_INCREF(instead);
        self = (TurnObject *) instead;
        Py_CLEAR(self->asset);
    } else {
        self = PyObject_GC_New(TurnObject, turn_type);
        if (self == NULL) {
            return NULL;
        }
        self->asset = NULL;
        PyObject_GC_Track(self);
    }
    Py_XINCREF(asset);
    self->kind = kinds[turn->kind];
    self->asset = asset;
    self->t0 = turn->from_ns;
    self->t1 = turn->to_ns;
    return (PyObject *) self;
}

/* A connection has its last turns, a turn its asset, and that its connection. */
static int turn_traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(((TurnObject *) object)->asset);
    return 0;
}

static int turn_clear(PyObject *object) {
    Py_CLEAR(((TurnObject *) object)->asset);
    return 0;
}

static void turn_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    turn_clear(object);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static PyObject *turn_repr(PyObject *object) {
    const TurnObject *self = (TurnObject *) object;
    return PyUnicode_FromFormat("<takt.Turn %U of %R, %lld to %lld ns>", self->kind,
        self->asset == NULL ? Py_None : self->asset, self->t0, self->t1);
}

static PyMemberDef turn_members[] = {
    { "kind", T_OBJECT_EX, offsetof(TurnObject, kind), READONLY, "'step', 'messages', 'reset' or 'stop'." },
    { "asset", T_OBJECT, offsetof(TurnObject, asset), READONLY, "The asset whose turn it is; None of a stop." },
    { "t0", T_LONGLONG, offsetof(TurnObject, t0), READONLY, "Simulation time at the start of the step, in ns." },
    { "t1", T_LONGLONG, offsetof(TurnObject, t1), READONLY,
        "Simulation time at the end of the step, in ns; t0 if it is no step." },
    { NULL, 0, 0, 0, NULL }
};

static PyType_Slot turn_slots[] = {
    { Py_tp_doc, "One thing that an asset is to do now.\n\n"
        "It is done when the loop asks for the next one, or by ``hub.done()``. The object is valid until then." },
    { Py_tp_new, core_no_new },
    { Py_tp_dealloc, turn_dealloc },
    { Py_tp_traverse, turn_traverse },
    { Py_tp_clear, turn_clear },
    { Py_tp_repr, turn_repr },
    { Py_tp_members, turn_members },
    { 0, NULL }
};

static PyType_Spec turn_spec = {
    .name = "takt.Turn", .basicsize = sizeof(TurnObject), .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = turn_slots
};

int turn_add(PyObject *module) {
    static const char *const names[] = { "wait", "step", "messages", "reset", "stop" };
    for (int i = 0; i <= TAKT_STOP; i++) {
        kinds[i] = PyUnicode_InternFromString(names[i]);
        if (kinds[i] == NULL) {
            return -1;
        }
    }
    turn_type = core_add_type(module, &turn_spec);
    return turn_type == NULL ? -1 : 0;
}
