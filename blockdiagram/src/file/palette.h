/* the blocks of the palette: what a path such as "simulink/Sources/Sine Wave" adds to a diagram */
#ifndef BD_FILE_PALETTE_H
#define BD_FILE_PALETTE_H

#include <stddef.h>

typedef struct bd_palette_block {
    const char *path; /* below "simulink/": "Sources/Sine Wave" */
    const char *type;
    const char *mask;     /* mask type of a block that is a link, else NULL */
    const char *settings; /* "Name=Value" apart by '\n', where the palette differs from the type */
    const char *inside;   /* type and name of blocks in it, apart by '|', or NULL */
    int inputs, outputs;  /* of a link; -1: those usual for the type */
} bd_palette_block;

/* the block at this path ("simulink/…" or "built-in/…"), or NULL and what may have been meant in
 * hint. A type of "built-in/" is written into room; where no type
 * has that name, a block of the palette may */
const bd_palette_block *bd_palette_find(const char *path, bd_palette_block *room, char *hint,
                                        size_t size);

/* the block whose name (of the palette, or a type) the text begins with, up to a blank or its end:
 * the source that adds it goes to path, the length of the name is returned; 0 if there is none */
size_t bd_palette_named(const char *text, char *path, size_t size);

#endif
