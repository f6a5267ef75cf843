/* statements and calls → typed code. A variable has one class and size all through; one that may
 * have no value where it is read is a reason to refuse */
#include "value/typed_compiler.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SLOTS = 200000, MOST_CODE = 200000 };

bool bd_t_refuse(bd_tcompiler *c, const char *format, ...) {
    va_list list;

    if (c->why[0] == '\0') {
        va_start(list, format);
        vsnprintf(c->why, c->capacity, format, list);
        va_end(list);
    }
    return false;
}

static bool room(bd_tcompiler *c, void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return true;
    }
    const size_t wanted = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = realloc(*items, wanted * size);
    if (grown == NULL) {
        return bd_t_refuse(c, "out of memory");
    }
    *items = grown;
    *capacity = wanted;
    return true;
}

int bd_t_emit(bd_tcompiler *c, int op, int d, int a, int b, int n) {
    bd_typed *made = c->made;
    const bd_tframe *frame = c->frame;
    size_t other = made->capacity;

    if (made->count >= MOST_CODE) {
        bd_t_refuse(c, "the code is too long");
        return (int)made->count - 1;
    }
    if (!room(c, (void **)&made->code, made->count, &made->capacity, sizeof *made->code) ||
        !room(c, (void **)&made->places, made->count, &other, sizeof *made->places)) {
        return 0;
    }
    made->code[made->count] =
        (bd_typed_instruction){.op = (uint8_t)op, .d = d, .a = a, .b = b, .n = n};
    made->places[made->count] =
        (bd_typed_place){.name = frame->source != NULL ? frame->source->name : c->code->scope.place,
                         .text = frame->source != NULL ? frame->source->text : c->code->text,
                         .function = frame->function != NULL ? frame->function->text : NULL,
                         .at = c->at};
    return (int)made->count++;
}

int bd_t_slots(bd_tcompiler *c, int count) {
    bd_typed *made = c->made;
    const int at = made->slots;

    if (made->slots + count > MOST_SLOTS) {
        bd_t_refuse(c, "the arrays are too large");
        return 0;
    }
    while (made->slots + count > made->slot_capacity) {
        const int wanted = made->slot_capacity > 0 ? 2 * made->slot_capacity : 256;
        double *grown = realloc(made->image, (size_t)wanted * sizeof *grown);
        if (grown == NULL) {
            bd_t_refuse(c, "out of memory");
            return 0;
        }
        made->image = grown;
        made->slot_capacity = wanted;
    }
    for (int k = 0; k < count; k++) {
        made->image[made->slots++] = 0.0;
    }
    return at;
}

bd_tval bd_t_constant(bd_tcompiler *c, double number, int type) {
    bd_tval value = {.type = type, .rows = 1, .columns = 1, .known = true, .number = number};

    value.slot = bd_t_slots(c, 1);
    if (c->made->image != NULL) {
        c->made->image[value.slot] = number;
    }
    return value;
}

int bd_t_table(bd_tcompiler *c, int x, int y, int z) {
    bd_typed *made = c->made;

    if (!room(c, (void **)&made->tables, made->table_count, &made->table_capacity,
              sizeof *made->tables)) {
        return 0;
    }
    made->tables[made->table_count][0] = x;
    made->tables[made->table_count][1] = y;
    made->tables[made->table_count][2] = z;
    return (int)made->table_count++;
}

void bd_t_label(bd_tcompiler *c) {
    c->label = c->made->count;
    c->dead = false;
}

bd_tvar *bd_t_find(bd_tcompiler *c, const char *name) {
    const bool shared = c->code->scope.functions_see_names;

    for (size_t k = c->variable_count; k-- > 0;) {
        bd_tvar *one = &c->variables[k];
        if ((one->frame == c->frame->number || (shared && one->port >= 0)) &&
            strcmp(one->name, name) == 0) {
            return one;
        }
    }
    return NULL;
}

bd_tvar *bd_t_variable(bd_tcompiler *c, const char *name) {
    bd_tvar *known = bd_t_find(c, name);

    if (known != NULL) {
        return known;
    }
    if (c->variable_count >= BD_TYPED_VARIABLES) {
        bd_t_refuse(c, "there are too many variables");
        return NULL;
    }
    char *copy = bd_arena_copy((bd_arena *)(uintptr_t)&c->code->arena, name);
    if (copy == NULL) {
        bd_t_refuse(c, "out of memory");
        return NULL;
    }
    known = &c->variables[c->variable_count++];
    *known = (bd_tvar){.name = copy, .frame = c->frame->number, .port = -1, .flag = -1};
    return known;
}

/* can the last instruction write straight into the variable? */
static bool redirect(bd_tcompiler *c, const bd_tval *value, int slot) {
    bd_typed *made = c->made;

    /* only what this statement has computed into a place of its own */
    if (made->count <= c->first_code || c->label == made->count || value->known ||
        value->slot < c->first_slot) {
        return false;
    }
    bd_typed_instruction *last = &made->code[made->count - 1];
    const bool plain = (last->op >= BD_T_ADD && last->op <= BD_T_CALL) || (last->op == BD_T_LOAD) ||
                       last->op == BD_T_SETTLE;
    if (!plain || last->d != value->slot || bd_t_count(value) != 1) {
        return false;
    }
    last->d = slot;
    return true;
}

bool bd_t_assign(bd_tcompiler *c, bd_tvar *variable, const bd_tval *given) {
    bd_tval value = *given;

    if (variable->typed && variable->value.known) {
        return bd_t_refuse(c, "the constant '%s' is assigned", variable->name);
    }
    if (value.word != NULL || bd_t_count(&value) == 0) {
        return bd_t_refuse(c, "the value of '%s'", variable->name);
    }
    if (!variable->typed) {
        variable->typed = true;
        variable->value = value;
        variable->value.known = false;
        variable->value.slot = bd_t_slots(c, bd_t_count(&value));
    } else if (variable->value.rows != value.rows || variable->value.columns != value.columns) {
        return bd_t_refuse(c, "the size of '%s' changes from %dx%d to %dx%d", variable->name,
                           variable->value.rows, variable->value.columns, value.rows,
                           value.columns);
    } else if (variable->value.type != value.type && !variable->fixed) {
        return bd_t_refuse(c, "the class of '%s' changes from %s to %s", variable->name,
                           bd_class_name((bd_class)variable->value.type),
                           bd_class_name((bd_class)value.type));
    }
    const int n = bd_t_count(&value);
    if (variable->fixed && variable->value.type != value.type) {
        const int at = bd_t_emit(c, BD_T_SETTLE, variable->value.slot, value.slot, 0, n);
        c->made->code[at].sub = (uint8_t)variable->value.type;
    } else if (!redirect(c, &value, variable->value.slot)) {
        bd_t_emit(c, BD_T_MOVE, variable->value.slot, value.slot, 0, n);
    }
    variable->defined = true;
    if (variable->port >= 0) {
        c->made->ports[variable->port].written = true;
    }
    if (variable->flag >= 0) {
        const bd_tval one = bd_t_constant(c, 1.0, BD_DOUBLE);
        bd_t_emit(c, BD_T_MOVE, variable->flag, one.slot, 0, 1);
    }
    return true;
}

/* what is certainly defined, to be kept and joined over branches */
typedef struct state {
    bool defined[BD_TYPED_VARIABLES];
    bool dead;
} state;

static void keep(const bd_tcompiler *c, state *s) {
    for (size_t k = 0; k < BD_TYPED_VARIABLES; k++) {
        s->defined[k] = k < c->variable_count && c->variables[k].defined;
    }
    s->dead = c->dead;
}

static void go_back(bd_tcompiler *c, const state *s) {
    for (size_t k = 0; k < c->variable_count; k++) {
        c->variables[k].defined = s->defined[k];
    }
    c->dead = s->dead;
}

static void join(bd_tcompiler *c, const state *s) {
    for (size_t k = 0; k < c->variable_count; k++) {
        c->variables[k].defined =
            (c->variables[k].defined || c->dead) && (s->defined[k] || s->dead);
    }
    c->dead = c->dead && s->dead;
}

static void patch(bd_tcompiler *c, int jump) {
    c->made->code[jump].n = (int)c->made->count;
}

/* a comparison just before becomes one instruction with the jump */
static int jump_unless(bd_tcompiler *c, const bd_tval *condition) {
    bd_typed *made = c->made;
    bd_typed_instruction *last = made->count > c->first_code ? &made->code[made->count - 1] : NULL;

    if (last != NULL && c->label != made->count && last->op >= BD_T_EQ && last->op <= BD_T_GE &&
        last->d == condition->slot && condition->slot >= c->first_slot) {
        last->op = (uint8_t)(last->op - BD_T_EQ + BD_T_UNLESS_EQ);
        return (int)made->count - 1;
    }
    return bd_t_emit(c, BD_T_JUMP_UNLESS, 0, condition->slot, 0, 0);
}

/* where isempty(x), or one of several, is `truth`, persistent variables have a value if it is false
 */
static void note_set(bd_tcompiler *c, const bd_syntax *node, bool truth) {
    if (node->kind == BD_SYNTAX_UNARY && node->code == BD_OP_NOT) {
        note_set(c, node->left, !truth);
    } else if (node->kind == BD_SYNTAX_GROUP) {
        note_set(c, node->left, truth);
    } else if (node->kind == BD_SYNTAX_BINARY &&
               node->code == (truth ? BD_OP_AND_AND : BD_OP_OR_OR)) {
        note_set(c, node->left, truth);
        note_set(c, node->right, truth);
    } else if (!truth && node->kind == BD_SYNTAX_CALL && node->count == 1 &&
               node->left->kind == BD_SYNTAX_NAME && strcmp(node->left->text, "isempty") == 0 &&
               node->items[0]->kind == BD_SYNTAX_NAME) {
        bd_tvar *variable = bd_t_find(c, node->items[0]->text);
        if (variable != NULL && variable->flag >= 0) {
            variable->defined = true;
        }
    }
}

static bool compile_if(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval condition;

    c->at = node->at;
    if (!bd_t_condition(c, node->left, &condition)) {
        return false;
    }
    if (condition.known) {
        const bd_syntax *taken = condition.number != 0.0 ? node->middle : node->right;
        return taken == NULL ||
               (taken->kind == BD_SYNTAX_IF ? compile_if(c, taken) : bd_t_statements(c, taken));
    }
    const int skip = jump_unless(c, &condition);
    state *before = malloc(sizeof *before), *then = malloc(sizeof *then);
    bool good = before != NULL && then != NULL;
    if (good) {
        keep(c, before);
        note_set(c, node->left, true);
        good = bd_t_statements(c, node->middle);
        keep(c, then);
    }
    if (good) {
        const int over = node->right != NULL ? bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0) : -1;
        patch(c, skip);
        go_back(c, before);
        bd_t_label(c);
        c->dead = before->dead;
        note_set(c, node->left, false);
        if (node->right != NULL) {
            good = node->right->kind == BD_SYNTAX_IF ? compile_if(c, node->right)
                                                     : bd_t_statements(c, node->right);
            patch(c, over);
        }
        const bool dead = c->dead;
        bd_t_label(c);
        c->dead = dead;
        join(c, then);
    }
    free(before);
    free(then);
    return good;
}

static bool add_jump(bd_tcompiler *c, int *list, size_t *count) {
    if (*count >= 64) {
        return bd_t_refuse(c, "there are too many jumps");
    }
    list[(*count)++] = bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0);
    c->dead = true;
    return true;
}

/* the body between `top` and the jump back; `next` runs at every turn */
static bool compile_body(bd_tcompiler *c, const bd_syntax *body, int top, int exit, int counter) {
    bd_tloop loop = {.outer = c->loop};
    state *before = malloc(sizeof *before);
    bool good = before != NULL;

    if (good) {
        keep(c, before);
        c->loop = &loop;
        good = bd_t_statements(c, body);
        c->loop = loop.outer;
        for (size_t k = 0; k < loop.continue_count; k++) {
            patch(c, loop.continues[k]);
        }
        bd_t_label(c);
        if (counter >= 0) {
            const bd_tval one = bd_t_constant(c, 1.0, BD_DOUBLE);
            bd_t_emit(c, BD_T_ADD, counter, counter, one.slot, 0);
        }
        bd_t_emit(c, BD_T_JUMP, 0, 0, 0, top);
        patch(c, exit);
        for (size_t k = 0; k < loop.break_count; k++) {
            patch(c, loop.breaks[k]);
        }
        bd_t_label(c);
        /* the body may not have run at all */
        go_back(c, before);
    }
    free(before);
    return good;
}

static bool compile_while(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval condition;
    bd_t_label(c);
    const int top = (int)c->made->count;

    if (!bd_t_condition(c, node->left, &condition)) {
        return false;
    }
    const int exit = jump_unless(c, &condition);
    return compile_body(c, node->right, top, exit, -1);
}

static bool compile_for(bd_tcompiler *c, const bd_syntax *node) {
    const bd_syntax *values = node->middle;
    bd_tval ends[3], array = {0};

    if (node->left->kind != BD_SYNTAX_NAME) {
        return bd_t_refuse(c, "this loop variable");
    }
    const bool range = values->kind == BD_SYNTAX_RANGE;
    bd_tval count = {0};
    if (range) {
        if (!bd_t_expression(c, values->left, &ends[0]) ||
            !bd_t_expression(c, values->right, &ends[2]) ||
            (values->middle != NULL && !bd_t_expression(c, values->middle, &ends[1]))) {
            return false;
        }
        ends[1] = values->middle == NULL ? bd_t_constant(c, 1.0, BD_DOUBLE) : ends[1];
        for (int k = 0; k < 3; k++) {
            if (bd_t_count(&ends[k]) != 1 || ends[k].type != BD_DOUBLE || ends[k].word != NULL) {
                return bd_t_refuse(c, "the ends of this loop");
            }
            /* the body may change a variable that is an end */
            const int copy = bd_t_slots(c, 1);
            if (!ends[k].known) {
                bd_t_emit(c, BD_T_MOVE, copy, ends[k].slot, 0, 1);
                ends[k].slot = copy;
            }
        }
        count.slot = bd_t_slots(c, 1);
        bd_t_emit(c, BD_T_RANGE, count.slot, 0, 0,
                  bd_t_table(c, ends[0].slot, ends[1].slot, ends[2].slot));
    } else {
        if (!bd_t_expression(c, values, &array)) {
            return false;
        }
        if (array.word != NULL || (array.rows != 1 && bd_t_count(&array) != 1)) {
            return bd_t_refuse(c, "a loop over columns");
        }
        bd_tval copy = array;
        copy.slot = bd_t_slots(c, bd_t_count(&array));
        bd_t_emit(c, BD_T_MOVE, copy.slot, array.slot, 0, bd_t_count(&array));
        array = copy;
        count = bd_t_constant(c, bd_t_count(&array), BD_DOUBLE);
    }
    const bd_tval zero = bd_t_constant(c, 0.0, BD_DOUBLE);
    const int counter = bd_t_slots(c, 1);
    bd_t_emit(c, BD_T_MOVE, counter, zero.slot, 0, 1);
    bd_t_label(c);
    const int top = (int)c->made->count;
    const int exit = bd_t_emit(c, BD_T_LOOP, counter, count.slot, 0, 0);
    bd_tval now = {.type = range ? BD_DOUBLE : array.type, .rows = 1, .columns = 1};
    now.slot = bd_t_slots(c, 1);
    if (range) {
        if (!(ends[1].known && ends[1].number == 1.0)) {
            bd_t_emit(c, BD_T_MUL, now.slot, counter, ends[1].slot, 0);
            bd_t_emit(c, BD_T_ADD, now.slot, ends[0].slot, now.slot, 0);
            /* rounding must not carry the last element beyond the end */
            if (!ends[1].known) {
                return bd_t_refuse(c, "a loop whose step is not constant");
            }
            bd_t_emit(c, BD_T_PAIR, now.slot, now.slot, ends[2].slot,
                      bd_typed_function_find(ends[1].number > 0.0 ? "min" : "max"));
        } else {
            bd_t_emit(c, BD_T_ADD, now.slot, ends[0].slot, counter, 0);
        }
    } else {
        bd_t_emit(c, BD_T_LOAD, now.slot, array.slot, counter, 0);
    }
    bd_tvar *variable = bd_t_variable(c, node->left->text);
    if (variable == NULL) {
        return false;
    }
    const bool was = variable->defined;
    if (!bd_t_assign(c, variable, &now) || !compile_body(c, node->right, top, exit, counter)) {
        return false;
    }
    variable->defined = was;
    return true;
}

static bool compile_switch(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval subject;
    int ends[64];
    size_t end_count = 0;
    state *before = malloc(sizeof *before), *all = malloc(sizeof *all);
    bool good = before != NULL && all != NULL && bd_t_expression(c, node->left, &subject);
    bool otherwise = false, any = false;

    if (good && (subject.word != NULL || bd_t_count(&subject) != 1)) {
        good = bd_t_refuse(c, "a switch on a text");
    }
    if (good) {
        keep(c, before);
    }
    for (size_t k = 0; good && k < node->count; k++) {
        const bd_syntax *one = node->items[k];
        int skips[1], hits[64];
        size_t hit_count = 0;
        int skip = -1;
        go_back(c, before);
        if (one->left != NULL) {
            const bd_syntax *labels[64];
            size_t label_count = 0;
            if (one->left->kind == BD_SYNTAX_CELL && one->left->count == 1) {
                for (size_t l = 0; l < one->left->items[0]->count && l < 64; l++) {
                    labels[label_count++] = one->left->items[0]->items[l];
                }
            } else {
                labels[label_count++] = one->left;
            }
            for (size_t l = 0; good && l < label_count; l++) {
                bd_tval label, equal;
                good = bd_t_expression(c, labels[l], &label);
                if (good && (label.word != NULL || bd_t_count(&label) != 1)) {
                    good = bd_t_refuse(c, "this case");
                }
                const bd_tval asked = {
                    .type = BD_DOUBLE, .rows = 1, .columns = 1, .slot = subject.slot};
                label.type = BD_DOUBLE;
                label.known = false;
                good = good && bd_t_binary(c, BD_OP_EQ, &asked, &label, &equal);
                if (good) {
                    hits[hit_count++] = bd_t_emit(c, BD_T_JUMP_IF, 0, equal.slot, 0, 0);
                }
            }
            skips[0] = bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0);
            skip = skips[0];
            for (size_t h = 0; h < hit_count; h++) {
                patch(c, hits[h]);
            }
            bd_t_label(c);
            c->dead = before->dead;
        } else {
            otherwise = true;
        }
        good = good && bd_t_statements(c, one->right);
        if (good && end_count < 64) {
            ends[end_count++] = bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0);
        } else if (good) {
            good = bd_t_refuse(c, "a switch with very many cases");
        }
        if (good) {
            if (any) {
                join(c, all);
            }
            keep(c, all);
            any = true;
        }
        if (skip >= 0) {
            patch(c, skip);
            bd_t_label(c);
        }
        if (otherwise) {
            break;
        }
    }
    if (good) {
        for (size_t k = 0; k < end_count; k++) {
            patch(c, ends[k]);
        }
        bd_t_label(c);
        if (!otherwise || !any) {
            go_back(c, before);
        } else {
            go_back(c, all);
        }
    }
    free(before);
    free(all);
    return good;
}

static bool store_part(bd_tcompiler *c, const bd_syntax *target, const bd_tval *value) {
    char name[4 * (BD_MAX_NAME + 1)];
    bd_tindex index;

    if (!bd_t_dotted(target->left, name, sizeof name)) {
        return bd_t_refuse(c, "this assignment");
    }
    bd_tvar *variable = bd_t_find(c, name);
    if (variable == NULL || !variable->typed || !variable->defined || variable->value.known) {
        return bd_t_refuse(c, "'%s', which grows", name);
    }
    const bd_tval array = variable->value;
    if (!bd_t_subscripts(c, target, &array, variable->name, &index)) {
        return false;
    }
    const int n = index.rows * index.columns, given = bd_t_count(value);
    if (value->word != NULL || (given != 1 && given != n)) {
        return bd_t_refuse(c, "%d elements for %d", given, n);
    }
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
        if (index.slot < 0) {
            bd_t_emit(c, BD_T_MOVE, array.slot + index.offsets[k], slot, 0, 1);
        } else {
            bd_t_emit(c, BD_T_STORE, array.slot, slot, index.slot, index.offsets[k]);
        }
    }
    if (variable->port >= 0) {
        c->made->ports[variable->port].written = true;
    }
    return true;
}

static bool store(bd_tcompiler *c, const bd_syntax *target, const bd_tval *value) {
    char name[4 * (BD_MAX_NAME + 1)];

    c->at = target->at;
    if (target->kind == BD_SYNTAX_IGNORED) {
        return true;
    }
    if (target->kind == BD_SYNTAX_CALL) {
        return store_part(c, target, value);
    }
    if (target->kind != BD_SYNTAX_NAME || !bd_t_dotted(target, name, sizeof name)) {
        return bd_t_refuse(c, "an assignment to a field or cell");
    }
    bd_tvar *variable = bd_t_variable(c, name);
    return variable != NULL && bd_t_assign(c, variable, value);
}

static bool compile_assignment(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval values[BD_MAX_OUTPUTS];
    const bd_syntax *right = node->left;

    if (node->count == 1) {
        return bd_t_expression(c, right, &values[0]) && store(c, node->items[0], &values[0]);
    }
    const bd_syntax *base = right->kind == BD_SYNTAX_CALL ? right->left : right;
    if (node->count > BD_MAX_OUTPUTS || base->kind != BD_SYNTAX_NAME ||
        bd_t_find(c, base->text) != NULL ||
        bd_t_call(c, right, base->text, values, (int)node->count) <= 0) {
        return bd_t_refuse(c, "several results of this");
    }
    for (size_t k = 0; k < node->count; k++) {
        if (!store(c, node->items[k], &values[k])) {
            return false;
        }
    }
    return true;
}

static bool is_idle(const char *name) {
    return bd_is_idle_function(name) || strncmp(name, "coder.", 6) == 0 ||
           strncmp(name, "eml.", 4) == 0;
}

static bool compile_expression(bd_tcompiler *c, const bd_syntax *node) {
    const bd_syntax *call = node->left;
    const bd_syntax *base = call->kind == BD_SYNTAX_CALL ? call->left : call;
    char name[4 * (BD_MAX_NAME + 1)];
    bd_tval values[1];

    if (!bd_t_dotted(base, name, sizeof name)) {
        return bd_t_refuse(c, "this statement");
    }
    if (bd_t_find(c, name) != NULL) {
        return true;
    }
    const int done = bd_t_call(c, call, name, values, 0);
    if (done != 0) {
        return done > 0;
    }
    if (is_idle(name)) {
        return true;
    }
    if (strcmp(name, "error") == 0 && call->kind == BD_SYNTAX_CALL && call->count == 1 &&
        call->items[0]->kind == BD_SYNTAX_TEXT && strpbrk(call->items[0]->text, "%\\") == NULL) {
        const int at = bd_t_emit(c, BD_T_FAIL, 0, 0, 0, 0);
        c->made->places[at].what = call->items[0]->text;
        c->dead = true;
        return true;
    }
    return bd_t_refuse(c, "the statement '%s'", name);
}

static bool compile_persistent(bd_tcompiler *c, const bd_syntax *node) {
    for (size_t k = 0; k < node->count; k++) {
        char name[400];
        const bd_tframe *frame = c->frame;
        if (node->items[k]->kind != BD_SYNTAX_NAME || frame->function == NULL) {
            return bd_t_refuse(c, "this declaration");
        }
        /* one copy for all places where the function is put in */
        snprintf(name, sizeof name, "%.200s|%s|%s", frame->source->name, frame->function->text,
                 node->items[k]->text);
        bd_tvar *shared = NULL;
        for (size_t v = 0; v < c->variable_count; v++) {
            if (c->variables[v].frame == -1 && strcmp(c->variables[v].name, name) == 0) {
                shared = &c->variables[v];
            }
        }
        if (shared != NULL) {
            return bd_t_refuse(c, "persistent variables of a function that is called twice");
        }
        bd_tvar *mark = bd_t_variable(c, name);
        bd_tvar *variable = bd_t_variable(c, node->items[k]->text);
        if (mark == NULL || variable == NULL || variable->typed) {
            return bd_t_refuse(c, "this persistent variable");
        }
        mark->frame = -1;
        variable->flag = bd_t_slots(c, 1);
    }
    return true;
}

static bool compile_return(bd_tcompiler *c) {
    bd_tframe *frame = c->frame;

    if (frame->function != NULL) {
        for (size_t k = 0; k < frame->function->middle->count && k < BD_MAX_OUTPUTS; k++) {
            const char *name = frame->function->middle->items[k]->text;
            const bd_tvar *result = name != NULL ? bd_t_find(c, name) : NULL;
            frame->defined_at_return[k] =
                frame->defined_at_return[k] && result != NULL && result->defined;
        }
    }
    return add_jump(c, frame->returns, &frame->return_count);
}

bool bd_t_statements(bd_tcompiler *c, const bd_syntax *node) {
    for (size_t k = 0; k < node->count; k++) {
        const bd_syntax *one = node->items[k];
        bool good;
        if (c->dead) {
            return true; /* nothing gets here */
        }
        c->at = one->at;
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
            good = compile_if(c, one);
            break;
        case BD_SYNTAX_FOR:
            good = compile_for(c, one);
            break;
        case BD_SYNTAX_WHILE:
            good = compile_while(c, one);
            break;
        case BD_SYNTAX_SWITCH:
            good = compile_switch(c, one);
            break;
        case BD_SYNTAX_PERSISTENT:
            good = compile_persistent(c, one);
            break;
        case BD_SYNTAX_RETURN:
            good = compile_return(c);
            break;
        case BD_SYNTAX_BREAK:
        case BD_SYNTAX_CONTINUE:
            good = c->loop == NULL ? bd_t_refuse(c, "a break outside of a loop")
                   : one->kind == BD_SYNTAX_BREAK
                       ? add_jump(c, c->loop->breaks, &c->loop->break_count)
                       : add_jump(c, c->loop->continues, &c->loop->continue_count);
            break;
        default:
            good = bd_t_refuse(c, "this kind of statement");
            break;
        }
        if (!good || c->why[0] != '\0') {
            return false;
        }
    }
    return true;
}
