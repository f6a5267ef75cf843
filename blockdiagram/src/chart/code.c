/* actions as code of the language: its variables are copies of the chart's data, written back
 * behind each execution and around each call of something of the chart */
#include "chart/code.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "blockdiagram/language.h"
#include "chart/data.h"
#include "chart/host.h"

chart_size chart_size_of(const chart *c) {
    return (chart_size){c->data_count, c->element_count, c->event_count, c->watch_count,
                        c->slot_count};
}

void chart_shrink(chart *c, const chart_size *size) {
    c->data_count = size->data_count;
    c->element_count = size->element_count;
    c->event_count = size->event_count;
    c->watch_count = size->watch_count;
    c->slot_count = size->slot_count;
    for (int i = 0; i < c->data_count; i++)
        if (c->data[i].change_event >= c->event_count)
            c->data[i].change_event = -1;
}

/* ---- compiling ---- */

static chart_code *add_code(chart *c, const chart_place *place) {
    chart_code *made = bd_arena_alloc(c->arena, sizeof *made);
    if (!made)
        return NULL;
    made->c = c;
    made->place = *place;
    made->number = c->code_count++;
    made->next = c->codes;
    c->codes = made;
    return made;
}

static bd_status add_name(chart_code *code, const char *name, int data) {
    chart *c = code->c;
    for (int i = 0; i < code->count; i++)
        if (strcmp(code->names[i].name, name) == 0)
            return BD_OK;
    size_t names = (size_t)code->capacity, data_room = names, memory = names;
    if (!bd_arena_grow(c->arena, (void **)&code->names, (size_t)code->count, &names,
                       sizeof *code->names) ||
        !bd_arena_grow(c->arena, (void **)&code->data, (size_t)code->count, &data_room,
                       sizeof *code->data) ||
        !bd_arena_grow(c->arena, (void **)&code->memory, (size_t)code->count, &memory,
                       sizeof *code->memory))
        return bd_block_no_memory(c->block);
    code->capacity = (int)names;
    const chart_data *d = &c->data[data];
    bd_name *made = &code->names[code->count];
    *made = (bd_name){.name = name, .shape = chart_data_shape(d), .value = d->value};
    code->data[code->count] = data;
    code->memory[code->count] = d->value ? NULL : bd_arena_alloc(c->arena, chart_data_size(d) + 8);
    if (!d->value && !code->memory[code->count])
        return bd_block_no_memory(c->block);
    code->count++;
    return BD_OK;
}

/* the variables are those data that the text mentions; calls of the chart's things are prepared
 * while there may still be memory for them */
static bd_status read_words(chart_code *code, const char *text) {
    chart *c = code->c;
    for (const char *at = text; *at;) {
        if (*at == '%') {
            at += strcspn(at, "\n");
            continue;
        }
        if (!isalpha((unsigned char)*at) && *at != '_') {
            at++;
            continue;
        }
        const char *begin = at;
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
        if (begin > text && (begin[-1] == '.' || isdigit((unsigned char)begin[-1])))
            continue;
        char *word = bd_arena_copy_bytes(c->arena, begin, (size_t)(at - begin));
        if (!word)
            return bd_block_no_memory(c->block);
        const int data = chart_find_data(c, code->place.state, word);
        if (data >= 0)
            BD_TRY(add_name(code, word, data));
        else
            chart_prepare_call(code, begin);
    }
    return BD_OK;
}

static bd_scope scope_of(chart_code *code) {
    char name[200];
    chart *c = code->c;
    chart_prepare_call(code, "getSimulationTime"); /* functions of files may ask for it */
    chart_name(c, code->place.stored, name, sizeof name);
    code->where = bd_arena_text(c->arena, "%s%s", name, code->place.what);
    return (bd_scope){.place = code->where ? code->where : "action",
                      .names = code->names,
                      .count = (size_t)code->count,
                      .library =
                          code->library ? code->library : bd_workspace_library(c->block->scope),
                      .workspace = c->block->scope,
                      .functions_see_names = true,
                      .find = chart_find_call,
                      .user = code};
}

static bd_status finish(chart_code *code, bd_status status, const bd_error *error,
                        chart_node **node) {
    chart *c = code->c;
    if (status != BD_OK)
        return bd_block_fail(c->block, BD_UNSUPPORTED, "%s", error->text);
    chart_node *made = bd_arena_alloc(c->arena, sizeof *made);
    if (!made)
        return bd_block_no_memory(c->block);
    *made = (chart_node){
        .op = OP_CODE, .type = BD_LOGICAL, .width = 1, .index = code->number, .code = code};
    *node = made;
    return BD_OK;
}

bd_status chart_compile_code(chart *c, const chart_place *place, const char *text, bool condition,
                             chart_node **node) {
    chart_code *code = add_code(c, place);
    if (!code)
        return bd_block_no_memory(c->block);
    code->is_condition = condition;
    BD_TRY(read_words(code, text));
    const bd_scope scope = scope_of(code);
    bd_error error = {0};
    const bd_status status = condition
                                 ? bd_code_compile_expression(text, &scope, &code->code, &error)
                                 : bd_code_compile_statements(text, &scope, &code->code, &error);
    return finish(code, status, &error, node);
}

/* "[o0_, o1_] = f(i0_, i1_);": the names of the arguments are the function's own */
static bd_status call_text(chart_code *code, int function, const char *name, const char **text) {
    chart *c = code->c;
    const chart_state *f = &c->states[function];
    const char *lists[2] = {"", ""};
    for (int side = 0; side < 2; side++) {
        const chart_list *list = side ? &f->inputs : &f->outputs;
        for (int i = 0; i < list->count; i++) {
            const char *alias = bd_arena_text(c->arena, "%s%d__", side ? "in" : "out", i);
            lists[side] =
                alias ? bd_arena_text(c->arena, "%s%s%s", lists[side], i ? "," : "", alias) : NULL;
            if (!lists[side])
                return bd_block_no_memory(c->block);
            BD_TRY(add_name(code, alias, list->items[i]));
        }
    }
    *text = f->outputs.count ? bd_arena_text(c->arena, "[%s] = %s(%s);", lists[0], name, lists[1])
                             : bd_arena_text(c->arena, "%s(%s);", name, lists[1]);
    return *text ? BD_OK : bd_block_no_memory(c->block);
}

bd_status chart_compile_function(chart *c, const chart_place *place, int function,
                                 const char *script, chart_node **node) {
    chart_code *code = add_code(c, place);
    bd_error error = {0};
    char name[BD_MAX_NAME + 1];
    const char *text = NULL;
    if (!code)
        return bd_block_no_memory(c->block);
    bd_status status =
        bd_library_create(bd_workspace_library(c->block->scope), &code->library, &error);
    if (status == BD_OK)
        status = bd_library_add_text(code->library, script, c->states[function].name, name, &error);
    if (status != BD_OK)
        return finish(code, status, &error, node);
    /* its own arguments are no variables of the chart */
    const int outside = c->states[function].parent;
    code->place.state = outside < 0 ? 0 : outside;
    BD_TRY(read_words(code, script));
    BD_TRY(call_text(code, function, name, &text));
    const bd_scope scope = scope_of(code);
    status = bd_code_compile_statements(text, &scope, &code->code, &error);
    return finish(code, status, &error, node);
}

void chart_free_codes(chart *c) {
    for (chart_code *code = c->codes; code; code = code->next) {
        bd_instance_free(code->instance);
        bd_code_free(code->code);
        bd_library_free(code->library);
    }
    c->codes = NULL;
    c->code_count = 0;
}

/* ---- running ---- */

bd_status chart_start_codes(chart *c) {
    bd_error error = {0};
    for (chart_code *code = c->codes; code; code = code->next)
        if (!code->instance && bd_instance_create(code->code, &code->instance, &error) != BD_OK)
            return bd_block_fail(c->block, BD_BLOCK_FAILED, "%s", error.text);
    return BD_OK;
}

void chart_reset_codes(chart *c) {
    for (chart_code *code = c->codes; code; code = code->next)
        if (code->instance)
            bd_instance_reset(code->instance);
}

static void data_to_code(const chart_run *r, const chart_code *code) {
    for (int i = 0; i < code->count; i++)
        if (code->memory[i])
            chart_data_write(r->c, r->data, &r->c->data[code->data[i]], code->memory[i]);
}

static void code_to_data(chart_run *r, const chart_code *code) {
    double before[64];
    for (int i = 0; i < code->count && r->status == BD_OK; i++) {
        const chart_data *d = &r->c->data[code->data[i]];
        if (!code->memory[i])
            continue;
        const bool fixed =
            d->scope == DATA_INPUT || d->scope == DATA_PARAMETER || d->scope == DATA_CONSTANT;
        const bool watched = d->change_event >= 0;
        if (!fixed && !watched) {
            chart_data_read(r->c, r->data, d, code->memory[i]);
            continue;
        }
        if (d->width > 64)
            continue;
        double *now = &r->data[d->first];
        memcpy(before, now, (size_t)d->width * sizeof *now);
        chart_data_read(r->c, r->data, d, code->memory[i]);
        const bool changed = memcmp(before, now, (size_t)d->width * sizeof *now) != 0;
        if (fixed && changed)
            chart_run_fail(r, d->stored, "'%s' is %s and cannot be assigned", d->name,
                           d->scope == DATA_INPUT ? "an input" : "a constant");
        else if (changed && !r->outputs_only)
            chart_send(r, d->change_event, -1);
    }
}

typedef struct execution {
    chart_run *r;
    chart_code *code;
} execution;

static bd_status answer(void *user, int number, const void *const *inputs, void *const *outputs,
                        bd_error *error) {
    const execution *e = user;
    code_to_data(e->r, e->code);
    if (e->r->status == BD_OK)
        chart_answer_call(e->r, e->code, number, inputs, outputs);
    data_to_code(e->r, e->code);
    if (e->r->status == BD_OK)
        return BD_OK;
    *error = (bd_error){.status = e->r->status, .text = "it failed"};
    return e->r->status;
}

double chart_run_code(chart_run *r, const chart_node *node) {
    chart_code *code = node->code;
    if (code->busy) {
        chart_run_fail(r, code->place.stored, "%s runs within itself, which is not supported",
                       code->place.what);
        return 0.0;
    }
    execution e = {r, code};
    const bd_binding binding = {.memory = code->memory, .call = answer, .user = &e};
    bd_error error = {0};
    bool truth = false;
    code->busy = true;
    data_to_code(r, code);
    const bd_status status =
        code->is_condition ? bd_code_condition(code->code, code->instance, &binding, &truth, &error)
                           : bd_code_execute(code->code, code->instance, &binding, &error);
    code->busy = false;
    if (r->status == BD_OK && status != BD_OK)
        chart_run_fail(r, NULL, "%s", error.text);
    if (r->status == BD_OK)
        code_to_data(r, code);
    return truth;
}

/* ---- saving ---- */

size_t chart_codes_size(const chart *c) {
    size_t size = 0;
    for (const chart_code *code = c->codes; code; code = code->next)
        size += sizeof(uint64_t) + bd_instance_save_size(code->instance);
    return size;
}

void chart_save_codes(const chart *c, void *bytes) {
    char *at = bytes;
    for (const chart_code *code = c->codes; code; code = code->next) {
        const uint64_t size = bd_instance_save_size(code->instance);
        memcpy(at, &size, sizeof size);
        bd_instance_save(code->instance, at + sizeof size);
        at += sizeof size + size;
    }
}

bd_status chart_restore_codes(chart *c, const void *bytes, size_t size) {
    const char *at = bytes;
    bd_error error = {0};
    for (chart_code *code = c->codes; code; code = code->next) {
        uint64_t own;
        if (size < sizeof own)
            return bd_block_fail(c->block, BD_BAD_VALUE, "the saved state is too short");
        memcpy(&own, at, sizeof own);
        if (own > size - sizeof own)
            return bd_block_fail(c->block, BD_BAD_VALUE, "the saved state is too short");
        const bd_status status =
            bd_instance_restore(code->instance, at + sizeof own, (size_t)own, &error);
        if (status != BD_OK)
            return bd_block_fail(c->block, status, "%s", error.text);
        at += sizeof own + own;
        size -= sizeof own + own;
    }
    return BD_OK;
}
