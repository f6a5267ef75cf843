/* finds a parameter in the built-in table */
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/diagram.h"
#include "file/default_table.h"

static int compare_rows(const void *a, const void *b) {
    const bd_default_row *x = a, *y = b;
    int order = strcmp(x->type, y->type);
    return order != 0 ? order : strcmp(x->name, y->name);
}

const char *bd_type_default(const char *type, const char *name) {
    bd_default_row wanted = {type, name, NULL};
    const bd_default_row *found =
        bsearch(&wanted, bd_default_table, bd_default_count, sizeof wanted, compare_rows);
    return found ? found->value : NULL;
}
