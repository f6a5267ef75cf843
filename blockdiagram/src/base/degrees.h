/* sine and cosine of an angle in degrees, as MATLAB's sind and cosd have them: exact at the
 * multiples of 90 degrees */
#ifndef BD_BASE_DEGREES_H
#define BD_BASE_DEGREES_H

double bd_sin_degrees(double x);
double bd_cos_degrees(double x);

#endif
