/* the sine and cosine of MATLAB's sind and cosd */
#include "base/degrees.h"

#include <math.h>

static const double degree = 0.017453292519943295769;

double bd_sin_degrees(double x) {
    const double r = fmod(x, 360.0);
    return fmod(r, 180.0) == 0.0      ? 0.0
           : r == 90.0 || r == -270.0 ? 1.0
           : r == -90.0 || r == 270.0 ? -1.0
                                      : sin(r * degree);
}

double bd_cos_degrees(double x) {
    const double r = fabs(fmod(x, 360.0));
    return r == 90.0 || r == 270.0 ? 0.0 : r == 180.0 ? -1.0 : cos(r * degree);
}
