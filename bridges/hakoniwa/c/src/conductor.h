/* The times that the program has asked of a conductor; 0 where it has asked for none. Exported by libconductor.so.1. */
#ifndef HK_CONDUCTOR_H
#define HK_CONDUCTOR_H

#include "hakoniwa.h"

void hako_takt_conductor_wants(hako_time_t *delta_usec, hako_time_t *max_delay_usec);

#endif
