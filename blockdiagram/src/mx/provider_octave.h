/* Octave's own arrays as the library's provider, for a gateway that runs inside Octave. Compiled
 * with mkoctfile --mex together with convert.c, not part of the library. */
#ifndef BD_MX_PROVIDER_OCTAVE_H
#define BD_MX_PROVIDER_OCTAVE_H

#include "blockdiagram/sfunction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* what S-functions allocate with mxMalloc and kin is freed by Octave when the gateway's mexFunction
 * returns: start and finish of a run belong into one call of the gateway */
const bd_mx_provider *bd_mx_octave_provider(void);

#ifdef __cplusplus
}
#endif
#endif
