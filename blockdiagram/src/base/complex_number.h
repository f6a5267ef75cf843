/* complex numbers: from two parts, exact for infinities and signed zeros (not every compiler's
 * library has C11's CMPLX), and rounded part by part */
#ifndef BD_BASE_COMPLEX_NUMBER_H
#define BD_BASE_COMPLEX_NUMBER_H

#include <complex.h>
#include <math.h>

static inline double complex bd_complex(double re, double im) {
    union {
        double parts[2];
        double complex whole;
    } number = {.parts = {re, im}};

    return number.whole;
}

#define BD_COMPLEX_ROUNDING(name, round_part)                                                      \
    static inline double complex bd_complex_##name(double complex z) {                             \
        return bd_complex(round_part(creal(z)), round_part(cimag(z)));                             \
    }
BD_COMPLEX_ROUNDING(floor, floor)
BD_COMPLEX_ROUNDING(ceil, ceil)
BD_COMPLEX_ROUNDING(round, round)
BD_COMPLEX_ROUNDING(fix, trunc)

#endif
