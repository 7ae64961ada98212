/* Messages that an asset has taken in and not used yet: copies, in the order in which a receiver gets them. */
#ifndef TAKT_INBOX_H
#define TAKT_INBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "latest.h"
#include "rules.h"
#include "takt.h"
#include "values.h"

struct tk_source;

/* One sender-receiver pair of a channel, at its receiver. */
typedef struct tk_link {
    char channel[104];
    char sender[104];
    takt_delivery delivery;
    int32_t channel_index;      /* in the sender's log */
    int32_t input_index;        /* among the inputs of the receiver */
    uint64_t name;              /* its part in digests */
    tk_fate fate;
    int64_t used_up_to_ns;      /* what is delivered up to then was for steps of before; -1 for nothing */
    struct tk_source *source;   /* NULL for a latest value */
    tk_latest latest;
    void *latest_copy;
    int64_t latest_given;       /* number of the value that takt_receive_latest has given last; 0 for none */
    tk_values values;
} tk_link;

typedef struct tk_pending {
    struct tk_pending *next;    /* in a list */
    const tk_link *link;
    int64_t stamp_ns;
    int64_t delivery_ns;
    int64_t sequence;
    int64_t position;           /* in its sender's log */
    uint32_t crc;
    size_t size;
    size_t capacity;
    int64_t data[];             /* aligned */
} tk_pending;

/* Messages as they came. */
typedef struct tk_list {
    tk_pending *first;
    tk_pending *last;
} tk_list;

/* Messages in their order: those that come in it are in a list, at the same cost at any length; others in a heap. */
typedef struct tk_heap {
    tk_list in_order;
    tk_pending **items;
    size_t count;
    size_t size;
} tk_heap;

typedef struct tk_inbox {
    tk_pending *unused;         /* memory to be used again */
    tk_heap gated;
    tk_heap gated_until_end;
    tk_heap told;               /* retroactive ones that were handed over and are not in the digest yet */
} tk_inbox;

typedef bool tk_condition(const tk_pending *message, void *context);

void tk_inbox_close(tk_inbox *inbox);

/* A message with room for so many bytes; NULL without memory. */
tk_pending *tk_inbox_take(tk_inbox *inbox, size_t size);
void tk_inbox_give_back(tk_inbox *inbox, tk_pending *message);

/* False without memory. */
bool tk_heap_add(tk_heap *heap, tk_pending *message);
/* Where the heap is in use. */
tk_pending *tk_heap_first_of_both(const tk_heap *heap);
/* NULL where there is none. */
static inline tk_pending *tk_heap_first(const tk_heap *heap) {
    return heap->count == 0 ? heap->in_order.first : tk_heap_first_of_both(heap);
}
tk_pending *tk_heap_poll(tk_heap *heap);
/* How many there are. */
int64_t tk_heap_total(const tk_heap *heap);
/* How many are of a source, and of before a position of its log. */
int64_t tk_heap_count_of(const tk_heap *heap, const struct tk_source *source, int64_t before);
/* The first delivery after a time; INT64_MAX for none. Looks at no more than those up to it. */
int64_t tk_heap_next_after(const tk_heap *heap, int64_t time_ns);
bool tk_comes_before(const tk_pending *one, const tk_pending *other);

void tk_list_add(tk_list *list, tk_pending *message);
tk_pending *tk_list_poll(tk_list *list);

/* Takes out, and gives back, the messages that meet a condition. */
void tk_heap_remove_if(tk_inbox *inbox, tk_heap *heap, tk_condition *condition, void *context);
void tk_list_remove_if(tk_inbox *inbox, tk_list *list, tk_condition *condition, void *context);

#endif
