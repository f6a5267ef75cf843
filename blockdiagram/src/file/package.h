/* a set of named parts: a .slx (zip) or the text package inside a newer .mdl */
#ifndef BD_FILE_PACKAGE_H
#define BD_FILE_PACKAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"
#include "base/arena.h"

typedef struct bd_package bd_package;

typedef struct bd_part {
    const char *bytes; /* NULL if the package has no such part */
    size_t size;
    const char *label; /* file and part name, for messages */
    int first_line;    /* where the part begins in a text package, else 1 */
} bd_part;

bool bd_is_zip(const char *bytes, size_t size);
bool bd_is_text_package(const char *bytes, size_t size);

/* bytes must outlive the package; parts live in the arena */
bd_status bd_package_open(const char *bytes, size_t size, const char *file, bd_arena *arena,
                          bd_package **package, bd_error *error);
void bd_package_close(bd_package *package);

/* part by name without leading slash ("simulink/blockdiagram.xml"), case does not count */
bd_status bd_package_read(bd_package *package, const char *name, bd_part *part, bd_error *error);

#endif
