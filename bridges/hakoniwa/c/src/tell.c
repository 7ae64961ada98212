#include "tell.h"

#include <stdarg.h>
#include <stdio.h>

int hk_fail(int code, const char *function, const char *format, ...) {
    char text[1024];
    va_list rest;
    va_start(rest, format);
    vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    for (char *at = text; *at != '\0'; at++) {
        if ((unsigned char) *at < ' ' || *at == 0x7f) {
            *at = '?';
        }
    }
    fprintf(stderr, "takt: %s: %s\n", function, text);
    return code;
}
