/* the builder: keeps copies of everything it is told, in the order it is told */
#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

mbs_integration mbs_integration_default(void) {
    return (mbs_integration){.step = 1e-3,
                             .position_tolerance = 1e-9,
                             .constraint_tolerance = 1e-10,
                             .penalty = 1e5,
                             .max_iterations = 25,
                             .max_halvings = 6,
                             .solver = MBS_SOLVER_AUTO};
}

mbs_builder *mbs_builder_new(mr_message *message) {
    mbs_builder *b = calloc(1, sizeof *b);
    if (!b) {
        mr_message_set(message, "not enough memory for a mechanism");
        return NULL;
    }
    b->message = message;
    b->title = "mechanism";
    b->integration = mbs_integration_default();
    return b;
}

void mbs_builder_free(mbs_builder *b) {
    if (!b)
        return;
    mbs_arena_free(&b->arena);
    free(b);
}

mr_status mbs_complain(const mbs_builder *b, mbs_origin origin, mr_status status,
                       const char *format, ...) {
    char text[MR_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (origin.file)
        mr_message_set(b->message, "%.200s:%d: %.300s", origin.file, origin.line, text);
    else
        mr_message_set(b->message, "%s", text);
    return status;
}

void *mbs_list_add(mbs_arena *arena, mbs_list *list, size_t size) {
    void *items = mbs_arena_grow(arena, list->items, list->count, &list->room, size);
    if (!items) { /* those that are there stay: others go on to add */
        arena->failed = 1;
        return NULL;
    }
    list->items = items;
    return (char *)list->items + (size_t)list->count++ * size;
}

static mr_status no_memory(const mbs_builder *b) {
    mr_message_set(b->message, "not enough memory for a mechanism");
    return MR_ERR_MEMORY;
}

static const char *copy(mbs_builder *b, const char *text) {
    return mbs_arena_text(&b->arena, text);
}

static mr_status finish(const mbs_builder *b) {
    return b->arena.failed ? no_memory(b) : MR_OK;
}

/* every number of a record must be finite */
static mr_status check_numbers(const mbs_builder *b, const char *what, const char *name,
                               const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return mbs_complain(b, b->here, MR_ERR_CONFIG,
                                "%s \"%s\" has a number that is not finite", what,
                                name ? name : "");
    return MR_OK;
}

static mr_status check_name(const mbs_builder *b, const char *what, const char *name) {
    if (!name || !*name)
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "%s without a name", what);
    if (strpbrk(name, ". \t\n"))
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "the name \"%s\" of %s contains a dot or a blank", name, what);
    return MR_OK;
}

mr_status mbs_builder_origin(mbs_builder *b, const char *file, int line) {
    if (!b->here.file || !file || strcmp(b->here.file, file) != 0)
        b->here.file = copy(b, file);
    b->here.line = line;
    return finish(b);
}

mr_status mbs_set_title(mbs_builder *b, const char *title) {
    b->title = copy(b, title);
    return finish(b);
}

mr_status mbs_set_gravity(mbs_builder *b, const double gravity[3]) {
    memcpy(b->gravity, gravity, sizeof b->gravity);
    return check_numbers(b, "the setting", "gravity", gravity, 3);
}

mr_status mbs_set_planar(mbs_builder *b, int planar) {
    b->planar = planar != 0;
    return MR_OK;
}

mr_status mbs_set_integration(mbs_builder *b, const mbs_integration *i) {
    if (!(i->step > 0.0) || !isfinite(i->step))
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "the step must be positive, not %g",
                            i->step);
    if (!(i->position_tolerance > 0.0) || !(i->constraint_tolerance > 0.0))
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "tolerances must be positive");
    if (!(i->penalty > 0.0) || !isfinite(i->penalty))
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "the penalty must be positive, not %g",
                            i->penalty);
    if (!(i->keep_tangent >= 0.0) || !isfinite(i->keep_tangent))
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "keep_tangent is how far rows may turn, 0 or more, not %g",
                            i->keep_tangent);
    if (i->max_iterations < 1 || i->max_halvings < 0 || i->max_halvings > 30)
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "iterations must be at least 1 and halvings from 0 to 30");
    b->integration = *i;
    return MR_OK;
}

mr_status mbs_add_parameter(mbs_builder *b, const char *name, double value) {
    mr_status status = check_name(b, "a parameter", name);
    if (status == MR_OK)
        status = check_numbers(b, "the parameter", name, &value, 1);
    mbs_named_number *p =
        status == MR_OK ? mbs_list_add(&b->arena, &b->parameters, sizeof *p) : NULL;
    if (!p)
        return status == MR_OK ? no_memory(b) : status;
    *p = (mbs_named_number){b->here, copy(b, name), value};
    return finish(b);
}

static mr_status add_location(mbs_builder *b, mbs_list *list, const char *what, const char *name,
                              const double x[3]) {
    mr_status status = check_name(b, what, name);
    if (status == MR_OK)
        status = check_numbers(b, what, name, x, 3);
    mbs_location *l = status == MR_OK ? mbs_list_add(&b->arena, list, sizeof *l) : NULL;
    if (!l)
        return status == MR_OK ? no_memory(b) : status;
    *l = (mbs_location){b->here, copy(b, name), {x[0], x[1], x[2]}};
    return finish(b);
}

mr_status mbs_add_point(mbs_builder *b, const char *name, const double location[3]) {
    return add_location(b, &b->points, "a point", name, location);
}

mr_status mbs_add_vector(mbs_builder *b, const char *name, const double d[3]) {
    double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(length > 0.0) || !isfinite(length))
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "the vector \"%s\" has no direction", name);
    double unit[3] = {d[0] / length, d[1] / length, d[2] / length};
    return add_location(b, &b->vectors, "a vector", name, unit);
}

mr_status mbs_add_body(mbs_builder *b, const mbs_body_data *data) {
    MR_TRY(check_name(b, "a body", data->name));
    if (strcmp(data->name, "ground") == 0)
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "the body \"ground\" is there already");
    if (!(data->mass > 0.0) || !isfinite(data->mass))
        return mbs_complain(b, b->here, MR_ERR_CONFIG,
                            "the mass of body \"%s\" must be positive, not %g", data->name,
                            data->mass);
    MR_TRY(check_numbers(b, "the body", data->name, data->com, 3));
    MR_TRY(check_numbers(b, "the body", data->name, data->inertia, 6));
    MR_TRY(check_numbers(b, "the body", data->name, data->velocity, 3));
    MR_TRY(check_numbers(b, "the body", data->name, data->spin, 3));
    mbs_body_item *item = mbs_list_add(&b->arena, &b->bodies, sizeof *item);
    if (!item)
        return no_memory(b);
    *item = (mbs_body_item){b->here, *data};
    item->data.name = copy(b, data->name);
    item->data.points[0] = copy(b, data->points[0]);
    item->data.points[1] = copy(b, data->points[1]);
    item->data.carrier = copy(b, data->carrier);
    item->data.axis = copy(b, data->axis);
    item->data.angle = copy(b, data->angle);
    item->data.colour = copy(b, data->colour);
    mbs_shape_data *shapes =
        mbs_arena_copy(&b->arena, data->shapes, (size_t)data->shape_count, sizeof *shapes);
    item->data.shapes = shapes;
    for (int i = 0; shapes && i < data->shape_count; i++)
        shapes[i].colour = copy(b, data->shapes[i].colour);
    return finish(b);
}

mr_status mbs_add_joint(mbs_builder *b, const mbs_joint_data *data) {
    mr_status status = check_name(b, "a joint", data->name);
    mbs_joint_item *item =
        status == MR_OK ? mbs_list_add(&b->arena, &b->joints, sizeof *item) : NULL;
    if (!item)
        return status == MR_OK ? no_memory(b) : status;
    *item = (mbs_joint_item){b->here, *data};
    const char **texts[] = {&item->data.name,  &item->data.bodies[0], &item->data.bodies[1],
                            &item->data.point, &item->data.point2,    &item->data.axis,
                            &item->data.axis2, &item->data.angle,     &item->data.slide};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        *texts[i] = copy(b, *texts[i]);
    return finish(b);
}

static mr_status add_relation(mbs_builder *b, const char *what, const char *name, int count,
                              const char *const *coordinates, const double *coefficients,
                              const char *drive, int defines) {
    MR_TRY(check_name(b, what, name));
    if (count < 1 || count > 16)
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "%s \"%s\" needs 1 to 16 coordinates", what,
                            name);
    MR_TRY(check_numbers(b, what, name, coefficients, count));
    mbs_relation_item *item = mbs_list_add(&b->arena, &b->relations, sizeof *item);
    if (!item)
        return no_memory(b);
    const char **names = mbs_arena_new(&b->arena, (size_t)count, sizeof *names);
    for (int i = 0; names && i < count; i++)
        names[i] = copy(b, coordinates[i]);
    *item = (mbs_relation_item){
        b->here,
        copy(b, name),
        count,
        names,
        mbs_arena_copy(&b->arena, coefficients, (size_t)count, sizeof *coefficients),
        copy(b, drive),
        defines};
    return finish(b);
}

mr_status mbs_add_relation(mbs_builder *b, const char *name, int count,
                           const char *const *coordinates, const double *coefficients) {
    return add_relation(b, "the relation", name, count, coordinates, coefficients, NULL, 0);
}

mr_status mbs_add_coordinate(mbs_builder *b, const char *name, int count,
                             const char *const *coordinates, const double *coefficients) {
    return add_relation(b, "the coordinate", name, count, coordinates, coefficients, NULL, 1);
}

mr_status mbs_add_drive(mbs_builder *b, const char *name, const char *coordinate,
                        const char *value) {
    double one = 1.0;
    if (!value)
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "the drive \"%s\" has no value", name);
    return add_relation(b, "the drive", name, 1, &coordinate, &one, value, 0);
}

mr_status mbs_add_inertia(mbs_builder *b, const char *name, const char *coordinate,
                          double inertia) {
    mr_status status = check_name(b, "an inertia", name);
    if (status == MR_OK && (!(inertia >= 0.0) || !isfinite(inertia)))
        status = mbs_complain(b, b->here, MR_ERR_CONFIG, "the inertia \"%s\" must not be negative",
                              name);
    mbs_inertia_item *item =
        status == MR_OK ? mbs_list_add(&b->arena, &b->inertias, sizeof *item) : NULL;
    if (!item)
        return status == MR_OK ? no_memory(b) : status;
    *item = (mbs_inertia_item){b->here, copy(b, name), copy(b, coordinate), inertia};
    return finish(b);
}

mr_status mbs_add_input(mbs_builder *b, const char *name, const char *unit, int discrete) {
    mr_status status = check_name(b, "an input", name);
    mbs_input_item *item =
        status == MR_OK ? mbs_list_add(&b->arena, &b->inputs, sizeof *item) : NULL;
    if (!item)
        return status == MR_OK ? no_memory(b) : status;
    *item = (mbs_input_item){b->here, copy(b, name), copy(b, unit ? unit : ""), discrete};
    return finish(b);
}

mr_status mbs_add_output(mbs_builder *b, const char *name, mbs_quantity quantity, const char *path,
                         const char *unit) {
    if (!name || !*name || !path)
        return mbs_complain(b, b->here, MR_ERR_CONFIG, "an output without a name or a path");
    mbs_output_item *item = mbs_list_add(&b->arena, &b->outputs, sizeof *item);
    if (!item)
        return no_memory(b);
    *item = (mbs_output_item){b->here, copy(b, name), copy(b, path), copy(b, unit), quantity};
    return finish(b);
}

mr_status mbs_add_start(mbs_builder *b, mbs_quantity quantity, const char *path, double value) {
    mr_status status = check_numbers(b, "the start of", path, &value, 1);
    if (status == MR_OK && quantity != MBS_POSITION && quantity != MBS_VELOCITY)
        status = mbs_complain(b, b->here, MR_ERR_CONFIG, "a start is a position or a velocity");
    mbs_start_item *item =
        status == MR_OK ? mbs_list_add(&b->arena, &b->starts, sizeof *item) : NULL;
    if (!item)
        return status == MR_OK ? no_memory(b) : status;
    *item = (mbs_start_item){b->here, quantity, copy(b, path), value};
    return finish(b);
}
