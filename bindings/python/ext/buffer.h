/*
 * The buffer protocol. Since 3.11 it is part of the stable ABI; 3.9 and 3.10 have the same functions, the same struct
 * and the same slots, but their headers hide them from extensions that ask for the stable ABI.
 */
#ifndef TAKT_BUFFER_H
#define TAKT_BUFFER_H

#include <Python.h>

#if defined(Py_LIMITED_API) && Py_LIMITED_API < 0x030b0000

typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len;
    Py_ssize_t itemsize;
    int readonly;
    int ndim;
    char *format;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    Py_ssize_t *suboffsets;
    void *internal;
} Py_buffer;

PyAPI_FUNC(int) PyObject_GetBuffer(PyObject *object, Py_buffer *view, int flags);
PyAPI_FUNC(int) PyBuffer_FillInfo(Py_buffer *view, PyObject *object, void *data, Py_ssize_t size, int readonly,
    int flags);
PyAPI_FUNC(void) PyBuffer_Release(Py_buffer *view);

#define PyBUF_SIMPLE 0
#define Py_bf_getbuffer 1

#endif
#endif
