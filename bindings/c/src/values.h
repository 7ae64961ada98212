/* What the hub's configuration says of the values in the messages of a channel. */
#ifndef TAKT_VALUES_H
#define TAKT_VALUES_H

#include "takt.h"

/* Lies where it was read: the one part points into the others. */
typedef struct tk_values {
    takt_values told;
    char type[16];
    char unit[2][104];        /* that of messages, and that which is wanted */
    char base[2][104];
} tk_values;

/* From the field values of an output or input; NULL says nothing. */
void tk_values_read(tk_values *values, const char *json);

#endif
