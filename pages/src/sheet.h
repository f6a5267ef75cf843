/* where everything of one system is on its sheet */
#ifndef PAGES_SHEET_H
#define PAGES_SHEET_H

#include "blockdiagram/diagram.h"

typedef struct pg_point {
    double x, y;
} pg_point;

typedef enum pg_side { PG_RIGHT, PG_DOWN, PG_LEFT, PG_UP } pg_side;

/* a block's place: rectangle, and the side that its outputs are on */
typedef struct pg_place {
    double left, top, right, bottom;
    pg_side facing;
} pg_place;

/* a straight piece of a line that is drawn already */
typedef struct pg_piece {
    pg_point a, b;
    const bd_line *line;
} pg_piece;

typedef struct pg_sheet {
    const bd_system *system;
    pg_place *places; /* of all blocks in their order */
    pg_piece *pieces; /* so that no line lies on another one */
    size_t piece_count, piece_room;
} pg_sheet;

/* the written positions; blocks without one are laid out. False when memory ends */
bool pg_sheet_make(pg_sheet *sheet, const bd_system *system);
void pg_sheet_free(pg_sheet *sheet);

/* the written position of a block, or false */
bool pg_written_place(const bd_node *node, pg_place *place);

/* where a port is on the edge, and the side that its line leaves to */
pg_point pg_port(const pg_sheet *sheet, const bd_end *end, pg_side *side);

/* a sum (or product) with a round icon? */
bool pg_is_round(const bd_node *node);

/* the way of a line to its destination number k; how many points, at most PG_WAY */
#define PG_WAY 64
int pg_way(pg_sheet *sheet, const bd_line *line, size_t k, pg_point *points);

/* the last point that two ways from one source share; false if that is the source itself */
bool pg_branch(const pg_point *a, int na, const pg_point *b, int nb, pg_point *point,
               double *length);

#endif
