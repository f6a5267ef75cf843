/* a complex number from its two parts, exact for infinities and signed zeros; not every compiler's
 * library has C11's CMPLX */
#ifndef BD_VALUE_COMPLEX_NUMBER_H
#define BD_VALUE_COMPLEX_NUMBER_H

#include <complex.h>

static inline double complex bd_complex(double re, double im) {
    union {
        double parts[2];
        double complex whole;
    } number = {.parts = {re, im}};

    return number.whole;
}

#endif
