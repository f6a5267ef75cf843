/* variables of typed code: one class and size each, and where they certainly have a value */
#include "value/typed_compiler.h"

#include <string.h>

bd_tvar *bd_t_find(bd_tcompiler *c, const char *name) {
    const bool shared = c->code->scope.functions_see_names;

    for (size_t k = c->variable_count; k-- > 0;) {
        bd_tvar *one = &c->variables[k];
        if ((one->frame == c->frame->number || (shared && one->port >= 0)) &&
            strcmp(one->name, name) == 0)
            return one;
    }
    return NULL;
}

bd_tvar *bd_t_variable(bd_tcompiler *c, const char *name) {
    bd_tvar *known = bd_t_find(c, name);

    if (known)
        return known;
    if (c->variable_count >= BD_TYPED_VARIABLES) {
        bd_t_refuse(c, "there are too many variables");
        return NULL;
    }
    char *copy = bd_arena_copy((bd_arena *)(uintptr_t)&c->code->arena, name);
    if (!copy) {
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
        value->slot < c->first_slot)
        return false;
    bd_typed_instruction *last = &made->code[made->count - 1];
    const bool plain = (last->op >= BD_T_ADD && last->op <= BD_T_CALL) || (last->op == BD_T_LOAD) ||
                       last->op == BD_T_SETTLE;
    if (!plain || last->d != value->slot || bd_t_count(value) != 1)
        return false;
    last->d = slot;
    return true;
}

bool bd_t_assign(bd_tcompiler *c, bd_tvar *variable, const bd_tval *given) {
    bd_tval value = *given;

    if (variable->typed && variable->value.known)
        return bd_t_refuse(c, "the constant '%s' is assigned", variable->name);
    if (value.word && !variable->typed && !variable->fixed && variable->port < 0 &&
        variable->flag < 0) { /* a text is known, or there is no such form */
        variable->value = value;
        variable->typed = variable->defined = true;
        return true;
    }
    if (value.word || bd_t_count(&value) == 0)
        return bd_t_refuse(c, "the value of '%s'", variable->name);
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
    if (variable->port >= 0)
        c->made->ports[variable->port].written = true;
    if (variable->flag >= 0) {
        const bd_tval one = bd_t_constant(c, 1.0, BD_DOUBLE);
        bd_t_emit(c, BD_T_MOVE, variable->flag, one.slot, 0, 1);
    }
    return true;
}

void bd_t_keep(const bd_tcompiler *c, bd_tstate *s) {
    for (size_t k = 0; k < BD_TYPED_VARIABLES; k++)
        s->defined[k] = k < c->variable_count && c->variables[k].defined;
    s->dead = c->dead;
}

void bd_t_go_back(bd_tcompiler *c, const bd_tstate *s) {
    for (size_t k = 0; k < c->variable_count; k++)
        c->variables[k].defined = s->defined[k];
    c->dead = s->dead;
}

void bd_t_join(bd_tcompiler *c, const bd_tstate *s) {
    for (size_t k = 0; k < c->variable_count; k++) {
        c->variables[k].defined =
            (c->variables[k].defined || c->dead) && (s->defined[k] || s->dead);
    }
    c->dead = c->dead && s->dead;
}
