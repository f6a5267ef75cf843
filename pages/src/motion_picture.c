/* the mechanism from the side and a bit above, in parallel projection: for paper. What is behind is
 * drawn first */
#include "motion.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/words.h"

#define SIDES 28 /* of what is round */

typedef struct stroke {
    double depth;
    double x[SIDES], y[SIDES]; /* a line has 2, a face more */
    int points;
    double width; /* of a line; 0: a face */
    char colour[8];
    double shade;
    bool is_seamless; /* no outline between it and its neighbours */
} stroke;

typedef struct painting {
    stroke *strokes;
    int count;
    bool failed;
    double right[3], up[3], towards[3]; /* directions of the picture in the world */
    double left, top, width, height;
    double low_x, low_y, high_x, high_y;
    const double *row; /* behind the time */
    const pg_motion *m;
} painting;

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void turn(const double q[4], const double v[3], double out[3]) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double t[3] = {2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]),
                         2 * (x * v[1] - y * v[0])};
    out[0] = v[0] + w * t[0] + y * t[2] - z * t[1];
    out[1] = v[1] + w * t[1] + z * t[0] - x * t[2];
    out[2] = v[2] + w * t[2] + x * t[1] - y * t[0];
}

/* a point of the design position, where its body is now */
static void place(const painting *p, int body, const double x[3], double out[3]) {
    if (body < 0) {
        memcpy(out, x, 3 * sizeof *out);
        return;
    }
    const double *pose = p->row + 7 * body, *o = p->m->bodies[body].origin;
    const double d[3] = {x[0] - o[0], x[1] - o[1], x[2] - o[2]};
    turn(pose + 3, d, out);
    for (int k = 0; k < 3; k++)
        out[k] += pose[k];
}

static stroke *add(painting *p) {
    stroke *strokes = cm_one_more(p->strokes, (size_t)p->count, sizeof *strokes);
    if (!strokes) {
        p->failed = true;
        return NULL;
    }
    p->strokes = strokes;
    p->strokes[p->count] = (stroke){0};
    return &p->strokes[p->count++];
}

static void put(painting *p, stroke *s, const double x[3]) {
    s->x[s->points] = dot(p->right, x);
    s->y[s->points] = -dot(p->up, x);
    s->depth += dot(p->towards, x);
    p->low_x = fmin(p->low_x, s->x[s->points] - 0.5 * s->width);
    p->high_x = fmax(p->high_x, s->x[s->points] + 0.5 * s->width);
    p->low_y = fmin(p->low_y, s->y[s->points] - 0.5 * s->width);
    p->high_y = fmax(p->high_y, s->y[s->points] + 0.5 * s->width);
    s->points++;
}

static void line(painting *p, const double a[3], const double b[3], double width,
                 const char *colour) {
    stroke *s = add(p);
    if (!s)
        return;
    s->width = width;
    s->shade = 1.0;
    snprintf(s->colour, sizeof s->colour, "%s", colour);
    put(p, s, a);
    put(p, s, b);
    s->depth /= 2.0;
}

/* two directions across an axis */
static void across(const double axis[3], double u[3], double v[3]) {
    const double any[3] = {fabs(axis[2]) < 0.9 ? 0.0 : 1.0, 0.0, fabs(axis[2]) < 0.9 ? 1.0 : 0.0};
    u[0] = any[1] * axis[2] - any[2] * axis[1];
    u[1] = any[2] * axis[0] - any[0] * axis[2];
    u[2] = any[0] * axis[1] - any[1] * axis[0];
    const double length = sqrt(dot(u, u));
    for (int k = 0; k < 3; k++)
        u[k] /= length > 0.0 ? length : 1.0;
    v[0] = axis[1] * u[2] - axis[2] * u[1];
    v[1] = axis[2] * u[0] - axis[0] * u[2];
    v[2] = axis[0] * u[1] - axis[1] * u[0];
}

static stroke *new_face(painting *p, const char *colour, double shade) {
    stroke *s = add(p);
    if (s) {
        snprintf(s->colour, sizeof s->colour, "%s", colour);
        s->shade = shade;
    }
    return s;
}

/* a short cylinder: its round sides and its band. `at` and `axis` in the design position */
static void disc(painting *p, int body, const double at[3], const double axis[3], double radius,
                 double half, const char *colour, double nearer) {
    double u[3], v[3], rim[2][SIDES][3];
    across(axis, u, v);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < SIDES; i++) {
            const double w = 6.283185307179586 * i / SIDES, c = cos(w), d = sin(w);
            double x[3];
            for (int k = 0; k < 3; k++)
                x[k] = at[k] + radius * (c * u[k] + d * v[k]) + (side ? half : -half) * axis[k];
            place(p, body, x, rim[side][i]);
        }
    for (int i = 0; i < SIDES; i++) {
        const int next = (i + 1) % SIDES;
        stroke *face = new_face(p, colour, 0.75);
        if (!face)
            return;
        put(p, face, rim[0][i]);
        put(p, face, rim[1][i]);
        put(p, face, rim[1][next]);
        put(p, face, rim[0][next]);
        face->depth = face->depth / 4.0 + nearer;
        face->is_seamless = true;
    }
    for (int side = 0; side < 2; side++) {
        stroke *face = new_face(p, colour, 1.0);
        if (!face)
            return;
        for (int i = 0; i < SIDES; i++)
            put(p, face, rim[side][i]);
        face->depth = face->depth / SIDES + nearer;
    }
}

static void wheel(painting *p, int body, const pg_shape *s, const char *colour) {
    const double *n = s->numbers;
    disc(p, body, n + 2, n + 5, n[0], 0.5 * n[1], "#2b2f33", 0.0);
    disc(p, body, n + 2, n + 5, 0.62 * n[0], 0.51 * n[1], colour, 1e-3 * n[0]);
}

/* the outline of an ellipsoid: the farthest points in every direction of the picture */
static void ellipsoid(painting *p, int body, const pg_shape *s, const char *colour) {
    const double *n = s->numbers, *turned = body < 0 ? NULL : p->row + 7 * body + 3;
    double a[3][2], centre[3];
    place(p, body, n + 3, centre);
    for (int k = 0; k < 3; k++) {
        double axis[3] = {k == 0 ? n[0] : 0.0, k == 1 ? n[1] : 0.0, k == 2 ? n[2] : 0.0}, now[3];
        memcpy(now, axis, sizeof now);
        if (turned)
            turn(turned, axis, now);
        a[k][0] = dot(p->right, now);
        a[k][1] = dot(p->up, now);
    }
    stroke *face = new_face(p, colour, 1.0);
    if (!face)
        return;
    for (int i = 0; i < SIDES; i++) {
        const double w = 6.283185307179586 * i / SIDES, d[2] = {cos(w), sin(w)};
        double x[2] = {0.0, 0.0}, size = 0.0, along[3];
        for (int k = 0; k < 3; k++) {
            const double share = a[k][0] * d[0] + a[k][1] * d[1];
            x[0] += a[k][0] * share;
            x[1] += a[k][1] * share;
            size += share * share;
        }
        for (int k = 0; k < 3; k++)
            along[k] = centre[k] +
                       (size > 0.0 ? (x[0] * p->right[k] + x[1] * p->up[k]) / sqrt(size) : 0.0);
        put(p, face, along);
    }
    face->depth /= SIDES;
}

static void box(painting *p, int body, const pg_shape *s, const char *colour) {
    const double *n = s->numbers;
    double corner[8][3];
    static const int faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    static const double shades[6] = {0.8, 0.8, 0.9, 0.9, 1.0, 1.0};
    for (int c = 0; c < 8; c++) {
        double x[3] = {n[3], n[4], n[5]};
        for (int k = 0; k < 3; k++)
            for (int a = 0; a < 3; a++)
                x[a] += ((c >> k & 1) ? 0.5 : -0.5) * n[k] * n[6 + 3 * k + a];
        place(p, body, x, corner[c]);
    }
    for (int f = 0; f < 6; f++) {
        stroke *face = add(p);
        if (!face)
            return;
        snprintf(face->colour, sizeof face->colour, "%s", colour);
        face->shade = shades[f];
        for (int k = 0; k < 4; k++)
            put(p, face, corner[faces[f][k]]);
        face->depth /= 4.0;
    }
}

static void shape(painting *p, int body, const pg_shape *s, const char *colour) {
    const double *n = s->numbers;
    double a[3], b[3];
    switch (s->kind) {
    case CM_BAR:
    case CM_CYLINDER:
        place(p, body, n + 1, a);
        place(p, body, n + 4, b);
        if (s->kind == CM_CYLINDER) {
            const double d[3] = {n[4] - n[1], n[5] - n[2], n[6] - n[3]}, l = sqrt(dot(d, d));
            if (l > 0.0 && l < 4.0 * n[0]) {
                const double middle[3] = {0.5 * (n[1] + n[4]), 0.5 * (n[2] + n[5]),
                                          0.5 * (n[3] + n[6])};
                const double axis[3] = {d[0] / l, d[1] / l, d[2] / l};
                disc(p, body, middle, axis, n[0], 0.5 * l, colour, 0.0);
                break;
            }
        }
        line(p, a, b, 2.0 * n[0], colour);
        break;
    case CM_SPHERE:
        place(p, body, n + 1, a);
        line(p, a, a, 2.0 * n[0], colour);
        break;
    case CM_ELLIPSOID:
        ellipsoid(p, body, s, colour);
        break;
    case CM_BOX:
        box(p, body, s, colour);
        break;
    default:
        wheel(p, body, s, colour);
    }
}

/* a zigzag across the line of sight */
static void spring(painting *p, const double a[3], const double b[3], double size,
                   const char *colour) {
    enum { TEETH = 9 };
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, *t = p->towards;
    double n[3] = {d[1] * t[2] - d[2] * t[1], d[2] * t[0] - d[0] * t[2], d[0] * t[1] - d[1] * t[0]};
    const double length = sqrt(dot(n, n));
    double before[3] = {a[0], a[1], a[2]};
    for (int i = 0; i <= TEETH; i++) {
        const double f = i == TEETH ? 1.0 : 0.12 + 0.76 * i / (TEETH - 1);
        const double side = i == 0 || i >= TEETH - 1 ? 0.0 : i % 2 ? 1.0 : -1.0;
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = a[k] + f * d[k] + (length > 0.0 ? side * 0.03 * size * n[k] / length : 0.0);
        line(p, before, x, 0.006 * size, colour);
        memcpy(before, x, sizeof before);
    }
}

static int by_depth(const void *a, const void *b) {
    const double x = ((const stroke *)a)->depth, y = ((const stroke *)b)->depth;
    return (x > y) - (x < y);
}

static const char *colour_of(const char *own, const char *of_body, int number) {
    static const char *const usual[] = {"#5b84b1", "#c8743c", "#5f9e6e", "#a06cb0",
                                        "#b8a04a", "#7d8790", "#c25b6b", "#4f9da6"};
    static const cm_pair names[] = {
        {"red", "#d64541"},    {"green", "#3fa34d"}, {"blue", "#3b78c4"},   {"yellow", "#e3b505"},
        {"orange", "#e8833a"}, {"grey", "#8a939c"},  {"gray", "#8a939c"},   {"black", "#2b2f33"},
        {"white", "#f2f4f6"},  {"brown", "#8d6346"}, {"purple", "#8a5cb8"}, {"cyan", "#2fa5b5"}};
    const char *word = own && *own ? own : of_body;
    const char *known = word ? cm_other(CM_TABLE(names), word) : NULL;
    if (known)
        return known;
    if (word && word[0] == '#' && strlen(word) == 7 &&
        strspn(word + 1, "0123456789abcdefABCDEF") == 6)
        return word;
    return usual[number % 8];
}

static void shaded(FILE *out, const char *colour, double shade) {
    const long value = strtol(colour + 1, NULL, 16);
    fprintf(out, "#%02x%02x%02x", (int)(shade * (double)(value >> 16 & 255)),
            (int)(shade * (double)(value >> 8 & 255)), (int)(shade * (double)(value & 255)));
}

static void write_path(FILE *out, const painting *p, const stroke *s, double scale) {
    fputs("<path d=\"", out);
    for (int k = 0; k < s->points; k++)
        fprintf(out, "%s%.5g %.5g", k ? "L" : "M", (s->x[k] - p->low_x) * scale + 20.0,
                (s->y[k] - p->low_y) * scale + 20.0);
    fputs(s->points > 2 ? "Z\"" : "\"", out);
}

/* a line gets its edges from a wider dark one below it */
static void write_strokes(FILE *out, const painting *p, double scale) {
    for (int i = 0; i < p->count; i++) {
        const stroke *s = &p->strokes[i];
        const double width = fmax(s->width * scale, 1.2);
        if (s->points == 2 && width > 4.0) {
            write_path(out, p, s, scale);
            fprintf(out, " stroke-width=\"%.4g\" stroke=\"#1d2126\"/>", width + 1.6);
        }
        write_path(out, p, s, scale);
        fprintf(out, " stroke-width=\"%.4g\" stroke=\"", s->points == 2 ? width : 0.8);
        if (s->points == 2 || s->is_seamless)
            shaded(out, s->colour, s->shade);
        else
            fputs("#1d2126", out);
        if (s->points > 2) {
            fputs("\" fill=\"", out);
            shaded(out, s->colour, s->shade);
        }
        fputs("\"/>\n", out);
    }
}

static void collect(painting *p) {
    const pg_motion *m = p->m;
    for (int i = 0; i < m->body_count; i++)
        for (int k = 0; k < m->bodies[i].shape_count; k++)
            shape(p, i, &m->bodies[i].shapes[k],
                  colour_of(m->bodies[i].shapes[k].colour,
                            !*m->bodies[i].colour && m->bodies[i].shapes[k].kind == CM_WHEEL
                                ? "#b9c0c7"
                                : m->bodies[i].colour,
                            i));
    const double size = hypot(p->high_x - p->low_x, p->high_y - p->low_y);
    for (int i = 0; i < m->link_count; i++) {
        double a[3], b[3];
        place(p, m->links[i].bodies[0], m->links[i].points[0], a);
        place(p, m->links[i].bodies[1], m->links[i].points[1], b);
        if (m->links[i].is_spring)
            spring(p, a, b, size > 0.0 && size < 1e9 ? size : 1.0,
                   colour_of(m->links[i].colour, "green", 0));
        else
            line(p, a, b, 0.0, colour_of(m->links[i].colour, "grey", 0));
    }
}

bd_status pg_draw_motion(FILE *out, const pg_motion *m, double time, bd_error *error) {
    size_t at = 0;
    const size_t length = (size_t)m->width + 1;
    while (!isnan(time) && at + 1 < m->row_count && m->rows[(at + 1) * length] <= time + 1e-9)
        at++;
    /* z up: from the right side in front; y up (planar): straight from the front */
    painting p = {.right = {0.75, 0.66, 0.0},
                  .up = {0.19, -0.216, 0.958},
                  .towards = {0.632, -0.719, -0.288},
                  .low_x = 1e9,
                  .low_y = 1e9,
                  .high_x = -1e9,
                  .high_y = -1e9,
                  .row = m->rows + at * length + 1,
                  .m = m};
    if (m->up == 'y' || m->planar) {
        const double right[3] = {1, 0, 0}, up[3] = {0, 1, 0}, towards[3] = {0, 0, 1};
        memcpy(p.right, right, sizeof right);
        memcpy(p.up, up, sizeof up);
        memcpy(p.towards, towards, sizeof towards);
    } else { /* an orthonormal triad: yaw about z, then down */
        const double yaw = 0.85, pitch = 0.35;
        const double right[3] = {cos(yaw), sin(yaw), 0.0};
        const double back[3] = {sin(yaw) * cos(pitch), -cos(yaw) * cos(pitch), sin(pitch)};
        const double up[3] = {-sin(yaw) * sin(pitch), cos(yaw) * sin(pitch), cos(pitch)};
        memcpy(p.right, right, sizeof right);
        memcpy(p.up, up, sizeof up);
        memcpy(p.towards, back, sizeof back);
    }
    collect(&p);
    if (p.failed || p.count == 0) {
        free(p.strokes);
        return p.failed ? bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a picture")
                        : bd_error_set(error, BD_BAD_FILE, "the mechanism has nothing to draw");
    }
    qsort(p.strokes, (size_t)p.count, sizeof *p.strokes, by_depth);
    const double w = fmax(p.high_x - p.low_x, 1e-6), h = fmax(p.high_y - p.low_y, 1e-6);
    const double scale = fmin(760.0 / w, 560.0 / h);
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "width=\"%.5g\" height=\"%.5g\" fill=\"none\" stroke-linecap=\"round\" "
            "stroke-linejoin=\"round\">\n<title>",
            w * scale + 40.0, h * scale + 40.0);
    pg_xml(out, m->title ? m->title : "");
    fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", out);
    write_strokes(out, &p, scale);
    fputs("</svg>\n", out);
    free(p.strokes);
    return BD_OK;
}
