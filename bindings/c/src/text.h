/* A text that grows, for lines to the hub. */
#ifndef TAKT_TEXT_H
#define TAKT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tk_text {
    char *at;            /* ends with a zero; NULL while it is empty */
    size_t length;
    size_t size;
    bool is_broken;      /* there was no memory */
} tk_text;

void tk_text_add(tk_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same as a JSON string. */
void tk_text_add_quoted(tk_text *text, const char *words);
/* The length of a text that was cut after so many bytes, without the beginning of a character in UTF-8 at its end. */
size_t tk_text_whole(const char *text, size_t length);
void tk_text_free(tk_text *text);

#endif
