/* rests of a division, as MATLAB's mod and rem have them: exact, and 0 where x is a whole multiple
 * of a broken y but for rounding */
#ifndef BD_BASE_REMAINDER_H
#define BD_BASE_REMAINDER_H

/* the sign of the divisor; x if that is 0 */
double bd_modulo(double x, double y);

/* the sign of x; NaN if the divisor is 0 */
double bd_remainder(double x, double y);

#endif
