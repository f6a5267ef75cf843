/* how a body is drawn: its colour, and shapes in the design position */
#include "common/motion.h"
#include "document.h"
#include "nearest.h"

#include <string.h>

static int is_colour(const char *text) {
    static const char *const names[] = {"red",  "green", "blue",  "yellow", "orange", "grey",
                                        "gray", "black", "white", "brown",  "purple", "cyan"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0)
            return 1;
    return text[0] == '#' && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

static mr_status read_colour(mbs_reader *r, const mbs_yaml *item, const char **colour) {
    MR_TRY(mbs_optional_text(r, item, "colour", colour));
    if (*colour && !is_colour(*colour))
        return mbs_at(r, mbs_key(r, item, "colour"),
                      "\"%.40s\" is no colour; it can be red, green, blue, yellow, orange, grey, "
                      "black, white, brown, purple, cyan or \"#rrggbb\"",
                      *colour);
    return MR_OK;
}

typedef struct form {
    const char *key; /* that says which shape it is */
    cm_shape_kind kind;
    int sizes; /* how many numbers stand there, before places */
    int has_ends;
} form;

static const form forms[] = {{"bar", CM_BAR, 1, 1},
                             {"cylinder", CM_CYLINDER, 1, 1},
                             {"sphere", CM_SPHERE, 1, 0},
                             {"box", CM_BOX, 3, 0},
                             {"ellipsoid", CM_ELLIPSOID, 3, 0}};
enum { FORMS = sizeof forms / sizeof *forms };

static mr_status read_place(mbs_reader *r, const mbs_yaml *item, const char *key,
                            const double *usual, double *place) {
    const mbs_yaml *node = mbs_key(r, item, key);
    if (node)
        return mbs_place(r, node, place);
    if (!usual)
        return mbs_at(r, item, "the shape needs \"%s\"", key);
    memcpy(place, usual, 3 * sizeof *place);
    return MR_OK;
}

static mr_status read_shape(mbs_reader *r, const mbs_yaml *item, const double *com,
                            mbs_shape_data *shape) {
    static const char *const known[] = {"bar", "cylinder", "sphere", "box",    "ellipsoid",
                                        "at",  "from",     "to",     "colour", NULL};
    mr_status status = mbs_keys(r, item, "a shape", known);
    const form *f = NULL;
    int found = 0;
    for (int i = 0; status == MR_OK && i < FORMS; i++)
        if (mbs_key(r, item, forms[i].key)) {
            f = &forms[i];
            found++;
        }
    if (status != MR_OK)
        return status;
    if (found != 1)
        return mbs_at(r, item, "a shape is one of bar, cylinder, sphere, box, ellipsoid");
    shape->kind = (int)f->kind;
    double *n = shape->numbers;
    const mbs_yaml *sizes = mbs_key(r, item, f->key);
    int count;
    status = f->sizes == 1 ? mbs_number(r, sizes, n) : mbs_numbers(r, sizes, 3, 3, n, &count);
    for (int i = 0; status == MR_OK && i < f->sizes; i++)
        if (!(n[i] > 0.0))
            return mbs_at(r, sizes, "the size of a shape must be positive, not %g", n[i]);
    if (status == MR_OK && f->has_ends) {
        status = read_place(r, item, "from", NULL, n + 1);
        if (status == MR_OK)
            status = read_place(r, item, "to", NULL, n + 4);
    } else if (status == MR_OK) {
        status = read_place(r, item, "at", com, n + f->sizes);
    }
    const char *const foreign[] = {f->has_ends ? "at" : "from", f->has_ends ? "at" : "to"};
    for (int i = 0; i < 2 && status == MR_OK; i++)
        if (mbs_key(r, item, foreign[i]))
            status = mbs_at(r, item, "a shape \"%s\" has no \"%s\"", f->key, foreign[i]);
    if (f->kind == CM_BOX)
        n[6] = n[10] = n[14] = 1.0;
    return status == MR_OK ? read_colour(r, item, &shape->colour) : status;
}

mr_status mbs_read_look(mbs_reader *r, const mbs_yaml *item, mbs_body_data *d) {
    mr_status status = read_colour(r, item, &d->colour);
    const mbs_yaml *list = status == MR_OK ? mbs_key(r, item, "shapes") : NULL;
    if (!list)
        return status;
    if (list->type != YAML_SEQUENCE_NODE)
        return mbs_at(r, list, "\"shapes\" must be a list");
    const int count = mbs_item_count(list);
    mbs_shape_data *shapes = mbs_arena_new(&r->arena, (size_t)count + 1, sizeof *shapes);
    if (!shapes)
        return MR_ERR_MEMORY;
    for (int i = 0; i < count && status == MR_OK; i++)
        status =
            read_shape(r, mbs_item(r, list, i), d->kind == MBS_RIGID ? d->com : NULL, &shapes[i]);
    d->shapes = shapes;
    d->shape_count = count;
    return status;
}
