/* where everything of one system is on its sheet */
#ifndef BLOCKDIAGRAM_SHEET_H
#define BLOCKDIAGRAM_SHEET_H

#include "blockdiagram/diagram.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_point {
    double x, y;
} bd_point;

typedef enum bd_side { BD_RIGHT, BD_DOWN, BD_LEFT, BD_UP } bd_side;

/* a block's place: rectangle, and the side that its outputs are on */
typedef struct bd_place {
    double left, top, right, bottom;
    bd_side facing;
} bd_place;

/* a straight piece of a line that is drawn already */
typedef struct bd_piece {
    bd_point a, b;
    const bd_line *line;
} bd_piece;

typedef struct bd_sheet {
    const bd_system *system;
    bd_place *places; /* of all blocks in their order */
    bd_piece *pieces; /* so that no line lies on another one */
    size_t piece_count, piece_room;
} bd_sheet;

/* the written positions; blocks without one are laid out. False when memory ends */
bool bd_sheet_make(bd_sheet *sheet, const bd_system *system);
void bd_sheet_free(bd_sheet *sheet);

/* the written position of a block, or false */
bool bd_written_place(const bd_node *node, bd_place *place);

/* where a port is on the edge, and the side that its line leaves to */
bd_point bd_port_place(const bd_sheet *sheet, const bd_end *end, bd_side *side);

/* a sum (or product) with a round icon? */
bool bd_is_round(const bd_node *node);

/* the way of a line to its destination number k; how many points, at most BD_WAY */
#define BD_WAY 64
int bd_way(bd_sheet *sheet, const bd_line *line, size_t k, bd_point *points);

/* the last point that two ways from one source share; false if that is the source itself */
bool bd_branch(const bd_point *a, int na, const bd_point *b, int nb, bd_point *point,
               double *length);

#ifdef __cplusplus
}
#endif

#endif
