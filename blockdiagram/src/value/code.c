/* code compiled for named variables, run on values: what the host's memory holds is read before and
 * written after, and around each call of the host, who may look at it and change it meanwhile */
#include "value/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/memory.h"
#include "value/typed.h"
#include "value/workspace_private.h"

static char *keep_text(bd_arena *arena, const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = bd_arena_alloc(arena, bytes);

    return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

bool bd_syntax_mentions(const bd_syntax *node, const char *name) {
    if (node == NULL) {
        return false;
    }
    if (node->kind == BD_SYNTAX_NAME && node->text != NULL && strcmp(node->text, name) == 0) {
        return true;
    }
    bool found = bd_syntax_mentions(node->left, name) || bd_syntax_mentions(node->middle, name) ||
                 bd_syntax_mentions(node->right, name);
    for (size_t k = 0; k < node->count && !found; k++) {
        found = bd_syntax_mentions(node->items[k], name);
    }
    return found;
}

static bd_status no_memory(bd_error *error) {
    return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for code");
}

static bd_status create(const char *text, const bd_scope *scope, bd_code **made, bd_error *error) {
    bd_code *code = calloc(1, sizeof *code);

    *made = code;
    if (code == NULL) {
        return no_memory(error);
    }
    code->arena.limit = BD_SYNTAX_BYTES;
    code->scope = *scope;
    code->text = keep_text(&code->arena, text);
    code->scope.place = keep_text(&code->arena, scope->place != NULL ? scope->place : "code");
    bd_name *names = bd_arena_array(&code->arena, scope->count + 1, sizeof *names);
    code->used = bd_arena_array(&code->arena, scope->count + 1, sizeof *code->used);
    if (code->text == NULL || code->scope.place == NULL || names == NULL || code->used == NULL) {
        return no_memory(error);
    }
    code->scope.names = names;
    for (size_t k = 0; k < scope->count; k++) {
        names[k] = scope->names[k];
        names[k].name = keep_text(&code->arena, scope->names[k].name);
        names[k].value = bd_value_share(scope->names[k].value);
        if (names[k].name == NULL) {
            return no_memory(error);
        }
    }
    return BD_OK;
}

void bd_code_free(bd_code *code) {
    if (code == NULL) {
        return;
    }
    for (size_t k = 0; k < code->scope.count && code->scope.names != NULL; k++) {
        bd_value_free((bd_value *)(uintptr_t)code->scope.names[k].value);
    }
    bd_typed_free(code->typed);
    bd_arena_empty(&code->arena);
    free(code);
}

bd_status bd_instance_create(const bd_code *code, bd_instance **instance, bd_error *error) {
    *instance = calloc(1, sizeof **instance);
    if (*instance == NULL) {
        return no_memory(error);
    }
    (*instance)->code = code;
    bd_status status = bd_persistent_create(&(*instance)->persistent, error);
    if (status == BD_OK) {
        status = bd_workspace_create(code->scope.place, code->scope.workspace,
                                     &(*instance)->variables, error);
    }
    if (status == BD_OK) {
        status = bd_workspace_create("global variables", NULL, &(*instance)->globals, error);
    }
    if (status == BD_OK && code->typed != NULL) {
        const size_t bytes = (size_t)code->typed->slots * sizeof(double);
        (*instance)->frame = malloc(bytes);
        if ((*instance)->frame == NULL) {
            status = no_memory(error);
        } else {
            memcpy((*instance)->frame, code->typed->image, bytes);
        }
    }
    if (status != BD_OK) {
        bd_instance_free(*instance);
        *instance = NULL;
    }
    return status;
}

void bd_instance_free(bd_instance *instance) {
    if (instance == NULL) {
        return;
    }
    bd_persistent_free(instance->persistent);
    bd_workspace_free(instance->variables);
    bd_workspace_free(instance->globals);
    free(instance->frame);
    free(instance);
}

void bd_instance_reset(bd_instance *instance) {
    bd_error error;
    bd_persistent *fresh = NULL;

    if (instance->frame != NULL) {
        memcpy(instance->frame, instance->code->typed->image,
               (size_t)instance->code->typed->slots * sizeof(double));
    }
    if (bd_persistent_create(&fresh, &error) == BD_OK) {
        bd_persistent_free(instance->persistent);
        instance->persistent = fresh;
    }
}

/* persistent variables of typed code: all of them, one after the other */
static size_t move_kept(const bd_instance *instance, double *to, const double *from) {
    const bd_typed *typed = instance->code->typed;
    size_t used = 0;

    for (size_t k = 0; k < typed->kept_count; k++) {
        const size_t count = (size_t)typed->kept[k].count;
        double *here = instance->frame + typed->kept[k].slot;
        if (to != NULL) {
            memcpy(to + used, here, count * sizeof *to);
        } else if (from != NULL) {
            memcpy(here, from + used, count * sizeof *to);
        }
        used += count;
    }
    return used * sizeof(double);
}

size_t bd_instance_save_size(const bd_instance *instance) {
    return instance->frame != NULL ? move_kept(instance, NULL, NULL)
                                   : bd_persistent_size(instance->persistent);
}

void bd_instance_save(const bd_instance *instance, void *bytes) {
    if (instance->frame != NULL) {
        move_kept(instance, bytes, NULL);
    } else {
        bd_persistent_save(instance->persistent, bytes);
    }
}

bd_status bd_instance_restore(bd_instance *instance, const void *bytes, size_t size,
                              bd_error *error) {
    if (instance->frame == NULL) {
        return bd_persistent_restore(instance->persistent, bytes, size, error);
    }
    if (size != bd_instance_save_size(instance)) {
        return bd_error_set(error, BD_BAD_FILE, "saved variables of functions are damaged");
    }
    move_kept(instance, NULL, bytes);
    return BD_OK;
}

bd_workspace *bd_instance_globals(bd_instance *instance) {
    return instance->globals;
}

/* one execution */
typedef struct execution {
    const bd_code *code;
    bd_instance *instance;
    const bd_binding *binding; /* NULL: variables are zeros, and the host is not there */
} execution;

static bool read_names(bd_calc *calc, const execution *run) {
    const bd_scope *scope = &run->code->scope;
    bd_error error = {0};

    for (size_t k = 0; k < scope->count; k++) {
        const bd_name *name = &scope->names[k];
        bd_value *value = NULL;
        bd_status status = BD_OK;
        if (!run->code->used[k]) {
            continue;
        }
        if (name->value != NULL) {
            value = bd_value_share(name->value);
        } else if (run->binding != NULL && run->binding->memory[k] != NULL) {
            status = bd_value_read_memory(&name->shape, run->binding->memory[k], &value, &error);
        } else {
            void *zeros = bd_calc_alloc(calc, bd_shape_size(&name->shape) + 8, 1);
            status = zeros == NULL ? BD_OUT_OF_MEMORY
                                   : bd_value_read_memory(&name->shape, zeros, &value, &error);
        }
        if (status == BD_OK) {
            status = bd_workspace_set(run->instance->variables, name->name, value, &error);
        }
        if (status != BD_OK) {
            return bd_calc_fail(calc, status, "variable '%s': %s", name->name, error.text) != NULL;
        }
    }
    return true;
}

static bool write_names(bd_calc *calc, const execution *run) {
    const bd_scope *scope = &run->code->scope;
    bd_error error = {0};

    for (size_t k = 0; run->binding != NULL && k < scope->count; k++) {
        const bd_name *name = &scope->names[k];
        if (!run->code->used[k] || name->value != NULL || run->binding->memory[k] == NULL) {
            continue;
        }
        const bd_value *value = bd_workspace_find_own(run->instance->variables, name->name);
        if (value == NULL ||
            bd_value_write_memory(value, &name->shape, run->binding->memory[k], &error) != BD_OK) {
            return bd_calc_fail(calc, BD_BAD_VALUE, "variable '%s': %s", name->name,
                                value != NULL ? error.text : "it has no value") != NULL;
        }
    }
    return true;
}

/* a word: a name, or names with points; "" for any other expression */
static const char *word_of(bd_calc *calc, const bd_syntax *node) {
    if (node->kind == BD_SYNTAX_NAME) {
        return node->text;
    }
    if (node->kind == BD_SYNTAX_FIELD) {
        const char *left = word_of(calc, node->left);
        const size_t bytes = strlen(left) + node->length + 2;
        char *text = *left ? bd_calc_alloc(calc, bytes, 1) : NULL;
        if (text != NULL) {
            snprintf(text, bytes, "%s.%s", left, node->text);
            return text;
        }
    }
    return "";
}

static int ask_host(void *user, bd_calc *calc, const bd_syntax *node, const char *name,
                    size_t wanted, bd_values *list) {
    const execution *run = user;
    const bd_scope *scope = &run->code->scope;
    const char *texts[BD_HOST_ARGUMENTS];
    void *inputs[BD_HOST_ARGUMENTS], *outputs[BD_HOST_ARGUMENTS];
    const int count = node->kind == BD_SYNTAX_CALL ? (int)node->count : 0;
    bd_host_call call = {0};
    bd_error error = {0};

    if (scope->find == NULL || count > BD_HOST_ARGUMENTS) {
        return 0;
    }
    for (int k = 0; k < count; k++) {
        texts[k] = word_of(calc, node->items[k]);
    }
    if (!scope->find(scope->user, name, texts, count, &call)) {
        return 0;
    }
    for (int k = 0; k < call.input_count; k++) {
        if (call.written[k] < 0 || call.written[k] >= count) {
            bd_calc_refuse(calc, "'%s' needs more arguments", name);
            return -1;
        }
        const bd_value *value = bd_calc_evaluate(calc, node->items[call.written[k]]);
        inputs[k] = bd_calc_alloc(calc, bd_shape_size(&call.inputs[k]) + 8, 1);
        if (value == NULL || inputs[k] == NULL) {
            return -1;
        }
        calc->at = node->at;
        if (bd_value_write_memory(value, &call.inputs[k], inputs[k], &error) != BD_OK) {
            bd_calc_refuse(calc, "argument %d of '%s': %s", call.written[k] + 1, name, error.text);
            return -1;
        }
    }
    for (int k = 0; k < call.output_count; k++) {
        outputs[k] = bd_calc_alloc(calc, bd_shape_size(&call.outputs[k]) + 8, 1);
        if (outputs[k] == NULL) {
            return -1;
        }
    }
    if (run->binding != NULL && run->binding->call != NULL) {
        if (!write_names(calc, run)) {
            return -1;
        }
        const void *given[BD_HOST_ARGUMENTS];
        for (int k = 0; k < call.input_count; k++) {
            given[k] = inputs[k];
        }
        if (run->binding->call(run->binding->user, call.number, given, outputs, &error) != BD_OK) {
            calc->is_placed = true;
            bd_calc_fail(calc, error.status, "%s", error.text);
            return -1;
        }
        if (!read_names(calc, run)) {
            return -1;
        }
    }
    for (int k = 0; k < call.output_count && (k == 0 || (size_t)k < wanted); k++) {
        bd_value *value = NULL;
        if (bd_value_read_memory(&call.outputs[k], outputs[k], &value, &error) != BD_OK ||
            !bd_values_add(calc, list, bd_calc_keep(calc, value))) {
            return -1;
        }
    }
    if (call.output_count == 0 && wanted > 0) {
        bd_calc_refuse(calc, "'%s' gives no value", name);
        return -1;
    }
    return 1;
}

/* runs it all and leaves the results in list, which the calculation keeps */
static bool perform(bd_calc *calc, const execution *run, bd_values *list) {
    const bd_code *code = run->code;

    if (!read_names(calc, run)) {
        return false;
    }
    if (code->function != NULL) {
        bd_user_function found;
        bd_values args = {0};
        for (size_t k = 0; k < code->scope.count; k++) {
            if (!bd_values_add(
                    calc, &args,
                    bd_workspace_find_own(run->instance->variables, code->scope.names[k].name))) {
                return false;
            }
        }
        if (!bd_user_function_find(calc, code->function, &found)) {
            return bd_calc_fail(calc, BD_UNKNOWN_NAME, "there is no function '%s'",
                                code->function) != NULL;
        }
        return bd_user_function_call(calc, &found, args.items, args.count, (size_t)code->wanted,
                                     list, NULL);
    }
    if (code->expression != NULL) {
        return bd_values_add(calc, list, bd_calc_evaluate(calc, code->expression));
    }
    return bd_execute(calc, code->script) && write_names(calc, run);
}

static void begin(bd_calc *calc, const execution *run, bd_frame *frame, const bd_host *host) {
    const bd_code *code = run->code;

    bd_calc_begin(calc, code->text, run->instance->variables);
    calc->target = code->script != NULL ? run->instance->variables : NULL;
    calc->name = code->scope.place;
    *frame = (bd_frame){.library = code->scope.library,
                        .globals = run->instance->globals,
                        .persistent = run->instance->persistent,
                        .stop = run->binding != NULL ? run->binding->stop : NULL,
                        .host = host,
                        .stack = (const char *)frame};
    calc->frame = frame;
}

static bd_status execute(const execution *run, bool *truth, bd_error *error) {
    const bd_code *code = run->code;
    const bd_host host = {ask_host, (void *)(uintptr_t)run,
                          code->scope.functions_see_names ? code->scope.names : NULL,
                          code->scope.functions_see_names ? code->scope.count : 0,
                          code->scope.functions_see_names ? run->instance->variables : NULL};
    bd_values list = {0};
    bd_error why = {0};
    bd_frame frame;
    bd_calc calc;

    begin(&calc, run, &frame, &host);
    if (!perform(&calc, run, &list)) {
        return bd_calc_end(&calc, error);
    }
    if (truth != NULL) {
        if (list.count == 0 || !bd_calc_truth(&calc, list.items[0], truth)) {
            bd_calc_refuse(&calc, "this is no condition");
        }
        return bd_calc_end(&calc, error);
    }
    for (int k = 0; k < code->output_count; k++) {
        if ((size_t)k >= list.count) {
            bd_calc_refuse(&calc, "result %d has no value", k + 1);
        } else if (bd_value_write_memory(list.items[k], &code->outputs[k], run->binding->outputs[k],
                                         &why) != BD_OK) {
            bd_calc_refuse(&calc, "result %d: %s", k + 1, why.text);
        }
    }
    return bd_calc_end(&calc, error);
}

bd_status bd_code_execute(const bd_code *code, bd_instance *instance, const bd_binding *binding,
                          bd_error *error) {
    const execution run = {code, instance, binding};

    return code->typed != NULL ? bd_typed_run(code, code->typed, instance->frame, binding, error)
                               : execute(&run, NULL, error);
}

bd_status bd_code_condition(const bd_code *code, bd_instance *instance, const bd_binding *binding,
                            bool *truth, bd_error *error) {
    const execution run = {code, instance, binding};

    if (code->typed != NULL && code->output_count == 1) {
        bd_binding plain = *binding;
        plain.outputs = NULL;
        const bd_status status = bd_typed_run(code, code->typed, instance->frame, &plain, error);
        const int width = bd_shape_width(&code->outputs[0]);
        *truth = width > 0;
        for (int k = 0; k < width; k++) {
            *truth = *truth && instance->frame[code->typed->outputs[0] + k] != 0.0;
        }
        return status;
    }
    return execute(&run, truth, error);
}

/* the shapes of the results, from one run with zeros */
static bd_status find_outputs(bd_code *code, bd_error *error) {
    bd_instance *instance = NULL;
    bd_status status = bd_instance_create(code, &instance, error);

    if (status != BD_OK) {
        return status;
    }
    const execution run = {code, instance, NULL};
    const bd_host host = {ask_host, (void *)(uintptr_t)&run,
                          code->scope.functions_see_names ? code->scope.names : NULL,
                          code->scope.functions_see_names ? code->scope.count : 0,
                          code->scope.functions_see_names ? instance->variables : NULL};
    bd_values list = {0};
    bd_frame frame;
    bd_calc calc;
    begin(&calc, &run, &frame, &host);
    const bool good = perform(&calc, &run, &list);
    code->outputs = bd_arena_array(&code->arena, (size_t)code->wanted + 1, sizeof *code->outputs);
    code->output_count = code->outputs != NULL ? code->wanted : 0;
    for (int k = 0; k < code->output_count; k++) {
        if (!good || (size_t)k >= list.count ||
            !bd_value_memory_shape(list.items[k], &code->arena, &code->outputs[k])) {
            code->outputs[k] = bd_shape_unknown();
        }
    }
    const bool unknown = calc.status == BD_UNKNOWN_NAME || calc.status == BD_UNSUPPORTED;
    bd_error doubt = {0};
    status = bd_calc_end(&calc, &doubt);
    code->doubt = keep_text(&code->arena, status != BD_OK ? doubt.text : "it gives nothing");
    if (unknown) {
        *error = doubt;
    }
    bd_instance_free(instance);
    /* a name that nobody knows stops it now; what goes wrong with zeros may go well later */
    return unknown ? status : BD_OK;
}

static bd_status finish(bd_status status, bd_code **code) {
    if (status == BD_OK) {
        (*code)->typed = bd_typed_compile(*code, (*code)->untyped, sizeof(*code)->untyped);
    }
    if (status != BD_OK) {
        bd_code_free(*code);
        *code = NULL;
    }
    return status;
}

static bd_status parse(bd_code *code, bool is_script, bd_error *error) {
    bd_calc calc;

    bd_calc_begin(&calc, code->text, NULL);
    calc.name = code->scope.place;
    const bd_syntax *tree = is_script ? bd_syntax_script(&calc, &code->arena, code->text)
                                      : bd_syntax_expression(&calc, &code->arena, code->text);
    code->script = is_script ? tree : NULL;
    code->expression = is_script ? NULL : tree;
    for (size_t k = 0; k < code->scope.count && tree != NULL; k++) {
        code->used[k] =
            code->scope.functions_see_names || bd_syntax_mentions(tree, code->scope.names[k].name);
    }
    return bd_calc_end(&calc, error);
}

static bd_status refuse_dialect(const bd_scope *scope, bd_error *error) {
    return scope->dialect == BD_DIALECT_C
               ? bd_error_set(error, BD_UNSUPPORTED,
                              "%s: actions in C cannot be compiled by this compiler", scope->place)
               : BD_OK;
}

bd_status bd_code_compile_statements(const char *text, const bd_scope *scope, bd_code **code,
                                     bd_error *error) {
    bd_status status = create(text, scope, code, error);

    status = status == BD_OK ? refuse_dialect(scope, error) : status;
    return finish(status == BD_OK ? parse(*code, true, error) : status, code);
}

bd_status bd_code_compile_expression(const char *text, const bd_scope *scope, bd_code **code,
                                     bd_error *error) {
    bd_status status = create(text, scope, code, error);

    status = status == BD_OK ? refuse_dialect(scope, error) : status;
    status = status == BD_OK ? parse(*code, false, error) : status;
    if (status == BD_OK) {
        (*code)->wanted = 1;
        status = find_outputs(*code, error);
    }
    return finish(status, code);
}

bd_status bd_code_compile_call(const char *function, const bd_scope *scope, int wanted,
                               bd_code **code, bd_error *error) {
    bd_status status = create(function, scope, code, error);

    if (status == BD_OK) {
        (*code)->function = (*code)->text;
        (*code)->wanted = wanted;
        for (size_t k = 0; k < scope->count; k++) {
            (*code)->used[k] = true;
        }
        status = find_outputs(*code, error);
    }
    return finish(status, code);
}

int bd_code_output_count(const bd_code *code) {
    return code->output_count;
}

const bd_shape *bd_code_output(const bd_code *code, int k) {
    return &code->outputs[k];
}

const char *bd_code_doubt(const bd_code *code) {
    return code->doubt != NULL ? code->doubt : "";
}

void bd_code_set_output(bd_code *code, int k, const bd_shape *shape) {
    code->outputs[k] = *shape;
}

bool bd_code_is_typed(const bd_code *code) {
    return code->typed != NULL;
}

const char *bd_code_why_not(const bd_code *code) {
    return code->typed != NULL ? "" : code->untyped;
}
