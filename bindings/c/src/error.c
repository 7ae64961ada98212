#include "error.h"

#include <stdarg.h>
#include <stdio.h>

#include "text.h"

const char *takt_version(void) {
    return TAKT_VERSION;
}

const char *takt_code_name(int code) {
    static const char *const names[] = { "TAKT_OK", "TAKT_NO_HUB", "TAKT_HUB_LOST", "TAKT_REFUSED", "TAKT_MISUSE",
        "TAKT_DAMAGED", "TAKT_SYSTEM", "TAKT_INTERRUPTED", "TAKT_RUN_FAILED", "TAKT_CALLBACK" };
    return code <= TAKT_OK && code >= TAKT_CALLBACK ? names[-code] : "?";
}

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
