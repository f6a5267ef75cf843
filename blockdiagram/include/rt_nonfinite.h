/* numbers that are not finite, as generated code calls them */
#ifndef BD_RT_NONFINITE_H
#define BD_RT_NONFINITE_H

#include "tmwtypes.h"
#include <math.h>

#define rtInf       ((real_T)INFINITY)
#define rtMinusInf  ((real_T)-INFINITY)
#define rtNaN       ((real_T)NAN)
#define rtInfF      ((real32_T)INFINITY)
#define rtMinusInfF ((real32_T)-INFINITY)
#define rtNaNF      ((real32_T)NAN)
#define rtIsInf(x)  ((boolean_T)(isinf(x) != 0))
#define rtIsInfF(x) ((boolean_T)(isinf(x) != 0))
#define rtIsNaN(x)  ((boolean_T)(isnan(x) != 0))
#define rtIsNaNF(x) ((boolean_T)(isnan(x) != 0))
/* the constants need no preparation here */
#define rt_InitInfAndNaN(size) ((void)(size))
#define rtGetInf()             rtInf
#define rtGetMinusInf()        rtMinusInf
#define rtGetNaN()             rtNaN

#endif
