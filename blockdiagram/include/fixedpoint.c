/* included after simulink.c by S-functions that ask fixed-point questions; everything is in the
 * header */
#include "fixedpoint.h"
