/* generated wrappers outside a MEX build ask for the elementary types under this name */
#ifndef BD_RTWTYPES_H
#define BD_RTWTYPES_H
#include "tmwtypes.h"
#include "simstruc_types.h"
#endif
