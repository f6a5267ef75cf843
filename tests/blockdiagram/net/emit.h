/* a diagram built in memory as bytes of a model file, written here on purpose without the product's
 * writer: what is read back has gone the way of a file that somebody else saved */
#ifndef EMIT_H
#define EMIT_H

#include <stddef.h>

#include "blockdiagram/diagram.h"

/* .mdl text of this version: "4.0", "5.0", "6.0" with the settings in the Model section itself,
 * "7.0" … "8.5" with configuration sets. Free with free() */
char *emit_text(const bd_diagram *diagram, const char *version, size_t *size);

/* .slx of R2012b: everything in simulink/blockdiagram.xml. Free with free() */
void *emit_package(const bd_diagram *diagram, size_t *size);

#endif
