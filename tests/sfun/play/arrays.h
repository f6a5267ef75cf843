/* arrays for the player: char, double, logical, and MATLAB's strings */
#ifndef PLAY_ARRAYS_H
#define PLAY_ARRAYS_H

#include "mex.h"

#if defined(_WIN32) && defined(PLAY_ARRAYS_BUILD)
#define PLAY_EXPORT __declspec(dllexport)
#elif defined(_WIN32)
#define PLAY_EXPORT __declspec(dllimport)
#else
#define PLAY_EXPORT __attribute__((visibility("default")))
#endif

PLAY_EXPORT mxArray *play_text(const char *utf8);
PLAY_EXPORT mxArray *play_string(const char *utf8); /* of class string */
PLAY_EXPORT mxArray *play_number(double value);
PLAY_EXPORT mxArray *play_empty(void);

/* arrays and memory that were made and not freed */
PLAY_EXPORT int play_alive(void);

#endif
