/* a motion file in memory */
#ifndef PAGES_MOTION_H
#define PAGES_MOTION_H

#include "common/motion.h"
#include "pages/pages.h"

typedef struct pg_shape {
    cm_shape_kind kind;
    double numbers[CM_SHAPE_NUMBERS];
    char *colour; /* "" if none */
} pg_shape;

typedef struct pg_body {
    char *name, *colour;
    double mass, origin[3];
    pg_shape *shapes;
    int shape_count;
} pg_body;

typedef struct pg_link {
    bool is_spring;
    int bodies[2];
    double points[2][3];
    char *colour;
} pg_link;

typedef struct pg_trace {
    char *name, *unit;
} pg_trace;

struct pg_motion {
    char *title;
    char up;
    bool planar, has_ground;
    double ground;
    pg_body *bodies;
    pg_link *links;
    pg_trace *arrows, *signals;
    int body_count, link_count, arrow_count, signal_count;
    int width; /* numbers in a row behind the time */
    size_t row_count;
    double *rows; /* time, numbers; time, numbers … */
};

/* a JSON object of all but the rows */
void pg_motion_header(FILE *out, const char *name, const pg_motion *motion);

#endif
