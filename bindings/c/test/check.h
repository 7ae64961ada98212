/* For tests: a condition that does not hold ends the program, with its place. */
#ifndef TAKT_TEST_CHECK_H
#define TAKT_TEST_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

#endif
