/* mxArray: steps aside when the compiler has other MEX headers on its path (Octave, MATLAB) */
#ifndef BD_MATRIX_H
#if defined(__has_include_next) && !defined(BD_SS_STRICT)
#if __has_include_next(<matrix.h>)
#include_next <matrix.h>
#define BD_MATRIX_H
#endif
#endif
#endif

#ifndef BD_MATRIX_H
#define BD_MATRIX_H
/* Octave has one header for both */
#include <mex.h>
#endif
