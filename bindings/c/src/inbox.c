#include "inbox.h"

#include <stdlib.h>
#include <string.h>

#include "source.h"

enum { LEAST = 64 };

static void free_heap(tk_heap *heap) {
    for (tk_pending *each = tk_list_poll(&heap->in_order); each != NULL; each = tk_list_poll(&heap->in_order)) {
        free(each);
    }
    for (size_t i = 0; i < heap->count; i++) {
        free(heap->items[i]);
    }
    free(heap->items);
}

void tk_inbox_close(tk_inbox *inbox) {
    free_heap(&inbox->gated);
    free_heap(&inbox->gated_until_end);
    free_heap(&inbox->told);
    for (tk_pending *each = inbox->unused; each != NULL;) {
        tk_pending *next = each->next;
        free(each);
        each = next;
    }
    *inbox = (tk_inbox) { 0 };
}

tk_pending *tk_inbox_take(tk_inbox *inbox, size_t size) {
    tk_pending *message = inbox->unused;
    if (message != NULL && message->capacity >= size) {
        inbox->unused = message->next;
        return message;
    }
    size_t capacity = LEAST;
    while (capacity < size) {
        capacity *= 2;
    }
    if (message != NULL) {
        /* One that is too small makes place for one that is not, so a few large messages leave no small ones behind. */
        inbox->unused = message->next;
        free(message);
    }
    message = malloc(sizeof *message + capacity);
    if (message != NULL) {
        message->capacity = capacity;
    }
    return message;
}

void tk_inbox_give_back(tk_inbox *inbox, tk_pending *message) {
    message->next = inbox->unused;
    inbox->unused = message;
}

bool tk_comes_before(const tk_pending *one, const tk_pending *other) {
    if (one->delivery_ns != other->delivery_ns) {
        return one->delivery_ns < other->delivery_ns;
    }
    if (one->stamp_ns != other->stamp_ns) {
        return one->stamp_ns < other->stamp_ns;
    }
    if (one->link->source == other->link->source) {
        return one->sequence < other->sequence;
    }
    const tk_log *log = &one->link->source->log, *other_log = &other->link->source->log;
    int by_sender = strcmp(log->name + log->leaf, other_log->name + other_log->leaf);
    if (by_sender == 0) {
        by_sender = strcmp(log->path, other_log->path);
    }
    return by_sender != 0 ? by_sender < 0 : one->sequence < other->sequence;
}

static void sift_down(tk_heap *heap, size_t at) {
    tk_pending *moved = heap->items[at];
    for (size_t child = 2 * at + 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && tk_comes_before(heap->items[child + 1], heap->items[child])) {
            child++;
        }
        if (!tk_comes_before(heap->items[child], moved)) {
            break;
        }
        heap->items[at] = heap->items[child];
        at = child;
    }
    heap->items[at] = moved;
}

bool tk_heap_add(tk_heap *heap, tk_pending *message) {
    if (heap->in_order.first == NULL || tk_comes_before(heap->in_order.last, message)) {
        tk_list_add(&heap->in_order, message);
        return true;
    }
    if (heap->count == heap->size) {
        const size_t size = heap->size == 0 ? 16 : 2 * heap->size;
        tk_pending **items = realloc(heap->items, size * sizeof *items);
        if (items == NULL) {
            return false;
        }
        heap->items = items;
        heap->size = size;
    }
    size_t at = heap->count++;
    while (at > 0 && tk_comes_before(message, heap->items[(at - 1) / 2])) {
        heap->items[at] = heap->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->items[at] = message;
    return true;
}

static bool is_first_in_list(const tk_heap *heap) {
    return heap->in_order.first != NULL
        && (heap->count == 0 || tk_comes_before(heap->in_order.first, heap->items[0]));
}

tk_pending *tk_heap_first_of_both(const tk_heap *heap) {
    return is_first_in_list(heap) ? heap->in_order.first : heap->items[0];
}

tk_pending *tk_heap_poll(tk_heap *heap) {
    if (is_first_in_list(heap)) {
        return tk_list_poll(&heap->in_order);
    }
    if (heap->count == 0) {
        return NULL;
    }
    tk_pending *first = heap->items[0];
    heap->items[0] = heap->items[--heap->count];
    if (heap->count > 1) {
        sift_down(heap, 0);
    }
    return first;
}

int64_t tk_heap_total(const tk_heap *heap) {
    int64_t total = (int64_t) heap->count;
    for (const tk_pending *each = heap->in_order.first; each != NULL; each = each->next) {
        total++;
    }
    return total;
}

int64_t tk_heap_count_of(const tk_heap *heap, const tk_source *source, int64_t before) {
    int64_t count = 0;
    for (const tk_pending *each = heap->in_order.first; each != NULL; each = each->next) {
        count += each->link->source == source && each->position < before;
    }
    for (size_t i = 0; i < heap->count; i++) {
        count += heap->items[i]->link->source == source && heap->items[i]->position < before;
    }
    return count;
}

static int64_t next_after(const tk_heap *heap, size_t at, int64_t time_ns) {
    if (at >= heap->count) {
        return INT64_MAX;
    }
    if (heap->items[at]->delivery_ns > time_ns) {
        return heap->items[at]->delivery_ns;
    }
    const int64_t left_ns = next_after(heap, 2 * at + 1, time_ns), right_ns = next_after(heap, 2 * at + 2, time_ns);
    return left_ns < right_ns ? left_ns : right_ns;
}

int64_t tk_heap_next_after(const tk_heap *heap, int64_t time_ns) {
    const tk_pending *listed = heap->in_order.first;
    while (listed != NULL && listed->delivery_ns <= time_ns) {
        listed = listed->next;
    }
    const int64_t next_ns = next_after(heap, 0, time_ns);
    return listed != NULL && listed->delivery_ns < next_ns ? listed->delivery_ns : next_ns;
}

void tk_list_add(tk_list *list, tk_pending *message) {
    message->next = NULL;
    if (list->first == NULL) {
        list->first = message;
    } else {
        list->last->next = message;
    }
    list->last = message;
}

tk_pending *tk_list_poll(tk_list *list) {
    tk_pending *first = list->first;
    if (first != NULL) {
        list->first = first->next;
    }
    return first;
}

void tk_heap_remove_if(tk_inbox *inbox, tk_heap *heap, tk_condition *condition, void *context) {
    size_t kept = 0;
    tk_list_remove_if(inbox, &heap->in_order, condition, context);
    for (size_t i = 0; i < heap->count; i++) {
        if (condition(heap->items[i], context)) {
            tk_inbox_give_back(inbox, heap->items[i]);
        } else {
            heap->items[kept++] = heap->items[i];
        }
    }
    const bool is_less = kept < heap->count;
    heap->count = kept;
    for (size_t i = is_less ? kept / 2 : 0; i-- > 0;) {
        sift_down(heap, i);
    }
}

void tk_list_remove_if(tk_inbox *inbox, tk_list *list, tk_condition *condition, void *context) {
    tk_list kept = { 0 };
    for (tk_pending *each = tk_list_poll(list); each != NULL; each = tk_list_poll(list)) {
        if (condition(each, context)) {
            tk_inbox_give_back(inbox, each);
        } else {
            tk_list_add(&kept, each);
        }
    }
    *list = kept;
}
