/* a slave that shows its motion, without a model around it */
#ifndef CLI_MECHANISM_H
#define CLI_MECHANISM_H

#include "pages/pages.h"

#include <stdbool.h>

/* by the name of the file: .mbs, .xml, .mjb, .motion */
bool is_mechanism(const char *path);

/* the motion up to `stop` with all inputs at zero, a row every `period` (0: 0.01 s); or that of a
 * .motion file */
bd_status mechanism_motion(const char *command, const char *path, const char *configuration,
                           double stop, double period, pg_motion **motion, bd_error *error);

#endif
