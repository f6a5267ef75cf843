/* sheets of a diagram as SVG */
#ifndef PAGES_DIAGRAM_H
#define PAGES_DIAGRAM_H

#include "pages/pages.h"

/* one sheet; links: blocks with an inside name their sheet by data-sheet (in a page), else the
 * picture stands for itself and brings its style along */
bd_status pg_sheet_svg(FILE *out, const bd_system *system, const bd_diagram *other, bool links,
                       bd_error *error);

/* systems in the order of their sheets */
typedef struct pg_systems {
    const bd_system **items;
    size_t count;
} pg_systems;

bool pg_systems_list(pg_systems *list, const bd_system *root);
void pg_systems_free(pg_systems *list);

#endif
