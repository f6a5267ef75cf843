/* data dictionaries (.sldd): packages with one XML part of named values */
#ifndef ENGINE_DICTIONARY_H
#define ENGINE_DICTIONARY_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/language.h"
#include "blockdiagram/workspace.h"

/* sets the variables of a dictionary, and of those it refers to, in a workspace; names that it has
 * already stay as they are. What cannot be found or read is told */
bd_status bd_dictionary_load(const bd_diagram *diagram, bd_library *library, const char *name,
                             bd_workspace *workspace, bd_log *log, bd_error *error);

#endif
