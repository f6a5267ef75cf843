/* a copy of a .slx package with other parameters of one block; all its other parts stay as they are
 */
#ifndef CLI_ADVISE_PACKAGE_H
#define CLI_ADVISE_PACKAGE_H

#include "advise.h"

#include <stdbool.h>

/* sid: the block's number in the file; false and a sentence on failure */
bool advice_apply_package(const char *path, const char *sid, const advice_parameter *list,
                          const char *copy);

#endif
