/* takt.Output: where an asset sends a channel. */
#include "core.h"

#include "buffer.h"

PyObject *output_new(AssetObject *asset, takt_output *handle, PyObject *codec) {
    PyObject *encode = codec == Py_None ? NULL : PyObject_GetAttrString(codec, "encode");
    if (codec != Py_None && encode == NULL) {
        return NULL;
    }
    OutputObject *self = PyObject_GC_New(OutputObject, output_type);
    if (self == NULL) {
        Py_XDECREF(encode);
        return NULL;
    }
    Py_INCREF(asset);
    self->handle = handle;
    self->asset = asset;
    self->encode = encode;
    PyObject_GC_Track(self);
    return (PyObject *) self;
}

static int output_traverse(PyObject *object, visitproc visit, void *arg) {
    OutputObject *self = (OutputObject *) object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->asset);
    Py_VISIT(self->encode);
    return 0;
}

static int output_clear(PyObject *object) {
    OutputObject *self = (OutputObject *) object;
    Py_CLEAR(self->asset);
    Py_CLEAR(self->encode);
    return 0;
}

static void output_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    output_clear(object);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

static bool is_open(const OutputObject *self) {
    if (self->asset == NULL || !asset_is_open(self->asset)) {
        return false;
    }
    return hub_enter(self->asset->hub);
}

static PyObject *send_bytes(OutputObject *self, const void *data, Py_ssize_t size, const int64_t *stamp_ns) {
    if (!is_open(self)) {
        return NULL;
    }
    int sent;
    do {
        sent = stamp_ns == NULL ? takt_send(self->handle, data, (size_t) size)
            : takt_send_at(self->handle, data, (size_t) size, *stamp_ns);
    } while (hub_puts_off(self->asset->hub, sent));
    if (hub_exit(self->asset->hub, sent) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *send_object(OutputObject *self, PyObject *value, const int64_t *stamp_ns) {
    PyObject *result = NULL;
    if (PyBytes_Check(value)) {
        return send_bytes(self, PyBytes_AsString(value), PyBytes_Size(value), stamp_ns);
    }
    if (PyUnicode_Check(value)) {
        PyObject *bytes = PyUnicode_AsUTF8String(value);
        if (bytes != NULL) {
            result = send_bytes(self, PyBytes_AsString(bytes), PyBytes_Size(bytes), stamp_ns);
            Py_DECREF(bytes);
        }
        return result;
    }
    Py_buffer view;
    if (PyObject_GetBuffer(value, &view, PyBUF_SIMPLE) == 0) {
        result = send_bytes(self, view.buf, view.len, stamp_ns);
        PyBuffer_Release(&view);
    }
    return result;
}

static PyObject *send_value(OutputObject *self, PyObject *value, const int64_t *stamp_ns) {
    if (self->encode == NULL) {
        return send_object(self, value, stamp_ns);
    }
    PyObject *encoded = PyObject_CallFunctionObjArgs(self->encode, value, NULL);
    PyObject *result = encoded == NULL ? NULL : send_object(self, encoded, stamp_ns);
    Py_XDECREF(encoded);
    return result;
}

static PyObject *output_send(PyObject *self, PyObject *value) {
    return send_value((OutputObject *) self, value, NULL);
}

static PyObject *output_send_at(PyObject *self, PyObject *args) {
    PyObject *value;
    long long stamp_ns;
    if (!PyArg_ParseTuple(args, "OL:send_at", &value, &stamp_ns)) {
        return NULL;
    }
    const int64_t stamp = stamp_ns;
    return send_value((OutputObject *) self, value, &stamp);
}

static PyObject *output_promise(PyObject *object, PyObject *time) {
    OutputObject *self = (OutputObject *) object;
    const long long time_ns = PyLong_AsLongLong(time);
    if ((time_ns == -1 && PyErr_Occurred()) || !is_open(self)) {
        return NULL;
    }
    if (hub_exit(self->asset->hub, takt_promise(self->handle, time_ns)) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *get_channel(PyObject *object, void *Py_UNUSED(closure)) {
    const OutputObject *self = (OutputObject *) object;
    return self->asset != NULL && asset_is_open(self->asset) ? PyUnicode_FromString(takt_channel(self->handle)) : NULL;
}

static PyObject *get_max_bytes(PyObject *object, void *Py_UNUSED(closure)) {
    const OutputObject *self = (OutputObject *) object;
    return self->asset != NULL && asset_is_open(self->asset) ? PyLong_FromSize_t(takt_max_bytes(self->handle)) : NULL;
}

static PyGetSetDef output_properties[] = {
    { "channel", get_channel, NULL, "Name of the channel.", NULL },
    { "max_bytes", get_max_bytes, NULL, "How many bytes a message may have.", NULL },
    { NULL, NULL, NULL, NULL, NULL }
};

static PyMethodDef output_methods[] = {
    { "__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, "For annotations: Output[T] sends values of T." },
    { "send", output_send, METH_O,
        "send($self, value, /)\n--\n\n"
        "Sends a message with the stamp of the step's end, or 0 before the first step.\n\n"
        "Without a codec a value is str, which is sent in UTF-8, or anything contiguous with the buffer protocol:\n"
        "bytes, bytearray, memoryview, array.array, numpy arrays. Its bytes are copied. Only in a step, in a reset,\n"
        "and before the first turn. Waits where a receiver is so far behind that the log is full.\n"
        "MisuseError: not now, or too long for the channel. ValueError, BufferError: not contiguous." },
    { "send_at", output_send_at, METH_VARARGS,
        "send_at($self, value, stamp_ns, /)\n--\n\n"
        "The same with a stamp in ns of simulation time: later than the step's start, not later than its end." },
    { "promise", output_promise, METH_O,
        "promise($self, time_ns, /)\n--\n\n"
        "Promises that no message with an earlier stamp will be sent any more; receivers need not wait for one." },
    { NULL, NULL, 0, NULL }
};

static PyType_Slot output_slots[] = {
    { Py_tp_doc, "A channel that an asset sends; ``asset.output(channel)`` gives it." },
    { Py_tp_new, core_no_new },
    { Py_tp_dealloc, output_dealloc },
    { Py_tp_traverse, output_traverse },
    { Py_tp_clear, output_clear },
    { Py_tp_getset, output_properties },
    { Py_tp_methods, output_methods },
    { 0, NULL }
};

static PyType_Spec output_spec = {
    .name = "takt.Output", .basicsize = sizeof(OutputObject), .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = output_slots
};

int output_add(PyObject *module) {
    output_type = core_add_type(module, &output_spec);
    return output_type == NULL ? -1 : 0;
}
