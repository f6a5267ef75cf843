/* branches and loops → typed code */
#include "value/typed_compiler.h"

#include <stdlib.h>
#include <string.h>

static void patch(bd_tcompiler *c, int jump) {
    c->made->code[jump].n = (int)c->made->count;
}

/* a comparison just before becomes one instruction with the jump */
static int jump_unless(bd_tcompiler *c, const bd_tval *condition) {
    bd_typed *made = c->made;
    bd_typed_instruction *last = made->count > c->first_code ? &made->code[made->count - 1] : NULL;

    if (last && c->label != made->count && last->op >= BD_T_EQ && last->op <= BD_T_GE &&
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
        if (variable && variable->flag >= 0)
            variable->defined = true;
    }
}

bool bd_t_if(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval condition;

    c->at = node->at;
    if (!bd_t_condition(c, node->left, &condition))
        return false;
    if (condition.known) {
        const bd_syntax *taken = condition.number != 0.0 ? node->middle : node->right;
        return !taken ||
               (taken->kind == BD_SYNTAX_IF ? bd_t_if(c, taken) : bd_t_statements(c, taken));
    }
    const int skip = jump_unless(c, &condition);
    bd_tstate *before = malloc(sizeof *before), *then = malloc(sizeof *then);
    bool good = before && then;
    if (good) {
        bd_t_keep(c, before);
        note_set(c, node->left, true);
        good = bd_t_statements(c, node->middle);
        bd_t_keep(c, then);
    }
    if (good) {
        const int over = node->right ? bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0) : -1;
        patch(c, skip);
        bd_t_go_back(c, before);
        bd_t_label(c);
        c->dead = before->dead;
        note_set(c, node->left, false);
        if (node->right) {
            good = node->right->kind == BD_SYNTAX_IF ? bd_t_if(c, node->right)
                                                     : bd_t_statements(c, node->right);
            patch(c, over);
        }
        const bool dead = c->dead;
        bd_t_label(c);
        c->dead = dead;
        bd_t_join(c, then);
    }
    free(before);
    free(then);
    return good;
}

bool bd_t_add_jump(bd_tcompiler *c, int *list, size_t *count) {
    if (*count >= 64)
        return bd_t_refuse(c, "there are too many jumps");
    list[(*count)++] = bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0);
    c->dead = true;
    return true;
}

/* the body between `top` and the jump back; `next` runs at every turn */
static bool compile_body(bd_tcompiler *c, const bd_syntax *body, int top, int exit, int counter) {
    bd_tloop loop = {.outer = c->loop};
    bd_tstate *before = malloc(sizeof *before);
    bool good = before != NULL;

    if (good) {
        bd_t_keep(c, before);
        c->loop = &loop;
        good = bd_t_statements(c, body);
        c->loop = loop.outer;
        for (size_t k = 0; k < loop.continue_count; k++)
            patch(c, loop.continues[k]);
        bd_t_label(c);
        if (counter >= 0) {
            const bd_tval one = bd_t_constant(c, 1.0, BD_DOUBLE);
            bd_t_emit(c, BD_T_ADD, counter, counter, one.slot, 0);
        }
        bd_t_emit(c, BD_T_JUMP, 0, 0, 0, top);
        patch(c, exit);
        for (size_t k = 0; k < loop.break_count; k++)
            patch(c, loop.breaks[k]);
        bd_t_label(c);
        /* the body may not have run at all */
        bd_t_go_back(c, before);
    }
    free(before);
    return good;
}

bool bd_t_while(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval condition;
    bd_t_label(c);
    const int top = (int)c->made->count;

    if (!bd_t_condition(c, node->left, &condition))
        return false;
    const int exit = jump_unless(c, &condition);
    return compile_body(c, node->right, top, exit, -1);
}

bool bd_t_for(bd_tcompiler *c, const bd_syntax *node) {
    const bd_syntax *values = node->middle;
    bd_tval ends[3], array = {0};

    if (node->left->kind != BD_SYNTAX_NAME)
        return bd_t_refuse(c, "this loop variable");
    const bool range = values->kind == BD_SYNTAX_RANGE;
    bd_tval count = {0};
    if (range) {
        if (!bd_t_expression(c, values->left, &ends[0]) ||
            !bd_t_expression(c, values->right, &ends[2]) ||
            (values->middle && !bd_t_expression(c, values->middle, &ends[1])))
            return false;
        ends[1] = !values->middle ? bd_t_constant(c, 1.0, BD_DOUBLE) : ends[1];
        for (int k = 0; k < 3; k++) {
            if (bd_t_count(&ends[k]) != 1 || ends[k].type != BD_DOUBLE || ends[k].word)
                return bd_t_refuse(c, "the ends of this loop");
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
        if (!bd_t_expression(c, values, &array))
            return false;
        if (array.word || (array.rows != 1 && bd_t_count(&array) != 1))
            return bd_t_refuse(c, "a loop over columns");
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
            if (ends[1].known) {
                bd_t_emit(c, BD_T_PAIR, now.slot, now.slot, ends[2].slot,
                          bd_typed_function_find(ends[1].number > 0.0 ? "min" : "max"));
            } else { /* upwards or downwards: between both ends */
                const int lower = bd_typed_function_find("min"),
                          upper = bd_typed_function_find("max");
                const int low = bd_t_slots(c, 1), high = bd_t_slots(c, 1);
                bd_t_emit(c, BD_T_PAIR, low, ends[0].slot, ends[2].slot, lower);
                bd_t_emit(c, BD_T_PAIR, high, ends[0].slot, ends[2].slot, upper);
                bd_t_emit(c, BD_T_PAIR, now.slot, now.slot, low, upper);
                bd_t_emit(c, BD_T_PAIR, now.slot, now.slot, high, lower);
            }
        } else {
            bd_t_emit(c, BD_T_ADD, now.slot, ends[0].slot, counter, 0);
        }
    } else {
        bd_t_emit(c, BD_T_LOAD, now.slot, array.slot, counter, 0);
    }
    bd_tvar *variable = bd_t_variable(c, node->left->text);
    if (!variable)
        return false;
    const bool was = variable->defined;
    if (!bd_t_assign(c, variable, &now) || !compile_body(c, node->right, top, exit, counter))
        return false;
    variable->defined = was;
    return true;
}

/* a switch on a text, which is known here: one case remains */
static bool switch_on_word(bd_tcompiler *c, const bd_syntax *node, const char *word) {
    const bd_syntax *otherwise = NULL;

    for (size_t k = 0; k < node->count; k++) {
        const bd_syntax *one = node->items[k], *labels = one->left;
        if (!labels) {
            otherwise = one;
            continue;
        }
        const bool several = labels->kind == BD_SYNTAX_CELL && labels->count == 1;
        bool hit = false;
        for (size_t l = 0; l < (several ? labels->items[0]->count : 1); l++) {
            const bd_syntax *label = several ? labels->items[0]->items[l] : labels;
            if (label->kind != BD_SYNTAX_TEXT)
                return bd_t_refuse(c, "this case");
            hit = hit || strcmp(label->text, word) == 0;
        }
        if (hit)
            return bd_t_statements(c, one->right);
    }
    return !otherwise || bd_t_statements(c, otherwise->right);
}

bool bd_t_switch(bd_tcompiler *c, const bd_syntax *node) {
    bd_tval subject;
    int ends[64];
    size_t end_count = 0;
    bd_tstate *before = malloc(sizeof *before), *all = malloc(sizeof *all);
    bool good = before && all && bd_t_expression(c, node->left, &subject);
    bool otherwise = false, any = false;

    if (good && subject.word) {
        free(before);
        free(all);
        return switch_on_word(c, node, subject.word);
    }
    if (good && bd_t_count(&subject) != 1)
        good = bd_t_refuse(c, "a switch on an array");
    if (good)
        bd_t_keep(c, before);
    for (size_t k = 0; good && k < node->count; k++) {
        const bd_syntax *one = node->items[k];
        int skips[1], hits[64];
        size_t hit_count = 0;
        int skip = -1;
        bd_t_go_back(c, before);
        if (one->left) {
            const bd_syntax *labels[64];
            size_t label_count = 0;
            if (one->left->kind == BD_SYNTAX_CELL && one->left->count == 1)
                for (size_t l = 0; l < one->left->items[0]->count && l < 64; l++)
                    labels[label_count++] = one->left->items[0]->items[l];
            else
                labels[label_count++] = one->left;
            for (size_t l = 0; good && l < label_count; l++) {
                bd_tval label, equal;
                good = bd_t_expression(c, labels[l], &label);
                if (good && (label.word || bd_t_count(&label) != 1))
                    good = bd_t_refuse(c, "this case");
                const bd_tval asked = {
                    .type = BD_DOUBLE, .rows = 1, .columns = 1, .slot = subject.slot};
                label.type = BD_DOUBLE;
                label.known = false;
                good = good && bd_t_binary(c, BD_OP_EQ, &asked, &label, &equal);
                if (good)
                    hits[hit_count++] = bd_t_emit(c, BD_T_JUMP_IF, 0, equal.slot, 0, 0);
            }
            skips[0] = bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0);
            skip = skips[0];
            for (size_t h = 0; h < hit_count; h++)
                patch(c, hits[h]);
            bd_t_label(c);
            c->dead = before->dead;
        } else {
            otherwise = true;
        }
        good = good && bd_t_statements(c, one->right);
        if (good && end_count < 64)
            ends[end_count++] = bd_t_emit(c, BD_T_JUMP, 0, 0, 0, 0);
        else if (good)
            good = bd_t_refuse(c, "a switch with very many cases");
        if (good) {
            if (any)
                bd_t_join(c, all);
            bd_t_keep(c, all);
            any = true;
        }
        if (skip >= 0) {
            patch(c, skip);
            bd_t_label(c);
        }
        if (otherwise)
            break;
    }
    if (good) {
        for (size_t k = 0; k < end_count; k++)
            patch(c, ends[k]);
        bd_t_label(c);
        if (!otherwise || !any)
            bd_t_go_back(c, before);
        else
            bd_t_go_back(c, all);
    }
    free(before);
    free(all);
    return good;
}

bool bd_t_return(bd_tcompiler *c) {
    bd_tframe *frame = c->frame;

    if (frame->function) {
        for (size_t k = 0; k < frame->function->middle->count && k < BD_MAX_OUTPUTS; k++) {
            const char *name = frame->function->middle->items[k]->text;
            const bd_tvar *result = name ? bd_t_find(c, name) : NULL;
            frame->defined_at_return[k] = frame->defined_at_return[k] && result && result->defined;
        }
    }
    return bd_t_add_jump(c, frame->returns, &frame->return_count);
}
