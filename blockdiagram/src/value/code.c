/* compiles code for named variables: the text becomes a tree, the shapes of its results are found,
 * and it becomes typed code if it can */
#include "value/code.h"

#include <stdlib.h>
#include <string.h>

#include "value/memory.h"
#include "value/typed.h"

static char *keep_text(bd_arena *arena, const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *copy = bd_arena_alloc(arena, bytes);

    return !copy ? NULL : memcpy(copy, text, bytes);
}

static bool mentions(const bd_syntax *node, const char *name) {
    if (!node)
        return false;
    if (node->kind == BD_SYNTAX_NAME && node->text && strcmp(node->text, name) == 0)
        return true;
    return bd_syntax_below(node, mentions, name);
}

static bd_status no_memory(bd_error *error) {
    return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for code");
}

static bd_status create(const char *text, const bd_scope *scope, bd_code **made, bd_error *error) {
    bd_code *code = calloc(1, sizeof *code);

    *made = code;
    if (!code)
        return no_memory(error);
    code->arena.limit = BD_SYNTAX_BYTES;
    code->scope = *scope;
    code->text = keep_text(&code->arena, text);
    code->scope.place = keep_text(&code->arena, scope->place ? scope->place : "code");
    bd_name *names = bd_arena_array(&code->arena, scope->count + 1, sizeof *names);
    code->used = bd_arena_array(&code->arena, scope->count + 1, sizeof *code->used);
    if (!code->text || !code->scope.place || !names || !code->used)
        return no_memory(error);
    code->scope.names = names;
    for (size_t k = 0; k < scope->count; k++) {
        names[k] = scope->names[k];
        names[k].name = keep_text(&code->arena, scope->names[k].name);
        names[k].value = bd_value_share(scope->names[k].value);
        if (!names[k].name)
            return no_memory(error);
    }
    return BD_OK;
}

void bd_code_free(bd_code *code) {
    if (!code)
        return;
    for (size_t k = 0; k < code->scope.count && code->scope.names; k++)
        bd_value_free((bd_value *)(uintptr_t)code->scope.names[k].value);
    bd_typed_free(code->typed);
    bd_arena_empty(&code->arena);
    free(code);
}

/* the shapes of the results, from one run on trial. doubt: what went wrong in it */
static bd_status try_outputs(bd_code *code, bd_trial trial, bd_shape *outputs, bool *unknown,
                             bd_error *doubt) {
    bd_instance *instance = NULL;
    bd_status status = bd_instance_create(code, &instance, doubt);

    *unknown = status != BD_OK;
    if (status != BD_OK)
        return status;
    bd_execution run = {.code = code, .instance = instance, .trial = trial};
    bd_values list = {0};
    bd_calc calc;
    bd_execution_begin(&run, &calc);
    const bool good = bd_execution_perform(&run, &calc, &list);
    for (int k = 0; k < code->output_count; k++)
        if (!good || (size_t)k >= list.count ||
            !bd_value_memory_shape(list.items[k], &code->arena, &outputs[k]))
            outputs[k] = bd_shape_unknown();
    *unknown = calc.status == BD_UNKNOWN_NAME || calc.status == BD_UNSUPPORTED ||
               calc.status == BD_OUT_OF_MEMORY;
    status = bd_calc_end(&calc, doubt);
    bd_instance_free(instance);
    return status;
}

/* zeros first. A matrix that has no inverse, a table that does not rise: what goes wrong with zeros
 * may go well with other numbers, and sizes do not depend on them */
static bd_status find_outputs(bd_code *code, bd_error *error) {
    bd_error doubt = {0}, later = {0};
    bool unknown;

    code->outputs = bd_arena_array(&code->arena, (size_t)code->wanted + 1, sizeof *code->outputs);
    if (!code->outputs)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", code->scope.place);
    code->output_count = code->wanted;
    bd_status status = try_outputs(code, BD_TRIAL_ZEROS, code->outputs, &unknown, &doubt);
    code->doubt = keep_text(&code->arena, status != BD_OK ? doubt.text : "it gives nothing");
    if (unknown) { /* a name that nobody knows stops it now, and so does a lack of memory */
        *error = doubt;
        return status;
    }
    for (bd_trial trial = BD_TRIAL_RISING; status != BD_OK && trial < BD_TRIAL_COUNT; trial++)
        status = try_outputs(code, trial, code->outputs, &unknown, &later);
    return BD_OK;
}

bool bd_code_likely_output(bd_code *code, int k, bd_shape *shape) {
    bd_shape *outputs = bd_arena_array(&code->arena, (size_t)code->wanted + 1, sizeof *outputs);
    bd_error doubt;
    bool unknown;

    *shape = code->outputs[k];
    for (bd_trial trial = BD_TRIAL_RISING;
         outputs && shape->rank == BD_INHERITED && trial < BD_TRIAL_COUNT; trial++)
        if (try_outputs(code, trial, outputs, &unknown, &doubt) == BD_OK)
            *shape = outputs[k];
    return shape->rank != BD_INHERITED;
}

static bd_status finish(bd_status status, bd_code **code) {
    if (status == BD_OK)
        (*code)->typed = bd_typed_compile(*code, (*code)->untyped, sizeof(*code)->untyped);
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
    for (size_t k = 0; k < code->scope.count && tree; k++) {
        code->used[k] =
            code->scope.functions_see_names || mentions(tree, code->scope.names[k].name);
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
        for (size_t k = 0; k < scope->count; k++)
            (*code)->used[k] = true;
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
    return code->doubt ? code->doubt : "";
}

void bd_code_set_output(bd_code *code, int k, const bd_shape *shape) {
    code->outputs[k] = *shape;
}

bool bd_code_is_typed(const bd_code *code) {
    return code->typed != NULL;
}
