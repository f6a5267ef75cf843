/* a build without MATLAB_MEX_FILE ends with this file instead of simulink.c; the host is the same
 */
#ifndef BD_CG_SFUN_H
#define BD_CG_SFUN_H
#include "simulink.c"
#endif
