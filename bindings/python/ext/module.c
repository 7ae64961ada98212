/* The module: its types, its exceptions, and the count of forks. */
#include "core.h"

#include <pthread.h>
#include <stdarg.h>
#include <string.h>

PyTypeObject *hub_type, *asset_type, *output_type, *message_type, *turn_type;
int core_forks;

static PyObject *base_error, *no_hub, *hub_lost, *refused, *misuse, *damaged, *resource, *interrupted;

/* ---- Exceptions ---- */

static PyObject *exception_of(int code) {
    switch (code) {
        case TAKT_NO_HUB: return no_hub;
        case TAKT_HUB_LOST: return hub_lost;
        case TAKT_REFUSED: return refused;
        case TAKT_MISUSE: return misuse;
        case TAKT_DAMAGED: return damaged;
        case TAKT_SYSTEM: return resource;
        case TAKT_INTERRUPTED: return interrupted;
        default: return base_error;
    }
}

PyObject *core_text(const char *text) {
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t) strlen(text), "replace");
}

PyObject *core_raise(const takt_error *error) {
    if (PyErr_Occurred()) {
        return NULL;
    }
    PyObject *type = exception_of(error->code);
    PyObject *text = core_text(error->text);
    PyObject *raised = text == NULL ? NULL : PyObject_CallFunctionObjArgs(type, text, NULL);
    Py_XDECREF(text);
    if (raised != NULL && type == refused) {
        PyObject *code = PyUnicode_FromString(error->refusal);
        if (code == NULL || PyObject_SetAttrString(raised, "code", code) < 0) {
            Py_CLEAR(raised);
        }
        Py_XDECREF(code);
    }
    if (raised != NULL) {
        PyErr_SetObject(type, raised);
        Py_DECREF(raised);
    }
    return NULL;
}

PyObject *core_misuse(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    PyErr_FormatV(misuse, format, arguments);
    va_end(arguments);
    return NULL;
}

static int add_exception(PyObject *module, PyObject **into, const char *name, PyObject *base, const char *doc) {
    char full_name[64];
    PyOS_snprintf(full_name, sizeof full_name, "takt.%s", name);
    *into = PyErr_NewExceptionWithDoc(full_name, doc, base, NULL);
    return *into == NULL ? -1 : PyObject_SetAttrString(module, name, *into);
}

/* One that is of the base and of a class of Python's. */
static int add_mixed(PyObject *module, PyObject **into, const char *name, PyObject *mixed, const char *doc) {
    PyObject *bases = PyTuple_Pack(2, base_error, mixed);
    const int added = bases == NULL ? -1 : add_exception(module, into, name, bases, doc);
    Py_XDECREF(bases);
    return added;
}

static int add_exceptions(PyObject *module) {
    return add_exception(module, &base_error, "TaktError", NULL, "The base class of all errors of this package.") < 0
        || add_exception(module, &no_hub, "NoHubError", base_error, "No hub of that name answers.") < 0
        || add_exception(module, &hub_lost, "HubLostError", base_error, "The hub's process has died.") < 0
        || add_exception(module, &refused, "RefusedError", base_error,
            "The hub refuses what was asked; `code` says why for programs, such as 'NAME_TAKEN'.") < 0
        || add_mixed(module, &misuse, "MisuseError", PyExc_ValueError,
            "An argument, or the moment of the call, is wrong; nothing has changed.") < 0
        || add_exception(module, &damaged, "DamagedError", base_error,
            "A file or a line of the hub is not what the protocol says.") < 0
        || add_mixed(module, &resource, "ResourceError", PyExc_OSError,
            "The operating system refuses something: memory, a file.") < 0
        || add_exception(module, &interrupted, "Interrupted", base_error,
            "hub.interrupt() was called; the call may be repeated.") < 0 ? -1 : 0;
}

/* ---- The module ---- */

PyTypeObject *core_add_type(PyObject *module, PyType_Spec *spec) {
    PyObject *type = PyType_FromSpec(spec);
    if (type == NULL || PyObject_SetAttrString(module, strrchr(spec->name, '.') + 1, type) < 0) {
        Py_XDECREF(type);
        return NULL;
    }
    return (PyTypeObject *) type;
}

PyObject *core_no_new(PyTypeObject *Py_UNUSED(type), PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs)) {
    PyErr_SetString(PyExc_TypeError, "objects of this type come from takt.connect() and hub.join()");
    return NULL;
}

int core_find(PyObject *object, const char *name, PyObject **found) {
    *found = PyObject_GetAttrString(object, name);
    if (*found == NULL && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
    }
    return PyErr_Occurred() ? -1 : 0;
}

static void count_fork(void) {
    core_forks++;
}

/* Types are variables, so that the path of a step looks nothing up: one interpreter of a process may load it. */
static int module_exec(PyObject *module) {
    static bool is_loaded;
    if (is_loaded) {
        PyErr_SetString(PyExc_ImportError, "takt is loaded in this process already, by another interpreter or before");
        return -1;
    }
    if (add_exceptions(module) < 0 || turn_add(module) < 0 || message_add(module) < 0 || output_add(module) < 0
        || asset_add(module) < 0 || hub_add(module) < 0) {
        return -1;
    }
    if (pthread_atfork(NULL, NULL, count_fork) != 0) {
        PyErr_NoMemory();
        return -1;
    }
    is_loaded = true;
    return 0;
}

static PyModuleDef_Slot module_slots[] = { { Py_mod_exec, module_exec }, { 0, NULL } };

static PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, .m_name = "takt._core", .m_doc = "The C library of Takt.", .m_slots = module_slots
};

PyMODINIT_FUNC PyInit__core(void) {
    return PyModuleDef_Init(&module_def);
}
