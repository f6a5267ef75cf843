/* what differs between two diagrams, block by block */
#ifndef PAGES_COMPARE_H
#define PAGES_COMPARE_H

#include "blockdiagram/diagram.h"
#include "pages/pages.h"

#include <stdio.h>

typedef enum pg_change { PG_SAME, PG_ADDED, PG_CHANGED, PG_INSIDE } pg_change;

/* the block at the same place of the other diagram; NULL if there is none, or no other diagram */
const bd_system *pg_counterpart(const bd_system *system, const bd_diagram *other);

/* against the system that is the counterpart of its own; NULL: all are new. With out the
 * differences are told, line by line, not escaped */
pg_change pg_block_change(const bd_node *node, const bd_system *counterpart, FILE *out);

/* does this destination get its signal from elsewhere? */
bool pg_line_changed(const bd_line *line, size_t k, const bd_system *counterpart);

#endif
