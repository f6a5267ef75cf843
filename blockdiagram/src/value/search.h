/* sorting of numbers with their places */
#ifndef BD_VALUE_SEARCH_H
#define BD_VALUE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bd_sort_item {
    double key, second; /* the number, or size and angle of a complex one */
    size_t place;
} bd_sort_item;

int bd_sort_compare(const bd_sort_item *a, const bd_sort_item *b);
void bd_sort_items(bd_sort_item *items, size_t count, bool falling);

#endif
