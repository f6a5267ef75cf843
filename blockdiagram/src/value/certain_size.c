/* the size of a result that follows from the text of a function alone: in a block a variable keeps
 * the size of the first value that is assigned to it */
#include <string.h>

#include "value/library.h"
#include "value/memory.h"

/* y = … of the whole variable */
static const char *assigned_name(const bd_syntax *statement) {
    return statement->kind == BD_SYNTAX_ASSIGN && statement->count == 1 &&
                   statement->items[0]->kind == BD_SYNTAX_NAME
               ? statement->items[0]->text
               : NULL;
}

/* what cannot be evaluated without the arguments has no value here */
static const bd_value *try_value(bd_calc *calc, const bd_syntax *statement) {
    const bd_value *value = bd_calc_evaluate(calc, statement->left);

    if (!value) {
        calc->status = BD_OK;
        calc->indexed = NULL;
        bd_calc_forget(calc);
    }
    return value;
}

static bool search(bd_calc *calc, const bd_syntax *function, const char *wanted,
                   bd_workspace *known, bd_shape *shape) {
    for (size_t k = 0; k < function->right->count; k++) {
        const bd_syntax *statement = function->right->items[k];
        const char *name = assigned_name(statement);
        bd_error error = {0};
        if (!name)
            continue;
        const bd_value *value = try_value(calc, statement);
        const bool found = strcmp(name, wanted) == 0;
        if (found) {
            return value && value->type != BD_STRUCT && value->count > 1 &&
                   bd_value_memory_shape(value, NULL, shape);
        }
        if (value && bd_workspace_set(known, name, bd_value_share(value), &error) != BD_OK)
            return false;
        bd_calc_drop(calc);
    }
    return false;
}

bool bd_library_certain_size(const bd_library *library, const char *function, int k,
                             const bd_name *names, size_t count, bd_shape *shape) {
    int index;
    const bd_source *source = bd_library_source(library, function, &index);
    const bd_syntax *node = source && source->functions ? source->functions->items[index] : NULL;
    bd_workspace *known = NULL;
    bd_error error = {0};
    bd_calc calc;

    if (!node || (size_t)k >= node->middle->count || !node->middle->items[k]->text ||
        bd_workspace_create("constants", NULL, &known, &error) != BD_OK)
        return false;
    for (size_t n = 0; n < count; n++)
        if (names[n].value)
            (void)bd_workspace_set(known, names[n].name, bd_value_share(names[n].value), &error);
    const char here = 0;
    const bd_frame frame = {.library = library, .source = source, .stack = &here};
    bd_calc_begin(&calc, source->text, known);
    calc.frame = &frame;
    const bool found = search(&calc, node, node->middle->items[k]->text, known, shape);
    bd_calc_end(&calc, NULL);
    bd_workspace_free(known);
    return found;
}
