/* statements → typed code. A variable has one class and size all through; one that may have no
 * value where it is read is a reason to refuse */
#include "value/typed_compiler.h"
#include "value/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool store_part(bd_tcompiler *c, const bd_syntax *target, const bd_tval *value) {
    char name[4 * (BD_MAX_NAME + 1)];
    bd_tindex index;

    if (!bd_t_dotted(target->left, name, sizeof name))
        return bd_t_refuse(c, "this assignment");
    bd_tvar *variable = bd_t_find(c, name);
    if (!variable || !variable->typed || !variable->defined || variable->value.known)
        return bd_t_refuse(c, "'%s', which grows", name);
    const bd_tval array = variable->value;
    if (!bd_t_subscripts(c, target, &array, variable->name, &index))
        return false;
    const int n = index.rows * index.columns, given = bd_t_count(value);
    if (value->word || (given != 1 && given != n))
        return bd_t_refuse(c, "%d elements for %d", given, n);
    bd_tval from = *value;
    if (value->type != array.type) {
        from.slot = bd_t_slots(c, given);
        from.type = array.type;
        const int at = bd_t_emit(c, BD_T_SETTLE, from.slot, value->slot, 0, given);
        c->made->code[at].sub = (uint8_t)array.type;
    } else if (given != 1) {
        from.slot = bd_t_slots(c, given); /* it may be part of the array itself */
        bd_t_emit(c, BD_T_MOVE, from.slot, value->slot, 0, given);
    }
    for (int k = 0; k < n; k++) {
        const int slot = from.slot + (given == 1 ? 0 : k);
        if (index.slot < 0)
            bd_t_emit(c, BD_T_MOVE, array.slot + index.offsets[k], slot, 0, 1);
        else
            bd_t_emit(c, BD_T_STORE, array.slot, slot, index.slot, index.offsets[k]);
    }
    if (variable->port >= 0)
        c->made->ports[variable->port].written = true;
    return true;
}

static bool store(bd_tcompiler *c, const bd_syntax *target, const bd_tval *value) {
    char name[4 * (BD_MAX_NAME + 1)];

    c->at = target->at;
    if (target->kind == BD_SYNTAX_IGNORED)
        return true;
    if (target->kind == BD_SYNTAX_CALL)
        return store_part(c, target, value);
    if (target->kind != BD_SYNTAX_NAME || !bd_t_dotted(target, name, sizeof name))
        return bd_t_refuse(c, "an assignment to a field or cell");
    bd_tvar *variable = bd_t_variable(c, name);
    return variable && bd_t_assign(c, variable, value);
}

/* v = []: nothing can be done with it but to ask whether it is empty, and to hand it out */
static bool store_nothing(bd_tcompiler *c, const bd_syntax *target) {
    bd_tvar *variable = bd_t_variable(c, target->text);

    if (!variable || variable->fixed || variable->port >= 0 || variable->flag >= 0 ||
        (variable->typed && bd_t_count(&variable->value) > 0))
        return bd_t_refuse(c, "an empty matrix");
    variable->value = (bd_tval){.type = BD_DOUBLE};
    variable->typed = variable->defined = true;
    return true;
}

static bool compile_assignment(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval values[BD_MAX_OUTPUTS];
    const bd_syntax *right = node->left;

    if (node->count == 1 && right->kind == BD_SYNTAX_MATRIX && right->count == 0 &&
        node->items[0]->kind == BD_SYNTAX_NAME)
        return store_nothing(c, node->items[0]);
    if (node->count == 1)
        return bd_t_expression(c, right, &values[0]) && store(c, node->items[0], &values[0]);
    const bd_syntax *base = right->kind == BD_SYNTAX_CALL ? right->left : right;
    if (node->count > BD_MAX_OUTPUTS || base->kind != BD_SYNTAX_NAME || bd_t_find(c, base->text) ||
        bd_t_call(c, right, base->text, values, (int)node->count) <= 0)
        return bd_t_refuse(c, "several results of this");
    for (size_t k = 0; k < node->count; k++)
        if (!store(c, node->items[k], &values[k]))
            return false;
    return true;
}

static bool is_idle(const char *name) {
    return bd_is_idle_function(name) || strncmp(name, "coder.", 6) == 0 ||
           strncmp(name, "eml.", 4) == 0;
}

/* 'text' or ['te' 'xt'], which live as long as the code; NULL: something else */
static const char *message_of(bd_tcompiler *c, const bd_syntax *node) {
    bd_typed *made = c->made;
    size_t length = 1;

    if (node->kind == BD_SYNTAX_TEXT)
        return node->text;
    if (node->kind != BD_SYNTAX_MATRIX || node->count != 1)
        return NULL;
    const bd_syntax *row = node->items[0];
    for (size_t k = 0; k < row->count; k++) {
        if (row->items[k]->kind != BD_SYNTAX_TEXT)
            return NULL;
        length += strlen(row->items[k]->text);
    }
    char *text = calloc(length, 1);
    if (!text || !bd_t_room(c, (void **)&made->texts, made->text_count, &made->text_capacity,
                            sizeof *made->texts)) {
        free(text);
        return NULL;
    }
    for (size_t k = 0; k < row->count; k++)
        strcat(text, row->items[k]->text);
    made->texts[made->text_count++] = text;
    return text;
}

/* error('…') without anything that is formatted */
static bool compile_error(bd_tcompiler *c, const bd_syntax *call) {
    const char *text = call->count == 1 ? message_of(c, call->items[0]) : NULL;

    if (!text || strpbrk(text, "%\\"))
        return bd_t_refuse(c, "this message of an error");
    const int at = bd_t_emit(c, BD_T_FAIL, 0, 0, 0, 0);
    c->made->places[at].what = text;
    c->dead = true;
    return true;
}

static bool compile_expression(bd_tcompiler *c, const bd_syntax *node) {
    const bd_syntax *call = node->left;
    const bd_syntax *base = call->kind == BD_SYNTAX_CALL ? call->left : call;
    char name[4 * (BD_MAX_NAME + 1)];
    bd_tval values[1];

    if (!bd_t_dotted(base, name, sizeof name))
        return bd_t_refuse(c, "this statement");
    if (bd_t_find(c, name))
        return true;
    const int done = bd_t_call(c, call, name, values, 0);
    if (done != 0)
        return done > 0;
    if (bd_is_print_function(name))
        return bd_t_refuse(c, "'%s', which prints", name);
    if (is_idle(name))
        return true;
    if (strcmp(name, "error") == 0 && call->kind == BD_SYNTAX_CALL)
        return compile_error(c, call);
    return bd_t_refuse(c, "the statement '%s'", name);
}

static bool compile_persistent(bd_tcompiler *c, const bd_syntax *node) {
    for (size_t k = 0; k < node->count; k++) {
        char name[400];
        const bd_tframe *frame = c->frame;
        if (node->items[k]->kind != BD_SYNTAX_NAME || !frame->function)
            return bd_t_refuse(c, "this declaration");
        /* one copy for all places where the function is put in */
        snprintf(name, sizeof name, "%.200s|%s|%s", frame->source->name, frame->function->text,
                 node->items[k]->text);
        bd_tvar *shared = NULL;
        for (size_t v = 0; v < c->variable_count; v++)
            if (c->variables[v].frame == -1 && strcmp(c->variables[v].name, name) == 0)
                shared = &c->variables[v];
        if (shared)
            return bd_t_refuse(c, "persistent variables of a function that is called twice");
        bd_tvar *mark = bd_t_variable(c, name);
        bd_tvar *variable = bd_t_variable(c, node->items[k]->text);
        if (!mark || !variable || variable->typed)
            return bd_t_refuse(c, "this persistent variable");
        mark->frame = -1;
        variable->flag = bd_t_slots(c, 1);
    }
    return true;
}

bool bd_t_statements(bd_tcompiler *c, const bd_syntax *node) {
    for (size_t k = 0; k < node->count; k++) {
        const bd_syntax *one = node->items[k];
        bool good;
        if (c->dead)
            return true; /* nothing gets here */
        c->at = one->at;
        if (one->shown && c->code->scope.shows &&
            (one->kind == BD_SYNTAX_ASSIGN || one->kind == BD_SYNTAX_EVALUATE))
            return bd_t_refuse(c, "a statement without semicolon, which prints");
        c->first_code = c->made->count;
        c->first_slot = c->made->slots;
        switch (one->kind) {
        case BD_SYNTAX_ASSIGN:
            good = compile_assignment(c, one);
            break;
        case BD_SYNTAX_EVALUATE:
            good = compile_expression(c, one);
            break;
        case BD_SYNTAX_IF:
            good = bd_t_if(c, one);
            break;
        case BD_SYNTAX_FOR:
            good = bd_t_for(c, one);
            break;
        case BD_SYNTAX_WHILE:
            good = bd_t_while(c, one);
            break;
        case BD_SYNTAX_SWITCH:
            good = bd_t_switch(c, one);
            break;
        case BD_SYNTAX_PERSISTENT:
            good = compile_persistent(c, one);
            break;
        case BD_SYNTAX_RETURN:
            good = bd_t_return(c);
            break;
        case BD_SYNTAX_BREAK:
        case BD_SYNTAX_CONTINUE:
            good = !c->loop ? bd_t_refuse(c, "a break outside of a loop")
                   : one->kind == BD_SYNTAX_BREAK
                       ? bd_t_add_jump(c, c->loop->breaks, &c->loop->break_count)
                       : bd_t_add_jump(c, c->loop->continues, &c->loop->continue_count);
            break;
        default:
            good = bd_t_refuse(c, "this kind of statement");
            break;
        }
        if (!good || c->why[0] != '\0')
            return false;
    }
    return true;
}
