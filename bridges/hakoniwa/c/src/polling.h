/* The thread of the polling API that calls back, if there is one. */
#ifndef HK_POLLING_H
#define HK_POLLING_H

/* It is gone after that, but where it is the one that calls. */
void hk_polling_end(void);

#endif
