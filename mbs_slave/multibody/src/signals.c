/* expressions of the mechanism: parameters are constants; t, inputs and, in laws of force, x and v
 * are variables */
#include "plan.h"

#include <string.h>

typedef struct scope {
    const mbs_builder *builder;
    int with_motion;
} scope;

static int is(const char *name, size_t length, const char *text) {
    return strlen(text) == length && strncmp(name, text, length) == 0;
}

static int look_up(const void *context, const char *name, size_t length, double *value) {
    const scope *s = context;
    const mbs_input_item *inputs = s->builder->inputs.items;
    for (int i = 0; i < s->builder->inputs.count; i++)
        if (is(name, length, inputs[i].name))
            return MBS_VARIABLE_INPUT + i;
    if (is(name, length, "t"))
        return MBS_VARIABLE_T;
    if (s->with_motion && is(name, length, "x"))
        return MBS_VARIABLE_X;
    if (s->with_motion && is(name, length, "v"))
        return MBS_VARIABLE_V;
    const mbs_named_number *p = s->builder->parameters.items;
    for (int i = 0; i < s->builder->parameters.count; i++)
        if (is(name, length, p[i].name)) {
            *value = p[i].value;
            return -1;
        }
    return -2;
}

mr_status mbs_compile(mbs_plan *plan, mbs_origin origin, const char *text, int with_motion,
                      mbs_expression **expression) {
    mr_message message = {{0}};
    scope s = {plan->builder, with_motion};
    mr_status status = mbs_expression_compile(text, look_up, &s, expression, &message);
    if (status != MR_OK)
        return mbs_complain(plan->builder, origin, status, "%s", message.text);
    mbs_model *m = plan->model;
    mbs_expression **all = mbs_arena_grow(&m->arena, m->expressions, m->expression_count,
                                          &m->expression_room, sizeof *all);
    if (!all) {
        mbs_expression_free(*expression);
        return MR_ERR_MEMORY;
    }
    m->expressions = all;
    m->expressions[m->expression_count++] = *expression;
    return MR_OK;
}

mr_status mbs_add_signal(mbs_plan *plan, mbs_origin origin, const char *text, int *signal) {
    mbs_signal *s = mbs_list_add(&plan->model->arena, &plan->signals, sizeof *s);
    if (!s)
        return MR_ERR_MEMORY;
    s->name = mbs_arena_text(&plan->model->arena, text);
    *signal = plan->signals.count - 1;
    mr_status status = mbs_compile(plan, origin, text, 0, &s->expression);
    if (status != MR_OK)
        plan->signals.count--;
    return status;
}
