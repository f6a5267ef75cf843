/* the list of all schemes */
#include "multirate/config.h"

#include <stddef.h>

const mr_scheme *const mr_schemes[] = {&mr_slowest_first, &mr_fastest_first, NULL};
