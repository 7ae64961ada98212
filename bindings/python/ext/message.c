/* takt.Message: a message with its bytes, which it owns; memoryviews and arrays of them keep it alive. */
#include "core.h"

#include "buffer.h"

#include <stddef.h>
#include <string.h>

_Static_assert(offsetof(MessageObject, data) % 16 == 0 || sizeof(void *) < 8, "data of numpy have to be aligned");

PyObject *message_new(PyObject *channel, PyObject *sender, const takt_message *message) {
    MessageObject *self = PyObject_NewVar(MessageObject, message_type, (Py_ssize_t) message->size);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(channel);
    Py_INCREF(sender);
    self->channel = channel;
    self->sender = sender;
    self->stamp_ns = message->stamp_ns;
    self->delivery_ns = message->delivery_ns;
    self->sequence = message->sequence;
    if (message->size > 0) {
        memcpy(self->data, message->data, message->size);
    }
    return (PyObject *) self;
}

static void message_dealloc(PyObject *object) {
    MessageObject *self = (MessageObject *) object;
    PyTypeObject *type = Py_TYPE(object);
    Py_DECREF(self->channel);
    Py_DECREF(self->sender);
    PyObject_Free(object);
    Py_DECREF(type);
}

static Py_ssize_t message_length(PyObject *self) {
    return Py_SIZE(self);
}

static int message_buffer(PyObject *self, Py_buffer *view, int flags) {
    return PyBuffer_FillInfo(view, self, ((MessageObject *) self)->data, Py_SIZE(self), 1, flags);
}

static PyObject *message_repr(PyObject *object) {
    const MessageObject *self = (MessageObject *) object;
    return PyUnicode_FromFormat("<takt.Message on %R from %R, stamp %lld ns, delivery %lld ns, %zd bytes>",
        self->channel, self->sender, self->stamp_ns, self->delivery_ns, Py_SIZE(object));
}

static PyObject *message_bytes(PyObject *self, PyObject *Py_UNUSED(none)) {
    return PyBytes_FromStringAndSize(((MessageObject *) self)->data, Py_SIZE(self));
}

/* What lies behind the head of a call, as a message of its own. */
static PyObject *message_part(PyObject *object, PyObject *begin) {
    const MessageObject *self = (MessageObject *) object;
    const Py_ssize_t from = PyLong_AsSsize_t(begin);
    if (from < 0 || from > Py_SIZE(object)) {
        return PyErr_Occurred() ? NULL : core_misuse("a message of %zd bytes has no part from %zd on", Py_SIZE(object),
            from);
    }
    return message_new(self->channel, self->sender, &(takt_message) { .stamp_ns = self->stamp_ns,
        .delivery_ns = self->delivery_ns, .sequence = self->sequence, .data = self->data + from,
        .size = (size_t) (Py_SIZE(object) - from) });
}

static PyObject *message_text(PyObject *self, PyObject *Py_UNUSED(none)) {
    return PyUnicode_DecodeUTF8(((MessageObject *) self)->data, Py_SIZE(self), "strict");
}

static PyObject *message_json(PyObject *self, PyObject *none) {
    PyObject *text = message_text(self, none), *json = text == NULL ? NULL : PyImport_ImportModule("json");
    PyObject *value = json == NULL ? NULL : PyObject_CallMethod(json, "loads", "O", text);
    Py_XDECREF(text);
    Py_XDECREF(json);
    return value;
}

static PyObject *message_data(PyObject *self, void *Py_UNUSED(closure)) {
    return PyMemoryView_FromObject(self);
}

static PyMemberDef message_members[] = {
    { "channel", T_OBJECT_EX, offsetof(MessageObject, channel), READONLY, "Name of the channel." },
    { "sender", T_OBJECT_EX, offsetof(MessageObject, sender), READONLY, "Name of the asset that has sent it." },
    { "stamp_ns", T_LONGLONG, offsetof(MessageObject, stamp_ns), READONLY, "Simulation time of sending, in ns." },
    { "delivery_ns", T_LONGLONG, offsetof(MessageObject, delivery_ns), READONLY,
        "Simulation time of delivery, in ns: the stamp, and the delay and jitter of the link." },
    { "sequence", T_LONGLONG, offsetof(MessageObject, sequence), READONLY, "The sender's number for it." },
    { NULL, 0, 0, 0, NULL }
};

static PyGetSetDef message_properties[] = {
    { "data", message_data, NULL, "The bytes as a read-only memoryview, without a copy.", NULL },
    { NULL, NULL, NULL, NULL, NULL }
};

static PyMethodDef message_methods[] = {
    { "__bytes__", message_bytes, METH_NOARGS, "The bytes, copied." },
    { "_part", message_part, METH_O, "_part($self, begin, /)\n--\n\nThe bytes from a place on, copied." },
    { "text", message_text, METH_NOARGS,
        "text($self, /)\n--\n\n"
        "The bytes as UTF-8; UnicodeDecodeError if they are not." },
    { "json", message_json, METH_NOARGS, "json($self, /)\n--\n\nThe bytes as JSON; ValueError if they are not." },
    { NULL, NULL, 0, NULL }
};

static PyType_Slot message_slots[] = {
    { Py_tp_doc, "A message that was received.\n\n"
        "It has the buffer protocol: ``bytes(message)``, ``memoryview(message)``, ``numpy.frombuffer(message)``.\n"
        "Its bytes are its own and never change, so it and all views of it may be kept for as long as you like." },
    { Py_tp_new, core_no_new },
    { Py_tp_dealloc, message_dealloc },
    { Py_tp_repr, message_repr },
    { Py_tp_members, message_members },
    { Py_tp_getset, message_properties },
    { Py_tp_methods, message_methods },
    { Py_sq_length, message_length },
    { Py_bf_getbuffer, message_buffer },
    { 0, NULL }
};

static PyType_Spec message_spec = {
    .name = "takt.Message", .basicsize = offsetof(MessageObject, data), .itemsize = 1, .flags = Py_TPFLAGS_DEFAULT,
    .slots = message_slots
};

int message_add(PyObject *module) {
    message_type = core_add_type(module, &message_spec);
    return message_type == NULL ? -1 : 0;
}
