#define _GNU_SOURCE /* uselocale() */
#include "json.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include "text.h"

enum { DEEPEST = 64, LONGEST_REAL = 100 };

static const char *blanks(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static bool is_hex(char each) {
    return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f') || (each >= 'A' && each <= 'F');
}

/* Behind a string; NULL where it is none. */
static const char *check_string(const char *at) {
    if (*at++ != '"') {
        return NULL;
    }
    for (; *at != '"'; at++) {
        if ((unsigned char) *at < ' ') {
            return NULL;
        }
        if (*at == '\\') {
            at++;
            if (*at == 'u') {
                for (int i = 0; i < 4; i++) {
                    if (!is_hex(*++at)) {
                        return NULL;
                    }
                }
            } else if (*at == '\0' || strchr("\"\\/bfnrt", *at) == NULL) {
                return NULL;
            }
        }
    }
    return at + 1;
}

static const char *check_digits(const char *at) {
    const size_t count = strspn(at, "0123456789");
    return count == 0 ? NULL : at + count;
}

static const char *check_number(const char *at) {
    at = check_digits(at + (*at == '-'));
    if (at != NULL && *at == '.') {
        at = check_digits(at + 1);
    }
    if (at != NULL && (*at == 'e' || *at == 'E')) {
        at++;
        at = check_digits(at + (*at == '+' || *at == '-'));
    }
    return at;
}

static const char *check_value(const char *at, int depth);

/* Behind an object or an array. */
static const char *check_members(const char *at, int depth) {
    const bool is_object = *at == '{';
    const char end = is_object ? '}' : ']';
    if (depth == DEEPEST) {
        return NULL;
    }
    at = blanks(at + 1);
    if (*at == end) {
        return at + 1;
    }
    for (;;) {
        if (is_object) {
            at = check_string(at);
            at = at == NULL ? NULL : blanks(at);
            if (at == NULL || *at != ':') {
                return NULL;
            }
            at = blanks(at + 1);
        }
        at = check_value(at, depth + 1);
        at = at == NULL ? NULL : blanks(at);
        if (at == NULL || (*at != ',' && *at != end)) {
            return NULL;
        }
        if (*at == end) {
            return at + 1;
        }
        at = blanks(at + 1);
    }
}

static const char *check_value(const char *at, int depth) {
    if (*at == '{' || *at == '[') {
        return check_members(at, depth);
    }
    if (*at == '"') {
        return check_string(at);
    }
    static const char *const words[] = { "true", "false", "null" };
    for (int i = 0; i < 3; i++) {
        if (strncmp(at, words[i], strlen(words[i])) == 0) {
            return at + strlen(words[i]);
        }
    }
    return check_number(at);
}

bool tk_json_is_object(const char *text) {
    text = blanks(text);
    const char *end = *text == '{' ? check_value(text, 0) : NULL;
    return end != NULL && *blanks(end) == '\0';
}

/* Behind a string that is one. */
static const char *behind_string(const char *at) {
    for (at++; *at != '"'; at++) {
        at += *at == '\\';
    }
    return at + 1;
}

static const char *behind_value(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = behind_string(at);
            continue;
        }
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at++;
        if (depth == 0 && (at[-1] == '}' || at[-1] == ']')) {
            break;
        }
    } while (depth > 0 || strchr(",:]} \t\r\n", *at) == NULL);
    return at;
}

const char *tk_json_field(const char *object, const char *key) {
    object = object == NULL ? NULL : blanks(object);
    if (object == NULL || *object != '{') {
        return NULL;
    }
    const size_t length = strlen(key);
    for (const char *at = blanks(object + 1); *at == '"';) {
        const char *name = at;
        at = behind_string(at);
        const bool is_it = (size_t) (at - name) == length + 2 && memcmp(name + 1, key, length) == 0;
        at = blanks(blanks(at) + 1);
        if (is_it) {
            return at;
        }
        at = blanks(behind_value(at));
        at = *at == ',' ? blanks(at + 1) : at;
    }
    return NULL;
}

const char *tk_json_first(const char *array) {
    if (array == NULL || *array != '[') {
        return NULL;
    }
    array = blanks(array + 1);
    return *array == ']' ? NULL : array;
}

const char *tk_json_next(const char *element) {
    element = blanks(behind_value(element));
    return *element == ',' ? blanks(element + 1) : NULL;
}

bool tk_json_int(const char *value, int64_t *into) {
    if (value == NULL || (*value != '-' && (*value < '0' || *value > '9'))) {
        return false;
    }
    char *end;
    errno = 0;
    const long long number = strtoll(value, &end, 10);
    if (errno != 0 || end == value || *end == '.' || *end == 'e' || *end == 'E') {
        return false;
    }
    *into = number;
    return true;
}

/*
 * The C library reads and writes the decimal point of the program's locale. Meanwhile this thread, and no other, has
 * one whose point is JSON's.
 */
typedef struct plain_locale {
    locale_t plain;
    locale_t before;
} plain_locale;

static plain_locale begin_plain(void) {
    plain_locale its = { .plain = newlocale(LC_ALL_MASK, "C", (locale_t) 0) };
    its.before = uselocale(its.plain); /* Without memory for one, the thread keeps its own. */
    return its;
}

static void end_plain(plain_locale *its) {
    uselocale(its->before);
    if (its->plain != (locale_t) 0) {
        freelocale(its->plain);
    }
}

bool tk_json_real(const char *value, double *into) {
    if (value == NULL || (*value != '-' && (*value < '0' || *value > '9'))) {
        return false;
    }
    const size_t length = strspn(value, "0123456789+-.eE");
    char digits[LONGEST_REAL + 1];
    if (length > LONGEST_REAL) {
        return false;
    }
    memcpy(digits, value, length);
    digits[length] = '\0';
    plain_locale its = begin_plain();
    *into = strtod(digits, NULL);
    end_plain(&its);
    return true;
}

void tk_json_put_real(double number, char *into, size_t size) {
    plain_locale its = begin_plain();
    snprintf(into, size, "%.17g", number);
    end_plain(&its);
}

static unsigned hex4(const char *at) {
    char digits[5] = { at[0], at[1], at[2], at[3], '\0' };
    return (unsigned) strtoul(digits, NULL, 16);
}

/* A character of the basic plane in UTF-8; halves of others become one question mark each. */
static size_t utf8(unsigned code, char *into) {
    if (code < 0x80) {
        into[0] = (char) code;
        return 1;
    }
    if (code < 0x800) {
        into[0] = (char) (0xc0 | code >> 6);
        into[1] = (char) (0x80 | (code & 0x3f));
        return 2;
    }
    if (code >= 0xd800 && code < 0xe000) {
        into[0] = '?';
        return 1;
    }
    into[0] = (char) (0xe0 | code >> 12);
    into[1] = (char) (0x80 | (code >> 6 & 0x3f));
    into[2] = (char) (0x80 | (code & 0x3f));
    return 3;
}

bool tk_json_text(const char *value, char *into, size_t size) {
    into[0] = '\0';
    if (value == NULL || *value != '"') {
        return false;
    }
    size_t length = 0;
    const char *at = value + 1;
    for (; *at != '"' && length + 4 <= size; at++) {
        if (*at != '\\') {
            into[length++] = *at;
            continue;
        }
        at++;
        if (*at == 'u') {
            length += utf8(hex4(at + 1), into + length);
            at += 4;
        } else {
            static const char names[] = "bfnrt", meant[] = "\b\f\n\r\t";
            const char *name = strchr(names, *at);
            into[length++] = name == NULL ? *at : meant[name - names];
        }
    }
    into[*at == '"' ? length : tk_text_whole(into, length)] = '\0';
    return true;
}

bool tk_json_is(const char *value, const char *text) {
    const size_t length = strlen(text);
    return value != NULL && *value == '"' && strncmp(value + 1, text, length) == 0 && value[length + 1] == '"';
}

bool tk_json_is_true(const char *value) {
    return value != NULL && strncmp(value, "true", 4) == 0;
}

size_t tk_json_quote(const char *text, char *into, size_t size) {
    size_t length = 0;
    into[length++] = '"';
    for (; *text != '\0' && length + 3 < size; text++) {
        if (*text == '"' || *text == '\\') {
            into[length++] = '\\';
        }
        into[length++] = (unsigned char) *text < ' ' ? ' ' : *text;
    }
    into[length++] = '"';
    into[length] = '\0';
    return length;
}
