/* one tree for every layout of a package: solver settings, block defaults and systems that newer
 * releases keep in parts of their own are put where older ones have them */
#ifndef BD_FILE_LAYOUT_H
#define BD_FILE_LAYOUT_H

#include "file/package.h"
#include "file/tree.h"

/* *tree is the Model, Library or Subsystem section */
bd_status bd_package_assemble(bd_package *package, const char *file, bd_arena *arena,
                              bd_tree **tree, bd_error *error);

#endif
