/* runs compiled code on values: what the host's memory holds is read before and written after, and
 * around each call of the host, who may look at it and change it meanwhile */
#include "value/code.h"

#include <stdio.h>
#include <string.h>

#include "value/memory.h"
#include "value/typed.h"
#include "value/workspace_private.h"

static const void *trial_memory(bd_calc *calc, const bd_shape *shape, bd_trial trial) {
    void *memory = bd_calc_alloc(calc, bd_shape_size(shape) + 8, 1);

    if (!memory || trial == BD_TRIAL_ZEROS || shape->complexity == 1 || shape->type < BD_DOUBLE ||
        shape->type > BD_LOGICAL)
        return memory;
    const int width = bd_shape_width(shape);
    for (int k = 0; k < width; k++)
        bd_element_write(memory, shape->type, (size_t)k, trial == BD_TRIAL_ONES ? 1.0 : k + 1.0);
    return memory;
}

static bool read_names(bd_calc *calc, const bd_execution *run) {
    const bd_scope *scope = &run->code->scope;
    bd_error error = {0};

    for (size_t k = 0; k < scope->count; k++) {
        const bd_name *name = &scope->names[k];
        bd_value *value = NULL;
        bd_status status = BD_OK;
        if (!run->code->used[k])
            continue;
        if (name->value) {
            value = bd_value_share(name->value);
        } else if (run->binding && run->binding->memory[k]) {
            status = bd_value_read_memory(&name->shape, run->binding->memory[k], &value, &error);
        } else {
            const void *tried = trial_memory(calc, &name->shape, run->trial);
            status = !tried ? BD_OUT_OF_MEMORY
                            : bd_value_read_memory(&name->shape, tried, &value, &error);
        }
        if (status == BD_OK)
            status = bd_workspace_set(run->instance->variables, name->name, value, &error);
        if (status != BD_OK)
            return bd_calc_fail(calc, status, "variable '%s': %s", name->name, error.text) != NULL;
    }
    return true;
}

static bool write_names(bd_calc *calc, const bd_execution *run) {
    const bd_scope *scope = &run->code->scope;
    bd_error error = {0};

    for (size_t k = 0; run->binding && k < scope->count; k++) {
        const bd_name *name = &scope->names[k];
        if (!run->code->used[k] || name->value || !run->binding->memory[k])
            continue;
        const bd_value *value = bd_workspace_find_own(run->instance->variables, name->name);
        if (!value ||
            bd_value_write_memory(value, &name->shape, run->binding->memory[k], &error) != BD_OK) {
            return bd_calc_fail(calc, BD_BAD_VALUE, "variable '%s': %s", name->name,
                                value ? error.text : "it has no value") != NULL;
        }
    }
    return true;
}

/* a word: a name, or names with points; "" for any other expression */
static const char *word_of(bd_calc *calc, const bd_syntax *node) {
    if (node->kind == BD_SYNTAX_NAME)
        return node->text;
    if (node->kind == BD_SYNTAX_FIELD) {
        const char *left = word_of(calc, node->left);
        const size_t bytes = strlen(left) + node->length + 2;
        char *text = *left ? bd_calc_alloc(calc, bytes, 1) : NULL;
        if (text) {
            snprintf(text, bytes, "%s.%s", left, node->text);
            return text;
        }
    }
    return "";
}

static int ask_host(void *user, bd_calc *calc, const bd_syntax *node, const char *name,
                    size_t wanted, bd_values *list) {
    const bd_execution *run = user;
    const bd_scope *scope = &run->code->scope;
    const char *texts[BD_HOST_ARGUMENTS];
    void *inputs[BD_HOST_ARGUMENTS], *outputs[BD_HOST_ARGUMENTS];
    const int count = node->kind == BD_SYNTAX_CALL ? (int)node->count : 0;
    bd_host_call call = {0};
    bd_error error = {0};

    if (!scope->find || count > BD_HOST_ARGUMENTS)
        return 0;
    for (int k = 0; k < count; k++)
        texts[k] = word_of(calc, node->items[k]);
    if (!scope->find(scope->user, name, texts, count, &call))
        return 0;
    for (int k = 0; k < call.input_count; k++) {
        if (call.written[k] < 0 || call.written[k] >= count) {
            bd_calc_refuse(calc, "'%s' needs more arguments", name);
            return -1;
        }
        const bd_value *value = bd_calc_evaluate(calc, node->items[call.written[k]]);
        inputs[k] = bd_calc_alloc(calc, bd_shape_size(&call.inputs[k]) + 8, 1);
        if (!value || !inputs[k])
            return -1;
        calc->at = node->at;
        if (bd_value_write_memory(value, &call.inputs[k], inputs[k], &error) != BD_OK) {
            bd_calc_refuse(calc, "argument %d of '%s': %s", call.written[k] + 1, name, error.text);
            return -1;
        }
    }
    for (int k = 0; k < call.output_count; k++) {
        outputs[k] = bd_calc_alloc(calc, bd_shape_size(&call.outputs[k]) + 8, 1);
        if (!outputs[k])
            return -1;
    }
    if (run->binding && run->binding->call) {
        if (!write_names(calc, run) || !bd_keep_held(calc))
            return -1;
        const void *given[BD_HOST_ARGUMENTS];
        for (int k = 0; k < call.input_count; k++)
            given[k] = inputs[k];
        if (run->binding->call(run->binding->user, call.number, given, outputs, &error) != BD_OK) {
            calc->is_placed = true;
            bd_calc_fail(calc, error.status, "%s", error.text);
            return -1;
        }
        if (!read_names(calc, run))
            return -1;
    }
    for (int k = 0; k < call.output_count && (k == 0 || (size_t)k < wanted); k++) {
        bd_value *value = NULL;
        if (bd_value_read_memory(&call.outputs[k], outputs[k], &value, &error) != BD_OK ||
            !bd_values_add(calc, list, bd_calc_keep(calc, value)))
            return -1;
    }
    if (call.output_count == 0 && wanted > 0) {
        bd_calc_refuse(calc, "'%s' gives no value", name);
        return -1;
    }
    return 1;
}

/* runs it all and leaves the results in list, which the calculation keeps */
bool bd_execution_perform(const bd_execution *run, bd_calc *calc, bd_values *list) {
    const bd_code *code = run->code;

    if (!read_names(calc, run))
        return false;
    if (code->function) {
        bd_user_function found;
        bd_values args = {0};
        for (size_t k = 0; k < code->scope.count; k++)
            if (!bd_values_add(
                    calc, &args,
                    bd_workspace_find_own(run->instance->variables, code->scope.names[k].name)))
                return false;
        if (!bd_user_function_find(calc, code->function, &found)) {
            return bd_calc_fail(calc, BD_UNKNOWN_NAME, "there is no function '%s'",
                                code->function) != NULL;
        }
        return bd_user_function_call(calc, &found, args.items, args.count, (size_t)code->wanted,
                                     list, NULL);
    }
    if (code->expression)
        return bd_values_add(calc, list, bd_calc_evaluate(calc, code->expression));
    return bd_execute(calc, code->script) && write_names(calc, run);
}

void bd_execution_begin(bd_execution *run, bd_calc *calc) {
    const bd_code *code = run->code;
    const bool shares = code->scope.functions_see_names;

    run->host = (bd_host){ask_host, run, shares ? code->scope.names : NULL,
                          shares ? code->scope.count : 0, shares ? run->instance->variables : NULL};
    run->frame = (bd_frame){.library = code->scope.library,
                            .globals = run->instance->globals,
                            .persistent = run->instance->persistent,
                            .stop = run->binding ? run->binding->stop : NULL,
                            .printer = run->binding ? run->binding->printer : NULL,
                            .outside = code->scope.workspace,
                            .host = &run->host,
                            .stack = (const char *)calc};
    bd_calc_begin(calc, code->text, run->instance->variables);
    calc->target = code->script ? run->instance->variables : NULL;
    calc->name = code->scope.place;
    calc->frame = &run->frame;
}

/* a vector without orientation takes rows and columns */
static bool fits(const bd_value *value, const bd_shape *most, int *dims) {
    const bool is_vector =
        most->rank == 1 && value->rank == 2 && (value->dims[0] == 1 || value->dims[1] == 1);
    if (is_vector || value->count == 0) {
        for (int d = 0; d < most->rank; d++)
            dims[d] = d == 0 ? (int)value->count : most->rank > 1 && value->count == 0 ? 0 : 1;
        return value->count <= (size_t)most->dims[0];
    }
    bool good = value->rank == most->rank;
    for (int d = 0; d < most->rank && good; d++) {
        good = value->dims[d] <= (size_t)most->dims[d];
        dims[d] = good ? (int)value->dims[d] : 0;
    }
    return good;
}

static bd_status write_result(const bd_execution *run, int k, const bd_value *value,
                              bd_error *why) {
    const bd_shape *most = &run->code->outputs[k];
    bd_shape shape = *most;
    if (most->variable && most->type != BD_BUS) {
        char have[64], declared[128];
        if (!fits(value, most, shape.dims))
            return bd_error_set(why, BD_BAD_VALUE, "a %s %s does not fit at most %s",
                                bd_class_name(value->type),
                                bd_value_size_text(value, have, sizeof have),
                                bd_shape_text(most, declared, sizeof declared));
        if (run->binding->sizes)
            memcpy(run->binding->sizes[k], shape.dims, sizeof shape.dims);
    }
    return bd_value_write_memory(value, &shape, run->binding->outputs[k], why);
}

static bd_status execute(bd_execution *run, bool *truth, bd_error *error) {
    const bd_code *code = run->code;
    bd_values list = {0};
    bd_error why = {0};
    bd_calc calc;

    bd_execution_begin(run, &calc);
    if (!bd_execution_perform(run, &calc, &list))
        return bd_calc_end(&calc, error);
    if (truth) {
        if (list.count == 0 || !bd_calc_truth(&calc, list.items[0], truth))
            bd_calc_refuse(&calc, "this is no condition");
        return bd_calc_end(&calc, error);
    }
    for (int k = 0; k < code->output_count; k++)
        if ((size_t)k >= list.count)
            bd_calc_refuse(&calc, "result %d has no value", k + 1);
        else if (write_result(run, k, list.items[k], &why) != BD_OK)
            bd_calc_refuse(&calc, "result %d: %s", k + 1, why.text);
    return bd_calc_end(&calc, error);
}

bd_status bd_code_execute(const bd_code *code, bd_instance *instance, const bd_binding *binding,
                          bd_error *error) {
    if (code->typed)
        return bd_typed_run(code, code->typed, instance->frame, binding, error);
    bd_execution run = {.code = code, .instance = instance, .binding = binding};
    return execute(&run, NULL, error);
}

bd_status bd_code_condition(const bd_code *code, bd_instance *instance, const bd_binding *binding,
                            bool *truth, bd_error *error) {
    if (code->typed && code->output_count == 1) {
        bd_binding plain = *binding;
        plain.outputs = NULL;
        const bd_status status = bd_typed_run(code, code->typed, instance->frame, &plain, error);
        const int width = bd_shape_width(&code->outputs[0]);
        *truth = width > 0;
        for (int k = 0; k < width; k++)
            *truth = *truth && instance->frame[code->typed->outputs[0] + k] != 0.0;
        return status;
    }
    bd_execution run = {.code = code, .instance = instance, .binding = binding};
    return execute(&run, truth, error);
}
