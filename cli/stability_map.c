/* shades are polygons of the cells between four points (marching squares): where the limit was
 * found between two points there they end, so that it is no staircase */
#include "stability_map.h"

#include "pages/style.h"
#include "common/memory.h"

#include <math.h>
#include <stdlib.h>

bool stability_map_make(stability_map *map, const stability_axis *x, const stability_axis *y,
                        bool log_x, bool log_y) {
    const size_t count = (size_t)x->count * (size_t)y->count;
    *map = (stability_map){.x = x, .y = y, .log_x = log_x, .log_y = log_y};
    map->points = calloc(count, sizeof *map->points);
    map->right = calloc(count, sizeof *map->right);
    map->above = calloc(count, sizeof *map->above);
    return map->points && map->right && map->above;
}

void stability_map_free(stability_map *map) {
    CM_FREE(map->points, map->right, map->above);
    *map = (stability_map){0};
}

double stability_map_between(double a, double b, double part, bool log) {
    return log ? a * pow(b / a, part) : a + part * (b - a);
}

/* a shade: points of one side of the limit whose growth (good: decay) is more than a level */
typedef struct shade {
    bool good;
    double level;
    const char *colour, *title;
} shade;

#define SHADES (2 * PG_SHADES)

static void list_shades(shade *list) {
    static const char *const good[PG_SHADES] = {"stable", "dies by 1 % a step", "by 10 %",
                                                "by half or more"},
                             *const bad[PG_SHADES] = {"unstable", "grows by 10 % a step", "twofold",
                                                      "tenfold or more"};
    const double dies[PG_SHADES] = {-1.0, -log(0.99), -log(0.9), -log(0.5)},
                 grows[PG_SHADES] = {-1.0, log(1.1), log(2.0), log(10.0)};
    for (int i = 0; i < PG_SHADES; i++) {
        list[i] = (shade){true, dies[i], pg_good_shade(i), good[i]};
        list[PG_SHADES + i] = (shade){false, grows[i], pg_bad_shade(i), bad[i]};
    }
}

static double amount(const map_point *p, const shade *s) {
    const double a = s->good ? -p->growth : p->growth;
    return fmin(fmax(a, 0.0), 50.0); /* also of what is beyond all numbers */
}

static bool is_inside(const map_point *p, const shade *s) {
    return p->stable == s->good && amount(p, s) > s->level;
}

/* the part of the way from a to b at which the shade ends; limit: where the two sides meet */
static double ends_at(const map_point *a, const map_point *b, const shade *s, double limit) {
    const bool from_inside = is_inside(a, s);
    const map_point *in = from_inside ? a : b, *out = from_inside ? b : a;
    const double reach = in->stable != out->stable ? (from_inside ? limit : 1.0 - limit) : 1.0;
    const double high = amount(in, s), low = in->stable != out->stable ? 0.0 : amount(out, s);
    const double part = s->level <= 0.0 ? 1.0 : (high - s->level) / (high - low);
    const double way = reach * fmin(fmax(part, 0.0), 1.0);
    return from_inside ? way : 1.0 - way;
}

typedef struct corner {
    int i, j;
} corner;

static const map_point *point_at(const stability_map *m, corner c) {
    return &m->points[(size_t)c.j * (size_t)m->x->count + (size_t)c.i];
}

/* on the way from one corner of a cell to the next */
static void write_place(const stability_map *m, FILE *script, corner a, corner b, double part) {
    fprintf(script, "%.9g,%.9g\n",
            stability_map_between(m->x->values[a.i], m->x->values[b.i], part, m->log_x),
            stability_map_between(m->y->values[a.j], m->y->values[b.j], part, m->log_y));
}

static double limit_between(const stability_map *m, corner a, corner b) {
    const bool forward = b.i > a.i || b.j > a.j;
    const corner first = forward ? a : b;
    const size_t at = (size_t)first.j * (size_t)m->x->count + (size_t)first.i;
    const double part = a.j == b.j ? m->right[at] : m->above[at];
    return forward ? part : 1.0 - part;
}

/* the polygon of a cell; only_edge: the ends of the shade, two and two, as lines. How many corners
 * are inside */
static int write_cell(const stability_map *m, FILE *script, const shade *s, int i, int j,
                      bool only_edge) {
    const corner corners[4] = {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}};
    int inside = 0, ends = 0;
    for (int k = 0; k < 4; k++)
        inside += is_inside(point_at(m, corners[k]), s);
    if (inside == 0 || (only_edge && inside == 4))
        return inside;
    for (int k = 0; k < 4; k++) {
        const corner a = corners[k], b = corners[(k + 1) % 4];
        const map_point *p = point_at(m, a), *q = point_at(m, b);
        if (!only_edge && is_inside(p, s))
            write_place(m, script, a, b, 0.0);
        if (is_inside(p, s) != is_inside(q, s)) {
            write_place(m, script, a, b, ends_at(p, q, s, limit_between(m, a, b)));
            if (only_edge && ++ends % 2 == 0)
                fputs("\n", script);
        }
    }
    if (!only_edge)
        fputs("\n", script);
    return inside;
}

static int write_block(const stability_map *m, FILE *script, const shade *s, const char *name,
                       bool only_edge) {
    int seen = 0;
    fprintf(script, "$%s << EOD\n", name);
    for (int j = 0; j + 1 < m->y->count; j++)
        for (int i = 0; i + 1 < m->x->count; i++) {
            const int inside = write_cell(m, script, s, i, j, only_edge);
            seen += only_edge ? inside > 0 && inside < 4 : inside > 0;
        }
    fputs("EOD\n", script);
    return seen;
}

void stability_map_draw(const stability_map *map, FILE *script) {
    shade shades[SHADES];
    bool seen[SHADES], first = true;
    list_shades(shades);
    for (int i = 0; i < SHADES; i++) {
        char name[16];
        snprintf(name, sizeof name, "shade%d", i);
        seen[i] = write_block(map, script, &shades[i], name, false) > 0;
    }
    const bool both = write_block(map, script, &shades[PG_SHADES], "limit", true) > 0;
    fputs("set key below center horizontal samplen 1.5 width (svg ? -2 : 1)\nset style fill solid noborder\n"
          "set grid front\nplot ",
          script);
    for (int i = 0; i < SHADES; i++)
        if (seen[i]) {
            fprintf(script, "%s$shade%d using 1:2 with filledcurves closed fc rgb '%s' title '%s'",
                    first ? "" : ", ", i, shades[i].colour, shades[i].title);
            first = false;
        }
    if (both)
        fputs(", $limit using 1:2 with lines lw 2.5 lc rgb 'black' title 'limit of stability'",
              script);
    fputs("\nset output\n", script);
}
