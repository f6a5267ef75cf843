/* are two diagrams the same model? */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/diagram.h"

/* types, names, ports, parameters in force, masks, lines and settings; not file, release, SIDs and
 * graphics. The first difference is described in what */
bool diagrams_equal(const bd_diagram *a, const bd_diagram *b, char *what, size_t size);

#endif
