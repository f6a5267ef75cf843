/* files and archives made by a test */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stddef.h>

#include "blockdiagram/diagram.h"

/* a folder under the build tree that is removed when the program ends */
const char *scratch_folder(void);

/* writes folder/name; returns its path, which lives until the next call */
const char *scratch_file(const char *folder, const char *name, const void *bytes, size_t size);
const char *scratch_text(const char *folder, const char *name, const char *text);

/* reads text as a file in memory; errors land in error */
bd_diagram *read_text(const char *text, bd_error *error);

/* a model of these lines of a System section */
const char *model_around(const char *system);

#endif
