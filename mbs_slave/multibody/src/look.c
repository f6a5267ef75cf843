/* shapes of bodies: those of the file, else what follows from the points where they are held. A rod
 * is a bar, a rotor a wheel, another body a star from its centre of mass to its points */
#include "look.h"

#include <math.h>
#include <string.h>

typedef struct sketch {
    mbs_plan *plan;
    struct mbs_look *look;
    mbs_list *points; /* double[3], of each body */
} sketch;

static mbs_shape *add_shape(sketch *k, int body, cm_shape_kind kind) {
    mbs_shape *s = mbs_list_add(&k->plan->model->arena, &k->look->bodies[body].shapes, sizeof *s);
    if (s)
        *s = (mbs_shape){.kind = kind};
    return s;
}

static void note_point(sketch *k, int body, const double x[3]) {
    const double *known = k->points[body].items;
    for (int i = 0; i < k->points[body].count; i++)
        if (memcmp(known + 3 * i, x, 3 * sizeof *x) == 0)
            return;
    double *p = mbs_list_add(&k->plan->model->arena, &k->points[body], 3 * sizeof *p);
    if (p)
        memcpy(p, x, 3 * sizeof *p);
}

/* "body.point", if it is one */
static int find(const sketch *k, const char *path, int *body, const double **x) {
    int point, axis;
    if (!path || mbs_split_path(k->plan->naming, path, body, &point, &axis) != 1)
        return 0;
    *x = ((const mbs_location *)k->plan->naming->points.items)[point].x;
    return 1;
}

static const double *location(const mbs_list *list, const char *name) {
    const int i = name ? mbs_find_location(list, name, strlen(name)) : -1;
    return i < 0 ? NULL : ((const mbs_location *)list->items)[i].x;
}

static int as_link(const sketch *k, int body) {
    return k->plan->naming->bodies[body].is_ground ? -1 : body;
}

static void add_link(sketch *k, int is_spring, int a, const double *x, int b, const double *y) {
    mbs_link_look *l = mbs_list_add(&k->plan->model->arena, &k->look->links, sizeof *l);
    if (!l)
        return;
    *l = (mbs_link_look){is_spring, {as_link(k, a), as_link(k, b)}, {{0}}};
    memcpy(l->points[0], x, sizeof l->points[0]);
    memcpy(l->points[1], y, sizeof l->points[1]);
    note_point(k, a, x);
    note_point(k, b, y);
}

static void sketch_joints(sketch *k) {
    const mbs_naming *n = k->plan->naming;
    const mbs_joint_item *joints = k->plan->builder->joints.items;
    for (int i = 0; i < k->plan->builder->joints.count; i++) {
        const mbs_joint_data *d = &joints[i].data;
        const double *x = location(&n->points, d->point), *y = location(&n->points, d->point2);
        int body[2];
        for (int j = 0; j < 2; j++)
            body[j] = d->bodies[j] ? mbs_find_body(n, d->bodies[j], strlen(d->bodies[j])) : -1;
        if (!x || body[0] < 0 || body[1] < 0)
            continue;
        if (y)
            add_link(k, 0, body[0], x, body[1], y);
        for (int j = 0; j < 2 && !y; j++)
            note_point(k, body[j], x);
    }
}

static int number_of(const sketch *k, const char *name) {
    const mbs_element *elements = k->plan->elements.items;
    for (int i = 0; name && i < k->plan->elements.count; i++)
        if (elements[i].name && strcmp(elements[i].name, name) == 0)
            return i;
    return -1;
}

static void add_force(sketch *k, const char *name, int body, const double *x,
                      const mbs_tyre_data *tyre, const double *axis) {
    const int element = number_of(k, name);
    mbs_force_look *f =
        element < 0 ? NULL : mbs_list_add(&k->plan->model->arena, &k->look->forces, sizeof *f);
    if (!f)
        return;
    *f = (mbs_force_look){.name = mbs_arena_text(&k->plan->model->arena, name),
                          .element = element,
                          .body = as_link(k, body),
                          .is_tyre = tyre != NULL,
                          .road = tyre ? tyre->road : 0.0};
    memcpy(f->at, x, sizeof f->at);
    if (axis)
        memcpy(f->axis, axis, sizeof f->axis);
}

static void sketch_tyre(sketch *k, const char *name, const mbs_tyre_data *d) {
    const mbs_naming *n = k->plan->naming;
    const int wheel = d->wheel ? mbs_find_body(n, d->wheel, strlen(d->wheel)) : -1;
    const double *hub = location(&n->points, d->hub), *axis = location(&n->vectors, d->axis);
    if (wheel < 0 || !hub || !axis)
        return;
    mbs_shape *s = k->look->bodies[wheel].shapes.count ? NULL : add_shape(k, wheel, CM_WHEEL);
    if (s) {
        s->numbers[0] = d->radius;
        s->numbers[1] = 0.7 * d->radius;
        memcpy(s->numbers + 2, hub, 3 * sizeof *hub);
        memcpy(s->numbers + 5, axis, 3 * sizeof *axis);
    }
    k->look->has_road = 1;
    k->look->road = d->road;
    add_force(k, name, n->bodies[wheel].is_rotor ? n->bodies[wheel].carrier : wheel, hub, d, axis);
}

static void sketch_elements(sketch *k) {
    const mbs_element_item *items = k->plan->builder->elements.items;
    for (int i = 0; i < k->plan->builder->elements.count; i++) {
        const mbs_element_item *e = &items[i];
        const double *x, *y;
        int a, b;
        if (e->kind == MBS_IS_SPRING && find(k, e->data.spring.from, &a, &x) &&
            find(k, e->data.spring.to, &b, &y))
            add_link(k, 1, a, x, b, y);
        else if (e->kind == MBS_IS_FORCE && find(k, e->data.force.at, &a, &x)) {
            note_point(k, a, x);
            add_force(k, e->name, a, x, NULL, NULL);
        } else if (e->kind == MBS_IS_TYRE)
            sketch_tyre(k, e->name, &e->data.tyre);
    }
}

/* what is drawn of a body that the file has no shapes for */
static void usual_bar(sketch *k, int body, const double a[3], const double b[3], double radius) {
    mbs_shape *s = add_shape(k, body, CM_BAR);
    if (!s)
        return;
    s->numbers[0] = radius;
    memcpy(s->numbers + 1, a, 3 * sizeof *a);
    memcpy(s->numbers + 4, b, 3 * sizeof *b);
}

static void usual_ball(sketch *k, int body, const double x[3], double radius) {
    mbs_shape *s = add_shape(k, body, CM_SPHERE);
    if (!s)
        return;
    s->numbers[0] = radius;
    memcpy(s->numbers + 1, x, 3 * sizeof *x);
}

static void usual_disc(sketch *k, int body) {
    const mbs_body_plan *b = &k->plan->naming->bodies[body];
    mbs_shape *s = add_shape(k, body, CM_WHEEL);
    if (!s)
        return;
    const double radius = sqrt(fmax(2.0 * b->along / k->look->bodies[body].mass, 0.0));
    s->numbers[0] = fmin(radius, 0.15 * k->look->size);
    s->numbers[1] = 0.15 * s->numbers[0];
    memcpy(s->numbers + 2, b->centre, sizeof b->centre);
    memcpy(s->numbers + 5, b->axis, sizeof b->axis);
}

static void sketch_body(sketch *k, int body) {
    const mbs_body_look *look = &k->look->bodies[body];
    const double *points = k->points[body].items, thin = 0.008 * k->look->size;
    const int count = k->points[body].count;
    if (look->shapes.count > 0)
        return;
    if (k->plan->naming->bodies[body].is_ground) {
        for (int i = 0; i < count; i++)
            usual_ball(k, body, points + 3 * i, 1.5 * thin);
        return;
    }
    if (k->plan->naming->bodies[body].is_rotor) {
        usual_disc(k, body);
        return;
    }
    for (int i = 0; i < count; i++)
        if (memcmp(points + 3 * i, look->origin, sizeof look->origin) != 0)
            usual_bar(k, body, look->origin, points + 3 * i, thin);
    if (count != 2 || k->plan->naming->bodies[body].direction_count != 1)
        usual_ball(k, body, look->origin, (count == 0 ? 4.0 : 2.0) * thin);
}

/* the shapes of the file, and where the body's origin is */
static void begin_body(sketch *k, int i, const mbs_body_item *item) {
    const mbs_naming *n = k->plan->naming;
    mbs_body_look *look = &k->look->bodies[i];
    const mbs_body_data *d = &item->data;
    const double *a = location(&n->points, d->points[0]), *b = location(&n->points, d->points[1]);
    look->mass = d->mass;
    look->colour = mbs_arena_text(&k->plan->model->arena, d->colour);
    memcpy(look->origin, d->com, sizeof look->origin);
    for (int c = 0; a && c < 3; c++)
        look->origin[c] = b ? 0.5 * (a[c] + b[c]) : a[c];
    if (a)
        note_point(k, i, a);
    if (b)
        note_point(k, i, b);
    for (int s = 0; s < d->shape_count; s++) {
        const mbs_shape_data *from = &d->shapes[s];
        mbs_shape *to = add_shape(k, i, (cm_shape_kind)from->kind);
        if (!to)
            return;
        memcpy(to->numbers, from->numbers, sizeof from->numbers);
        to->colour = mbs_arena_text(&k->plan->model->arena, from->colour);
    }
}

static double extent(const sketch *k, int bodies) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < bodies; i++) {
        const double *p = k->points[i].items, *o = k->look->bodies[i].origin;
        for (int j = -1; j < k->points[i].count; j++)
            for (int c = 0; c < 3 && !(j < 0 && k->plan->naming->bodies[i].is_ground); c++) {
                const double x = j < 0 ? o[c] : p[3 * j + c];
                low[c] = fmin(low[c], x);
                high[c] = fmax(high[c], x);
            }
    }
    const double size =
        sqrt(pow(high[0] - low[0], 2) + pow(high[1] - low[1], 2) + pow(high[2] - low[2], 2));
    return isfinite(size) && size > 0.0 ? size : 1.0;
}

mr_status mbs_plan_look(mbs_plan *plan) {
    mbs_arena *arena = &plan->model->arena;
    const int count = plan->naming->body_count;
    sketch k = {.plan = plan, .look = mbs_arena_new(arena, 1, sizeof *k.look)};
    k.points = mbs_arena_new(arena, (size_t)count + 1, sizeof *k.points);
    if (!k.look || !k.points)
        return MR_ERR_MEMORY;
    k.look->bodies = mbs_arena_new(arena, (size_t)count + 1, sizeof *k.look->bodies);
    if (!k.look->bodies)
        return MR_ERR_MEMORY;
    const mbs_body_item *items = plan->builder->bodies.items;
    for (int i = 0; i < count; i++) {
        k.look->bodies[i].name = plan->naming->body_names[i];
        if (i < plan->builder->bodies.count)
            begin_body(&k, i, &items[i]);
        else
            k.look->bodies[i].colour = "black";
    }
    sketch_joints(&k);
    sketch_elements(&k);
    k.look->size = extent(&k, count);
    for (int i = 0; i < count; i++)
        sketch_body(&k, i);
    plan->model->look = k.look;
    return arena->failed ? MR_ERR_MEMORY : MR_OK;
}
