/* the builder's half that keeps force elements */
#include "plan.h"

#include <math.h>

static mbs_element_item *new_item(mbs_builder *b, mbs_element_kind kind, const char *name,
                                  mr_status *status) {
    if (!name || !*name) {
        *status = mbs_complain(b, b->here, MR_ERR_CONFIG, "an element without a name");
        return NULL;
    }
    mbs_element_item *item = mbs_list_add(&b->arena, &b->elements, sizeof *item);
    if (!item) {
        mr_message_set(b->message, "not enough memory for a mechanism");
        *status = MR_ERR_MEMORY;
        return NULL;
    }
    *status = MR_OK;
    item->origin = b->here;
    item->kind = kind;
    item->name = mbs_arena_text(&b->arena, name);
    return item;
}

static mr_status finite(const mbs_builder *b, const char *name, const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return mbs_complain(b, b->here, MR_ERR_CONFIG,
                                "the element \"%s\" has a number that is not finite", name);
    return MR_OK;
}

/* a stiffness or damping below 0 brings energy in: who wants that writes it as a force */
static mr_status not_negative(const mbs_builder *b, const char *name, const char *what,
                              const double *numbers, int count) {
    MR_TRY(finite(b, name, numbers, count));
    for (int i = 0; i < count; i++)
        if (numbers[i] < 0.0)
            return mbs_complain(b, b->here, MR_ERR_CONFIG,
                                "the %s of \"%s\" must not be negative, but is %g", what, name,
                                numbers[i]);
    return MR_OK;
}

static mr_status has_direction(const mbs_builder *b, const char *name, const double v[3]) {
    MR_TRY(finite(b, name, v, 3));
    if (v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0)
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "\"%s\" has no direction", name);
    return MR_OK;
}

static void copy_texts(mbs_builder *b, const char **const *texts, int count) {
    for (int i = 0; i < count; i++)
        *texts[i] = mbs_arena_text(&b->arena, *texts[i]);
}

/* the begin of every mbs_add_…: an item of this kind, `d` is its copy of `data` with texts of its
 * own */
#define TAKE_DATA(kind, type, member, ...)                                                         \
    mr_status status;                                                                              \
    mbs_element_item *item = new_item(b, kind, data->name, &status);                               \
    if (!item)                                                                                     \
        return status;                                                                             \
    type *d = &item->data.member;                                                                  \
    *d = *data;                                                                                    \
    const char **texts[] = {__VA_ARGS__};                                                          \
    copy_texts(b, texts, (int)(sizeof texts / sizeof *texts))

mr_status mbs_add_spring(mbs_builder *b, const mbs_spring_data *data) {
    TAKE_DATA(MBS_IS_SPRING, mbs_spring_data, spring, &d->name, &d->from, &d->to, &d->coordinate,
              &d->force, &d->brake);
    double numbers[] = {d->brake_speed, d->brake_hold};
    MR_TRY(finite(b, d->name, numbers, 2));
    MR_TRY(not_negative(b, d->name, "stiffness", &d->stiffness, 1));
    MR_TRY(not_negative(b, d->name, "damping", &d->damping, 1));
    if (d->brake && !(d->brake_speed > 0.0))
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "the brake \"%s\" needs a positive brake speed", d->name);
    if (d->brake_hold < 0.0)
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "the brake \"%s\" cannot hold over a negative way", d->name);
    return MR_OK;
}

mr_status mbs_add_bushing(mbs_builder *b, const mbs_bushing_data *data) {
    TAKE_DATA(MBS_IS_BUSHING, mbs_bushing_data, bushing, &d->name, &d->bodies[0], &d->bodies[1],
              &d->point);
    MR_TRY(not_negative(b, d->name, "stiffness", d->stiffness, 3));
    MR_TRY(not_negative(b, d->name, "damping", d->damping, 3));
    MR_TRY(not_negative(b, d->name, "angular stiffness", d->angular_stiffness, 3));
    return not_negative(b, d->name, "angular damping", d->angular_damping, 3);
}

mr_status mbs_add_force(mbs_builder *b, const mbs_force_data *data) {
    TAKE_DATA(MBS_IS_FORCE, mbs_force_data, force, &d->name, &d->at, &d->value);
    return has_direction(b, d->name, d->direction);
}

mr_status mbs_add_torque(mbs_builder *b, const mbs_torque_data *data) {
    TAKE_DATA(MBS_IS_TORQUE, mbs_torque_data, torque, &d->name, &d->body, &d->reaction, &d->value);
    return has_direction(b, d->name, d->axis);
}

mr_status mbs_add_drag(mbs_builder *b, const mbs_drag_data *data) {
    TAKE_DATA(MBS_IS_DRAG, mbs_drag_data, drag, &d->name, &d->at);
    MR_TRY(not_negative(b, d->name, "linear drag", d->linear, 3));
    return not_negative(b, d->name, "quadratic drag", &d->quadratic, 1);
}

mbs_tyre_data mbs_tyre_default(void) {
    return (mbs_tyre_data){.rBx1 = 14.0,
                           .rCx1 = 1.0,
                           .rBy1 = 12.0,
                           .rCy1 = 0.6,
                           .relaxation_x = 0.1,
                           .relaxation_y = 0.2,
                           .low_speed = 2.5,
                           .low_speed_damping = 0.0};
}

mr_status mbs_add_tyre(mbs_builder *b, const mbs_tyre_data *data) {
    TAKE_DATA(MBS_IS_TYRE, mbs_tyre_data, tyre, &d->name, &d->wheel, &d->hub, &d->axis);
    double numbers[] = {d->road,
                        d->radius,
                        d->stiffness,
                        d->damping,
                        d->nominal_load,
                        d->pCx1,
                        d->pDx1,
                        d->pEx1,
                        d->pKx1,
                        d->pKx2,
                        d->pKx3,
                        d->pCy1,
                        d->pDy1,
                        d->pEy1,
                        d->pKy1,
                        d->pKy2,
                        d->pKy4,
                        d->rBx1,
                        d->rCx1,
                        d->rBy1,
                        d->rCy1,
                        d->relaxation_x,
                        d->relaxation_y,
                        d->low_speed,
                        d->low_speed_damping,
                        d->rolling_resistance};
    MR_TRY(finite(b, d->name, numbers, (int)(sizeof numbers / sizeof numbers[0])));
    if (!(d->radius > 0.0) || !(d->stiffness > 0.0) || !(d->nominal_load > 0.0) ||
        !(d->relaxation_x > 0.0) || !(d->relaxation_y > 0.0) || !(d->low_speed > 0.0))
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "the tyre \"%s\" needs positive radius, stiffness, nominal load, "
                            "relaxation lengths and low speed",
                            d->name);
    if (d->damping < 0.0 || d->low_speed_damping < 0.0 || d->rolling_resistance < 0.0)
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "the tyre \"%s\" has a negative damping or rolling resistance",
                            d->name);
    return MR_OK;
}

mr_status mbs_add_callback(mbs_builder *b, const char *name, int count, const char *const *points,
                           mbs_callback function, void *context) {
    mr_status status;
    if (count < 1 || count > 3 || !function)
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "the callback \"%s\" needs 1 to 3 points and a function", name);
    mbs_element_item *item = new_item(b, MBS_IS_CALLBACK, name, &status);
    if (!item)
        return status;
    const char **names = mbs_arena_new(&b->arena, (size_t)count, sizeof *names);
    for (int i = 0; names && i < count; i++)
        names[i] = mbs_arena_text(&b->arena, points[i]);
    item->data.callback = (mbs_callback_data){count, names, function, context};
    return b->arena.failed ? MR_ERR_MEMORY : MR_OK;
}
