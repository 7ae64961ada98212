#include "error.h"

#include <stdarg.h>
#include <stdio.h>

#include "text.h"

int tk_fail(takt_error *error, int code, const char *format, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->code = code;
        error->refusal[0] = '\0';
        const int length = vsnprintf(error->text, sizeof error->text, format, arguments);
        if (length >= (int) sizeof error->text) {
            error->text[tk_text_whole(error->text, sizeof error->text - 1)] = '\0';
        }
        va_end(arguments);
    }
    return code;
}
