/* methods of the objects that functions share, as the run-time object of an S-function */
#include <string.h>

#include "value/box.h"
#include "value/evaluate.h"
#include "value/library.h"

/* block.RegBlockMethod(name, function) and other methods of a shared object: the functions are kept
 * as fields of `Methods`; what only sets up ports by default does nothing. 0: it is no method */
/* object.function(…) of a class: the function gets the object first, and may change it */
static int call_function(bd_calc *calc, const bd_syntax *node, const bd_syntax *field,
                         const bd_value *object, size_t wanted, bd_values *list) {
    bd_user_function found;
    bd_values arguments = {0};

    if (!calc->frame || !bd_user_function_find(calc, field->text, &found))
        return calc->status == BD_OK ? 0 : -1;
    if (!bd_values_add(calc, &arguments, object) ||
        (node->kind == BD_SYNTAX_CALL && !bd_evaluate_arguments(calc, node, NULL, &arguments)))
        return -1;
    const bd_value **left = bd_calc_alloc(calc, arguments.count + 1, sizeof *left);
    calc->at = node->at;
    if (!left ||
        !bd_user_function_call(calc, &found, arguments.items, arguments.count, wanted, list, left))
        return -1;
    if (left[0] && calc->target && !bd_calc_store(calc, field->left, left[0], false))
        return -1;
    return 1;
}

int bd_call_method(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list) {
    const bd_syntax *field = node->kind == BD_SYNTAX_CALL ? node->left : node;
    const bd_value *object = field->kind == BD_SYNTAX_FIELD && field->left->kind == BD_SYNTAX_NAME
                                 ? bd_workspace_find(calc->scope, field->left->text)
                                 : NULL;
    bd_values arguments = {0};

    if (!object || bd_box(object)->object != BD_SHARED_OBJECT ||
        bd_value_field_index(object, field->text) >= 0)
        return 0;
    if (strcmp(field->text, "RegBlockMethod") != 0 || node->count != 2) {
        return strncmp(field->text, "SetPreComp", 10) == 0 ||
                       strcmp(field->text, "AutoRegRuntimePrms") == 0 ||
                       strcmp(field->text, "SetAccelRunOnTLC") == 0
                   ? bd_values_add(calc, list, bd_calc_matrix(calc, BD_DOUBLE, 0, 0)) ? 1 : -1
                   : call_function(calc, node, field, object, wanted, list);
    }
    if (!bd_evaluate_arguments(calc, node, NULL, &arguments))
        return -1;
    const char *name = bd_calc_string(calc, arguments.items[0], "the name of the method");
    const bd_value *methods = bd_value_field(object, "Methods");
    bd_value *more = methods ? bd_calc_copy(calc, methods) : bd_calc_struct(calc);
    bd_value *changed = bd_calc_copy(calc, object);
    if (!name || !more || !changed || !bd_calc_set_field(calc, more, 0, name, arguments.items[1]) ||
        !bd_calc_set_field(calc, changed, 0, "Methods", more))
        return -1;
    bd_box(changed)->object = BD_SHARED_OBJECT;
    return bd_calc_store(calc, field->left, changed, false) &&
                   bd_values_add(calc, list, bd_calc_matrix(calc, BD_DOUBLE, 0, 0))
               ? 1
               : -1;
}
