/* Simulink functions that M code calls: found by their names in its text, answered with the shapes
 * that they declare */
#include "blocks/functions/called.h"

#include <ctype.h>
#include <string.h>

typedef struct one {
    char *name;
    const bd_model_function *function;
    bd_shape arguments[BD_MAX_ARGUMENTS], results[BD_MAX_ARGUMENTS];
    int argument_count, result_count;
    struct one *next;
} one;

struct bd_called {
    bd_block *block;
    one *first;
    int count;
};

static const one *find(const bd_called *called, const char *name, size_t length) {
    for (const one *o = called ? called->first : NULL; o; o = o->next)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static bd_status add(bd_block *block, char *name, const bd_library *library, bd_called **called) {
    const bd_model_function *function = NULL;
    bd_signature own;
    if (bd_library_signature(library, name, &own))
        return BD_OK;
    BD_TRY(bd_block_find_function(block, name, &function));
    if (!function)
        return BD_OK;
    one *o = bd_block_alloc(block, sizeof *o);
    if (!*called)
        *called = bd_block_alloc(block, sizeof **called);
    if (!o || !*called)
        return bd_block_no_memory(block);
    o->name = name;
    o->function = function;
    BD_TRY(bd_model_function_signature(block, function, o->arguments, &o->argument_count,
                                       o->results, &o->result_count));
    if (o->argument_count > BD_HOST_ARGUMENTS || o->result_count > BD_HOST_ARGUMENTS)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED,
                             "'%s' has more than %d arguments or results, which M code cannot call",
                             name, BD_HOST_ARGUMENTS);
    (*called)->block = block;
    (*called)->count++;
    o->next = (*called)->first;
    (*called)->first = o;
    return BD_OK;
}

bd_status bd_called_find(bd_block *block, const char *text, const bd_library *library,
                         bd_called **called) {
    *called = NULL;
    for (const char *at = text; *at;) {
        if (*at == '%')
            at += strcspn(at, "\n");
        if (!isalpha((unsigned char)*at)) {
            at += *at != '\0';
            continue;
        }
        const char *begin = at;
        while (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
            at++;
        const size_t length = (size_t)(at - begin);
        if (at[strspn(at, " \t")] != '(' || find(*called, begin, length))
            continue;
        char *name = bd_block_alloc(block, length + 1);
        if (!name)
            return bd_block_no_memory(block);
        memcpy(name, begin, length);
        BD_TRY(add(block, name, library, called));
    }
    return BD_OK;
}

bool bd_called_answer(void *user, const char *name, const char *const *texts, int count,
                      bd_host_call *call) {
    (void)texts;
    const bd_called *called = user;
    int number = 0;
    const one *o = called->first;
    for (; o && strcmp(o->name, name) != 0; o = o->next)
        number++;
    if (!o || o->argument_count != count)
        return false;
    *call = (bd_host_call){.number = number, .input_count = count, .output_count = o->result_count};
    for (int i = 0; i < count; i++) {
        call->written[i] = i;
        call->inputs[i] = o->arguments[i];
    }
    for (int i = 0; i < o->result_count; i++)
        call->outputs[i] = o->results[i];
    return true;
}

bd_status bd_called_run(void *user, int number, const void *const *inputs, void *const *outputs,
                        bd_error *error) {
    const bd_called *called = user;
    const one *o = called->first;
    while (o && number-- > 0)
        o = o->next;
    if (!o)
        return bd_error_set(error, BD_BLOCK_FAILED, "there is no such Simulink function");
    const bd_status status = bd_model_function_call(called->block, o->function, inputs, outputs);
    return status == BD_OK ? BD_OK
                           : bd_error_set(error, status, "Simulink function '%s' failed", o->name);
}
