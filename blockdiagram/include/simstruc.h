/* SimStruct and all calls an S-function (Level 2, C MEX) may make on it.
 *
 * Written from the public documentation of the calls. The same source compiles here with a plain C
 * or C++ compiler, with Octave's mkoctfile --mex, and with MATLAB's own headers. Whether it will is
 * found out with -DBD_SS_STRICT, see simstruct/manner.h. */
#ifndef BD_SIMSTRUC_H
#define BD_SIMSTRUC_H

#if defined(S_FUNCTION_NAME) && !defined(S_FUNCTION_LEVEL)
#define S_FUNCTION_LEVEL 1 /* before there were levels */
#endif
#if defined(S_FUNCTION_LEVEL) && S_FUNCTION_LEVEL != 2
#if defined(BD_SS_STRICT) || S_FUNCTION_LEVEL != 1
#error "only S-functions of Level 2 are portable (#define S_FUNCTION_LEVEL 2)"
#endif
#define BD_SS_LEVEL_1
#endif

#ifdef BD_SS_STRICT
#include "mex.h"
#else
/* an author may have opened extern "C" already, where headers with templates cannot be read */
#ifdef __cplusplus
extern "C++" {
#include <exception>
#endif
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mex.h>
#ifndef BD_MEX_H /* another one came first on the path of the compiler */
#define BD_MEX_H
#define BD_MEX_FOREIGN
#include "mx/additions.h"
#endif
#ifdef __cplusplus
}
#endif
#endif

#include "tmwtypes.h"
#include "simstruc_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "simstruct/constants.h"
#include "simstruct/layout.h"
#include "simstruct/host.h"
#include "simstruct/manner.h"
#include "simstruct/access.h"
#include "simstruct/ports.h"
#include "simstruct/work.h"
#include "simstruct/time.h"
#include "simstruct/parameters.h"
#include "simstruct/datatypes.h"
#include "simstruct/block.h"
#include "simstruct/simulink_functions.h"
#include "simstruct/rtw.h"
#ifdef BD_SS_LEVEL_1
#include "simstruct/level_1.h"
#endif

#ifdef __cplusplus
}
#endif

#endif
