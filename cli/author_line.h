/* the line by which an author builds an S-function of his */
#ifndef CLI_AUTHOR_LINE_H
#define CLI_AUTHOR_LINE_H

#include <stdbool.h>
#include <stddef.h>

#define AUTHOR_WORDS 60

/* what a line `mex NAME.c more.c -DX=1 -Ifolder` of a script names besides NAME.c, as words for a
 * compiler: paths begin with the folder of the script */
typedef struct author_line {
    char *sources[AUTHOR_WORDS], *flags[AUTHOR_WORDS];
    size_t source_count, flag_count;
} author_line;

/* of a script (.m) in the folder of the source or above it; false if there is none that names more
 * than the source */
bool author_line_find(const char *source, author_line *line);
void author_line_free(author_line *line);

#endif
