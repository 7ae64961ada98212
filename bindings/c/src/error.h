/* Errors: a code and one line of text, in the hub that they belong to. */
#ifndef TAKT_ERROR_H
#define TAKT_ERROR_H

#include "takt.h"

/* Notes an error and returns its code; error may be NULL. */
int tk_fail(takt_error *error, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
