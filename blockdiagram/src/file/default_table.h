/* the built-in table behind bd_type_default */
#ifndef BD_FILE_DEFAULT_TABLE_H
#define BD_FILE_DEFAULT_TABLE_H

#include <stddef.h>

typedef struct bd_default_row {
    const char *type;
    const char *name;
    const char *value;
} bd_default_row;

/* sorted by type, then name */
extern const bd_default_row bd_default_table[];
extern const size_t bd_default_count;

#endif
