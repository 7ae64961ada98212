/* What is wrong, as one line on standard error. */
#ifndef HK_TELL_H
#define HK_TELL_H

/* Prints a line that begins with the function of the API; returns the code. Thread: any. */
int hk_fail(int code, const char *function, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
