/*
 * A program that reads and writes PDUs, but makes no steps: an asset all the same, whose steps a thread of the library
 * makes. Any thread may call these.
 */
#ifndef HK_EXTERNAL_H
#define HK_EXTERNAL_H

#include <stdbool.h>

/*
 * Begins, where the program is neither this nor an asset yet. The name may be NULL, for that of TAKT_ASSET or else
 * "external", and the path, for that of TAKT_HAKONIWA. The function's name is kept for later lines. Returns 0, or a
 * number of errno.h after a line.
 */
int hk_external_begin(const char *function, const char *asset_name, const char *config_path);

bool hk_is_external(void);

/* The thread is gone after that. Nothing in a program that is not external. */
void hk_external_end(void);

#endif
