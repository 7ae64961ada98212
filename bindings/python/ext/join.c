/* Joining: the declaration of an asset, from Python's objects. */
#include "core.h"

#include <string.h>

static int read_delivery(const char *text, takt_delivery *into) {
    static const char *const names[] = { "gated", "gated_until_end", "retroactive", "latest" };
    for (int i = 0; i < 4; i++) {
        if (strcmp(text, names[i]) == 0) {
            *into = (takt_delivery) i;
            return 0;
        }
    }
    core_misuse("'%s' is no delivery; there are 'gated', 'gated_until_end', 'retroactive' and 'latest'", text);
    return -1;
}

/* Room for structs, all 0, and for one more, so that none is no special case. */
static void *specs_of(size_t count, size_t size) {
    void *specs = PyMem_Malloc((count + 1) * size);
    return specs == NULL ? NULL : memset(specs, 0, (count + 1) * size);
}

/* The texts of the arrays are those of the tuples' objects, which the caller keeps. */
static takt_output_spec *read_outputs(PyObject *outputs, size_t *count) {
    *count = (size_t) PyTuple_Size(outputs);
    takt_output_spec *specs = specs_of(*count, sizeof *specs);
    for (size_t i = 0; specs != NULL && i < *count; i++) {
        if (!PyArg_ParseTuple(PyTuple_GetItem(outputs, (Py_ssize_t) i), "si", &specs[i].channel,
                &specs[i].max_bytes)) {
            PyMem_Free(specs);
            return NULL;
        }
    }
    return specs;
}

static takt_input_spec *read_inputs(PyObject *inputs, size_t *count) {
    *count = (size_t) PyTuple_Size(inputs);
    takt_input_spec *specs = specs_of(*count, sizeof *specs);
    for (size_t i = 0; specs != NULL && i < *count; i++) {
        const char *delivery;
        long long delay_ns, jitter_ns;
        if (!PyArg_ParseTuple(PyTuple_GetItem(inputs, (Py_ssize_t) i), "sssLLd", &specs[i].channel, &specs[i].sender,
                &delivery, &delay_ns, &jitter_ns, &specs[i].loss)
            || read_delivery(delivery, &specs[i].delivery) < 0) {
            PyMem_Free(specs);
            return NULL;
        }
        specs[i].delay_ns = delay_ns;
        specs[i].jitter_ns = jitter_ns;
    }
    return specs;
}

static int read_on_hub_lost(const char *text, takt_on_hub_lost *into) {
    *into = text == NULL ? TAKT_ON_HUB_LOST_CONFIGURED
        : strcmp(text, "attach") == 0 ? TAKT_ON_HUB_LOST_ATTACH : TAKT_ON_HUB_LOST_EXIT;
    if (*into == TAKT_ON_HUB_LOST_EXIT && strcmp(text, "exit") != 0) {
        core_misuse("'%s' is nothing to do when the hub is lost; there are 'exit' and 'attach'", text);
        return -1;
    }
    return 0;
}

static PyObject *join(HubObject *self, const takt_spec *spec, PyObject *simulator) {
    PyObject *asset = asset_new(self, simulator);
    if (asset == NULL || !hub_enter(self)) {
        Py_XDECREF(asset);
        return NULL;
    }
    takt_asset *handle = takt_join(self->handle, spec);
    const int joined = handle != NULL ? TAKT_OK : takt_last_error(self->handle)->code;
    if (hub_exit(self, joined) < 0 || asset_begin((AssetObject *) asset, handle) < 0) {
        if (handle != NULL) {
            PyObject *type, *value, *trace;
            PyErr_Fetch(&type, &value, &trace);
            self->is_busy = true;
            takt_leave(handle);
            self->is_busy = false;
            PyErr_Clear();
            PyErr_Restore(type, value, trace);
        }
        Py_DECREF(asset);
        return NULL;
    }
    self->is_start_due = true;
    return asset;
}

PyObject *hub_join(PyObject *object, PyObject *args, PyObject *kwargs) {
    static char *names[] = { "name", "simulator", "step_ns", "granularity_ns", "whole_steps", "interval_ns",
        "on_hub_lost", "at_core_time", "outputs", "inputs", NULL };
    HubObject *self = (HubObject *) object;
    PyObject *simulator, *outputs, *inputs;
    takt_spec spec = { 0 };
    long long step_ns, granularity_ns, interval_ns;
    const char *on_hub_lost;
    int whole_steps, at_core_time;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "zOLLpLzpO!O!:_join", names, &spec.name, &simulator, &step_ns,
            &granularity_ns, &whole_steps, &interval_ns, &on_hub_lost, &at_core_time, &PyTuple_Type, &outputs,
            &PyTuple_Type, &inputs)
        || read_on_hub_lost(on_hub_lost, &spec.on_hub_lost) < 0) {
        return NULL;
    }
    spec.step_ns = step_ns;
    spec.granularity_ns = granularity_ns;
    spec.whole_steps = whole_steps != 0;
    spec.interval_ns = interval_ns;
    spec.has_interval = interval_ns != TAKT_CONFIGURED;
    spec.at_core_time = at_core_time != 0;
    takt_output_spec *output_specs = read_outputs(outputs, &spec.output_count);
    takt_input_spec *input_specs = output_specs == NULL ? NULL : read_inputs(inputs, &spec.input_count);
    spec.outputs = output_specs;
    spec.inputs = input_specs;
    PyObject *asset = NULL;
    if (output_specs != NULL && input_specs != NULL) {
        asset = join(self, &spec, simulator);
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    PyMem_Free(output_specs);
    PyMem_Free(input_specs);
    return asset;
}
