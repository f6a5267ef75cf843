/* reproducible random numbers: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
 * number generators", OOPSLA 2014). The same seed gives the same bits on every machine; the numbers
 * are not those of other tools */
#ifndef BLOCKS_SOURCES_RANDOM_H
#define BLOCKS_SOURCES_RANDOM_H

#include <stdint.h>

/* the beginning of the stream that belongs to a seed and to an element of a vector */
uint64_t bd_random_begin(double seed, int element);
/* uniform in (0, 1) */
double bd_random_uniform(uint64_t *state);
/* mean 0, variance 1, by Box and Muller (1958) from two uniform numbers */
double bd_random_normal(uint64_t *state);

#endif
