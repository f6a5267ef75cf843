/* arrays that live and go together, as pieces of one block of memory
 *
 *     double *at = MR_PIECES(block, n, &x, &v, &a); MR_PIECES(at, n * n, &matrix);
 *
 * In a header that needs no other, so that every layer and every plug-in may use it. */
#ifndef MULTIRATE_PIECES_H
#define MULTIRATE_PIECES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* each gets so many numbers; returns where the last one ends */
static inline double *mr_pieces(double *at, size_t numbers, double **const *pieces, size_t count) {
    for (size_t i = 0; i < count; i++, at += numbers)
        *pieces[i] = at;
    return at;
}

#define MR_PIECES(at, numbers, ...)                                                                \
    mr_pieces(at, numbers, (double **[]){__VA_ARGS__},                                             \
              sizeof((double **[]){__VA_ARGS__}) / sizeof(double **))

#ifdef __cplusplus
}
#endif
#endif
