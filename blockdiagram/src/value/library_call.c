/* functions called from outside of the language */
#include <stdint.h>
#include <string.h>

#include "value/box.h"
#include "value/handles.h"
#include "value/library.h"
#include "value/memory.h"

static bd_frame frame_of(const bd_surroundings *around, const char *stack) {
    return (bd_frame){.library =
                          around->library ? around->library : bd_workspace_library(around->scope),
                      .globals = around->globals,
                      .persistent = around->persistent,
                      .stop = around->stop,
                      .printer = around->printer,
                      .outside = around->scope,
                      .stack = stack};
}

bd_status bd_library_call(const bd_surroundings *around, const char *function,
                          const bd_value *const *args, size_t count, bd_value **results,
                          size_t wanted, bd_error *error) {
    const char here = 0;
    const bd_frame frame = frame_of(around, &here);
    bd_user_function found;
    bd_values list = {0};
    bd_calc calc;

    bd_calc_begin(&calc, function, NULL);
    calc.frame = &frame;
    if (!bd_user_function_find(&calc, function, &found))
        bd_calc_fail(&calc, BD_UNKNOWN_NAME, "there is no function '%s'", function);
    else
        bd_user_function_call(&calc, &found, args, count, wanted, &list, NULL);
    for (size_t k = 0; k < wanted; k++)
        results[k] = calc.status == BD_OK && k < list.count ? bd_value_share(list.items[k]) : NULL;
    return bd_calc_end(&calc, error);
}

bd_status bd_library_call_method(const bd_surroundings *around, const bd_value *function,
                                 bd_value **object, bd_error *error) {
    const char here = 0;
    bd_frame frame = frame_of(around, &here);
    bd_user_function found;
    bd_values list = {0};
    bd_calc calc;

    bd_box(*object)->object = BD_SHARED_OBJECT;
    bd_calc_begin(&calc, "method", NULL);
    calc.frame = &frame;
    const bd_value *home = bd_is_handle(function) ? bd_value_field(function, "file") : NULL;
    const char *source = home ? bd_calc_string(&calc, home, "the file") : NULL;
    frame.source = source ? bd_library_by_name(frame.library, source) : NULL;
    const char *name = bd_is_handle(function) ? bd_handle_text(&calc, function)
                                              : bd_calc_string(&calc, function, "the function");
    const bd_value *left[1] = {NULL};
    const bd_value *args[1] = {*object};
    if (name && !bd_user_function_find(&calc, name, &found)) {
        bd_calc_fail(&calc, BD_UNKNOWN_NAME, "there is no function '%s'", name);
    } else if (name && bd_user_function_call(&calc, &found, args, 1, 0, &list, left) && left[0]) {
        bd_value *old = *object;
        *object = bd_value_share(left[0]);
        bd_box(*object)->object = BD_SHARED_OBJECT;
        bd_value_free(old);
    }
    return bd_calc_end(&calc, error);
}

bd_status bd_library_call_object(const bd_surroundings *around, const char *method,
                                 bd_value **object, const bd_value *const *args, size_t count,
                                 bd_value **results, size_t wanted, bd_error *error) {
    const char here = 0;
    const bd_frame frame = frame_of(around, &here);
    bd_user_function found;
    bd_values list = {0}, all = {0};
    bd_calc calc;

    bd_box(*object)->object = BD_SHARED_OBJECT;
    bd_calc_begin(&calc, method, NULL);
    calc.frame = &frame;
    bool good = bd_values_add(&calc, &all, *object);
    for (size_t k = 0; good && k < count; k++)
        good = bd_values_add(&calc, &all, args[k]);
    const bd_value **left = bd_calc_alloc(&calc, count + 1, sizeof *left);
    if (good && left && !bd_user_function_find(&calc, method, &found)) {
        bd_calc_fail(&calc, BD_UNKNOWN_NAME, "there is no method '%s'", method);
    } else if (good && left &&
               bd_user_function_call(&calc, &found, all.items, all.count, wanted, &list, left) &&
               left[0]) {
        bd_value *old = *object;
        *object = bd_value_share(left[0]);
        bd_box(*object)->object = BD_SHARED_OBJECT;
        bd_value_free(old);
    }
    for (size_t k = 0; k < wanted; k++)
        results[k] = calc.status == BD_OK && k < list.count ? bd_value_share(list.items[k]) : NULL;
    return bd_calc_end(&calc, error);
}

bd_status bd_library_evaluate(const bd_surroundings *around, const char *text, bd_value **result,
                              bd_error *error) {
    bd_arena tree = {.limit = BD_SYNTAX_BYTES};
    const char here = 0;
    const bd_frame frame = frame_of(around, &here);
    bd_calc calc;

    bd_calc_begin(&calc, text, around->scope);
    calc.frame = &frame;
    const bd_syntax *node = bd_syntax_expression(&calc, &tree, text);
    const bd_value *value = node ? bd_calc_evaluate(&calc, node) : NULL;
    *result = calc.status == BD_OK ? bd_value_share(value) : NULL;
    const bd_status status = bd_calc_end(&calc, error);
    bd_arena_empty(&tree);
    return status;
}
