/* the 17 significant digits of a double, which tell it from every other one */
#ifndef BD_BASE_DIGITS_H
#define BD_BASE_DIGITS_H

#include <stdint.h>

enum { BD_DIGITS = 17 };

/* size = digits * 10^(exponent - 16), rounded to even as printf does: digits has 17 of them. 0 if
 * the number is not positive or lies outside of 1e-38 to 1e16, where the way below is exact */
int bd_digits(double size, uint64_t *digits, int *exponent);

#endif
