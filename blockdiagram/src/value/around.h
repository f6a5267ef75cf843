/* .m files and data dictionaries in the folders around that of a model */
#ifndef BD_VALUE_AROUND_H
#define BD_VALUE_AROUND_H

#include <stdbool.h>

typedef struct bd_around bd_around;

/* NULL: no memory, or the folder is not there. Nothing is listed before it is asked */
bd_around *bd_around_create(const char *folder);
void bd_around_free(bd_around *around);
/* the nearest file NAME.m (of a name that ends with .sldd: the file of that name), or NULL. other:
 * a different file at the same distance, or NULL */
const char *bd_around_find(bd_around *around, const char *name, const char **other);

#endif
