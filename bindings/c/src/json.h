/*
 * Reads the hub's lines: a scan over a text that was checked once, without memory of its own. A value is a pointer to
 * its first character; NULL is a value that is not there, and every function takes it for that.
 */
#ifndef TAKT_JSON_H
#define TAKT_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a text that ends with '\0' is one JSON object. The other functions are for such texts only. */
bool tk_json_is_object(const char *text);

/* The value of an object's field. */
const char *tk_json_field(const char *object, const char *key);

/* The first element of an array, and the one after an element. */
const char *tk_json_first(const char *array);
const char *tk_json_next(const char *element);

/* A whole number of 64 bits; false, and nothing else, where it is none. */
bool tk_json_int(const char *value, int64_t *into);

/* A number; false, and nothing else, where it is none. */
bool tk_json_real(const char *value, double *into);
/* A number as JSON writes it, whatever the locale. */
void tk_json_put_real(double number, char *into, size_t size);

/* A text without its escapes, cut to size; false, and an empty text, where it is none. */
bool tk_json_text(const char *value, char *into, size_t size);

/* Whether a value is this text. */
bool tk_json_is(const char *value, const char *text);

bool tk_json_is_true(const char *value);

/* Writes a text as a JSON string into a buffer, cut where that is full; returns its length. size is 3 at least. */
size_t tk_json_quote(const char *text, char *into, size_t size);

#endif
