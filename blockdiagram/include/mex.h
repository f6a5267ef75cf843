/* the MEX interface: steps aside when the compiler has another mex.h on its path (Octave, MATLAB),
 * and adds the few documented calls that one may lack */
#ifndef BD_MEX_H
#if defined(__has_include_next) && !defined(BD_SS_STRICT)
#if __has_include_next(<mex.h>)
#ifdef __cplusplus
extern "C++" {
#endif
#include_next <mex.h>
#ifdef __cplusplus
}
#endif
#ifndef BD_MEX_H
#define BD_MEX_H
#define BD_MEX_FOREIGN
#include "mx/additions.h"
#endif
#endif
#endif
#endif

#ifndef BD_MEX_H
#define BD_MEX_H
#include "mx/array.h"
#include "mx/interpreter.h"
#ifdef BD_SS_STRICT
/* a later stdio.h would stumble over the macro: on Windows it defines printf, in C++ it names it */
#if defined(_WIN32) || defined(__cplusplus)
#include <stdio.h>
#endif
#define printf mexPrintf /* what is printed goes to the command window */
#else
#include "mx/additions.h"
#endif
#endif
