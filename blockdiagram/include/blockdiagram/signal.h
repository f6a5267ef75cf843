/* what a signal is: data type, complexity, dimensions, and for a bus its elements; and at which
 * times it changes.
 *
 * In memory a signal is one contiguous piece: elements in column-major order, a complex element as
 * real and imaginary part side by side, a bus as a C struct (each element aligned to its type, the
 * whole rounded up to the largest alignment). */
#ifndef BLOCKDIAGRAM_SIGNAL_H
#define BLOCKDIAGRAM_SIGNAL_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "not known yet": of a type, a complexity, a rank, a period */
#define BD_INHERITED (-1)

/* data types are those of values (BD_DOUBLE … BD_UINT64), these two, and from 128 on fixed-point
 * types, whose elements are doubles on their grid */
#define BD_FUNCTION_CALL                                                                           \
    64            /* carries no data: calls of subsystems. Elements may be called singly */
#define BD_BUS 65 /* structured: see bus */

typedef struct bd_bus bd_bus;

typedef struct bd_shape {
    int type;              /* bd_class, BD_FUNCTION_CALL, BD_BUS or BD_INHERITED */
    int complexity;        /* 0 real, 1 complex, or BD_INHERITED */
    int rank;              /* 1: a vector without orientation (width 1: a scalar); 2 and more: a
                              matrix; or BD_INHERITED */
    int dims[BD_MAX_RANK]; /* rank sizes, none of them 0 */
    const bd_bus *bus;     /* elements, if type is BD_BUS */
    bool variable;         /* dims are the largest; the present ones change in the run */
} bd_shape;

typedef struct bd_bus_element {
    const char *name;
    bd_shape shape;
    size_t offset; /* bytes from the begin of the bus */
} bd_bus_element;

struct bd_bus {
    const char *name; /* of its type, "" if it has none */
    bd_bus_element *elements;
    int count;   /* 0: a structure that only S-functions know from inside */
    size_t size; /* bytes */
    size_t alignment;
};

/* a shape of which nothing is known */
bd_shape bd_shape_unknown(void);
/* a real vector without orientation; width 1 is a scalar */
bd_shape bd_shape_vector(int type, int width);
bd_shape bd_shape_matrix(int type, int rows, int columns);

/* number of elements (product of dims), 0 while the rank is not known */
int bd_shape_width(const bd_shape *shape);
/* real numbers: both parts of complex ones, those of all elements of a bus */
int bd_shape_numbers(const bd_shape *shape);
/* bytes of one element (both parts if complex), and of the signal */
size_t bd_shape_element_size(const bd_shape *shape);
size_t bd_shape_size(const bd_shape *shape);
bool bd_shape_is_known(const bd_shape *shape); /* everything */
bool bd_shape_is_scalar(const bd_shape *shape);
/* the same dimensions; a vector [n] also fits [n x 1] and [1 x n] */
bool bd_shape_same_dims(const bd_shape *a, const bd_shape *b);
/* the same data type; buses: the same layout */
bool bd_shape_same_type(const bd_shape *a, const bd_shape *b);
/* "double [3x2] complex" into text, for messages; returns text */
char *bd_shape_text(const bd_shape *shape, char *text, size_t capacity);

/* one element as double, whatever the type; complex signals: part 2*i is real, 2*i+1 imaginary */
double bd_element_read(const void *data, int type, size_t index);
/* the other way: rounds to nearest (ties away from zero) and saturates integers; NaN becomes 0 */
void bd_element_write(void *data, int type, size_t index, double value);

/* when a signal or block may change. Pairs [period, offset]: */
typedef struct bd_sample_time {
    double period;
    double offset;
} bd_sample_time;

#define BD_CONTINUOUS       ((bd_sample_time){0.0, 0.0})
#define BD_FIXED_IN_MINOR   ((bd_sample_time){0.0, 1.0}) /* at every major step */
#define BD_SAMPLE_INHERITED ((bd_sample_time){-1.0, 0.0})
#define BD_TRIGGERED        ((bd_sample_time){-1.0, -1.0})    /* when its subsystem is called */
#define BD_VARIABLE         ((bd_sample_time){-2.0, 0.0})     /* the block tells its next hit */
#define BD_CONSTANT         ((bd_sample_time){INFINITY, 0.0}) /* once, at the start */

static inline bool bd_sample_is_continuous(bd_sample_time s) {
    return s.period == 0.0 && s.offset == 0.0;
}
static inline bool bd_sample_is_inherited(bd_sample_time s) {
    return s.period == -1.0 && s.offset != -1.0;
}
static inline bool bd_sample_is_triggered(bd_sample_time s) {
    return s.period == -1.0 && s.offset == -1.0;
}
static inline bool bd_sample_is_variable(bd_sample_time s) {
    return s.period == -2.0;
}
static inline bool bd_sample_is_constant(bd_sample_time s) {
    return isinf(s.period);
}
static inline bool bd_sample_is_discrete(bd_sample_time s) {
    return s.period > 0.0 && !isinf(s.period);
}
/* "continuous", "0.1", "[0.1, 0.05]", "constant" … into text; returns text */
char *bd_sample_time_text(bd_sample_time sample_time, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
