/* S-functions that a model lacks and whose sources lie beside it */
#ifndef CLI_BUILD_MISSING_H
#define CLI_BUILD_MISSING_H

#include "model.h"

/* builds each into the folder of the model, from NAME.c or NAME.cpp there or in one of the folders,
 * with the block's modules. What the compiler warns of, and what cannot be built, goes to the
 * model's log: that it is missing is told when the model is compiled */
void build_missing(model *m, const text_list *folders);

/* the folder of simstruc.h: installed, or that of the source tree this program was built from */
void sfunction_headers(char *folder, size_t size);

#endif
