/* the picture inside a block */
#ifndef PAGES_ICON_H
#define PAGES_ICON_H

#include "blockdiagram/sheet.h"

#include <stdio.h>

/* outline and content of a block in its place */
void pg_icon(FILE *out, const bd_node *node, const bd_place *place);

/* text in the middle of a box, smaller where it must be; words: what stands there if it does not
 * fit at all, or NULL */
void pg_icon_text(FILE *out, const bd_place *box, const char *text, const char *words);

/* what the mask draws, as far as it is text: disp, fprintf, text, port_label with literal texts */
bool pg_icon_mask(FILE *out, const bd_node *node, const bd_place *box);

/* "[1 2 3]" as s²+2s+3; a name as name(s); false if it is too long for an icon */
bool pg_polynomial(const char *text, char variable, char *polynomial, size_t size);

#endif
