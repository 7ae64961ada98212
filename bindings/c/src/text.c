#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

/* Room for so many characters and a zero. */
static bool has_room(tk_text *text, size_t more) {
    if (text->length + more + 1 > text->size) {
        const size_t size = 2 * (text->length + more + 1);
        char *at = realloc(text->at, size);
        if (at == NULL) {
            text->is_broken = true;
            return false;
        }
        text->at = at;
        text->size = size;
    }
    return true;
}

void tk_text_add(tk_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int more = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (more >= 0 && has_room(text, (size_t) more)) {
        va_start(arguments, format);
        vsnprintf(text->at + text->length, (size_t) more + 1, format, arguments);
        va_end(arguments);
        text->length += (size_t) more;
    }
}

void tk_text_add_quoted(tk_text *text, const char *words) {
    const size_t most = 2 * strlen(words) + 4;
    if (has_room(text, most)) {
        text->length += tk_json_quote(words, text->at + text->length, most);
    }
}

size_t tk_text_whole(const char *text, size_t length) {
    size_t begin = length;
    while (begin > 0 && length - begin < 4) {
        const unsigned char each = (unsigned char) text[--begin];
        if (each < 0x80 || each >= 0xc0) {
            const size_t wanted = each < 0x80 ? 1 : each < 0xe0 ? 2 : each < 0xf0 ? 3 : 4;
            return length - begin < wanted ? begin : length;
        }
    }
    return length;
}

void tk_text_free(tk_text *text) {
    free(text->at);
    *text = (tk_text) { 0 };
}
