/* the list of all couplings */
#include "multirate/config.h"

#include <stddef.h>

const mr_coupling *const mr_couplings[] = {&mr_coupling_signals, &mr_coupling_model,
                                           &mr_coupling_impulse, &mr_coupling_prestep, NULL};
