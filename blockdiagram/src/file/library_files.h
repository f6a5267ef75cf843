/* the other files a diagram needs, each read once */
#ifndef BD_FILE_LIBRARY_FILES_H
#define BD_FILE_LIBRARY_FILES_H

#include "blockdiagram/diagram.h"

typedef struct bd_library_files {
    const bd_search_path *search;
    bd_diagram **diagrams;
    size_t count;
} bd_library_files;

/* the diagram `name` (with or without .slx, .mdl), from folder (NULL: nowhere) or along the path;
 * *diagram is NULL if there is no such file */
bd_status bd_library_files_get(bd_library_files *files, const char *folder, const char *name,
                               const bd_diagram **diagram, bd_log *log, bd_error *error);

/* gives what was read to the arena, whose texts may point there, and forgets it */
void bd_library_files_close(bd_library_files *files, struct bd_arena *keep);

#endif
