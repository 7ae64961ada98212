/* What others ask of the polling API. */
#ifndef HK_POLLING_H
#define HK_POLLING_H

#include <stdbool.h>

/* Whether the asset has been registered by the polling API. Any thread may ask. */
bool hk_is_polling(void);

/* The thread that calls back, if there is one, is gone after that, but where it is the one that calls. */
void hk_polling_end(void);

#endif
