/* a MATLAB-like value: an n-dimensional, column-major array of one class.
 *
 * Values are immutable by habit: once a value has been handed to somebody else (a workspace, a
 * cell, a struct, another thread) nobody writes into it any more. So values are shared by counting
 * references, and "copying" one is cheap. A value that was just created or copied belongs to its
 * creator alone and may be filled through the pointers below. Counting is thread-safe. */
#ifndef BLOCKDIAGRAM_VALUE_H
#define BLOCKDIAGRAM_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "blockdiagram/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* class, MATLAB's name, bytes per element; the first nine in the order of the data type numbers
 * that S-functions use (0 … 8), so that a signal's data type is also a class */
#define BD_CLASS_LIST(X)                                                                           \
    X(BD_DOUBLE, "double", 8)                                                                      \
    X(BD_SINGLE, "single", 4)                                                                      \
    X(BD_INT8, "int8", 1)                                                                          \
    X(BD_UINT8, "uint8", 1)                                                                        \
    X(BD_INT16, "int16", 2)                                                                        \
    X(BD_UINT16, "uint16", 2)                                                                      \
    X(BD_INT32, "int32", 4)                                                                        \
    X(BD_UINT32, "uint32", 4)                                                                      \
    X(BD_LOGICAL, "logical", 1)                                                                    \
    X(BD_INT64, "int64", 8)                                                                        \
    X(BD_UINT64, "uint64", 8)                                                                      \
    X(BD_CHAR, "char", 1)                                                                          \
    X(BD_CELL, "cell", sizeof(void *))                                                             \
    X(BD_STRUCT, "struct", sizeof(void *))

#define BD_CLASS_ENUM_ENTRY(code, name, bytes) code,
typedef enum bd_class { BD_CLASS_LIST(BD_CLASS_ENUM_ENTRY) BD_CLASS_COUNT } bd_class;
#undef BD_CLASS_ENUM_ENTRY

/* bounds against hostile input: a value that would exceed one of them is refused with a sentence */
#define BD_MAX_RANK        16
#define BD_MAX_VALUE_BYTES 100000000 /* of one value with everything inside it */
#define BD_MAX_NESTING     100       /* cells in structs in cells … */
#define BD_MAX_NAME        63        /* characters of a variable or field name */

typedef struct bd_value {
    bd_class type;
    int rank;                 /* number of dimensions, at least 2; trailing ones are dropped */
    size_t dims[BD_MAX_RANK]; /* dims[0] rows, dims[1] columns, …; 1 beyond rank */
    size_t count;             /* number of elements = product of dims */

    /* elements in column-major order: double, float, int8_t … uint64_t, uint8_t 0/1 (logical),
     * char (one byte each, not terminated); NULL for cells and structs only */
    void *re;
    void *im; /* imaginary parts, same class and count, or NULL for a real array */

    /* cell: count elements; struct: element e, field f is children[e * field_count + f].
     * A child that was never set is NULL and means an empty 0-by-0 double */
    struct bd_value **children;
    size_t field_count;
    char **field_names;
} bd_value;

/* making */

/* a new value of zeros (blanks are char 0; empty children; no fields); dims are copied, a rank of 0
 * or 1 is filled up with ones. cell and struct cannot be complex */
bd_status bd_value_create(bd_class type, int rank, const size_t *dims, bool is_complex,
                          bd_value **value, bd_error *error);
bd_status bd_value_create_matrix(bd_class type, size_t rows, size_t columns, bd_value **value,
                                 bd_error *error);
bd_status bd_value_create_scalar(double number, bd_value **value, bd_error *error);
bd_status bd_value_create_logical(bool truth, bd_value **value, bd_error *error);
/* rows-by-columns doubles, column-major; numbers may be NULL for zeros */
bd_status bd_value_create_doubles(size_t rows, size_t columns, const double *numbers,
                                  bd_value **value, bd_error *error);
/* a char row; the empty text is 0-by-0 as in MATLAB */
bd_status bd_value_create_text(const char *text, bd_value **value, bd_error *error);
bd_status bd_value_create_text_n(const char *text, size_t length, bd_value **value,
                                 bd_error *error);
/* a 1-by-1 struct without fields */
bd_status bd_value_create_struct(bd_value **value, bd_error *error);

/* one more owner of the same value; never fails; NULL stays NULL */
bd_value *bd_value_share(const bd_value *value);
/* a new value with the same contents that belongs to the caller alone (children are shared) */
bd_status bd_value_copy(const bd_value *value, bd_value **copy, bd_error *error);
/* one owner less; the last one frees it. NULL is allowed */
void bd_value_free(bd_value *value);

/* the same elements as another class, by MATLAB's rules: to integers by rounding half away from
 * zero, saturation, and NaN → 0; to logical by "not 0" (NaN is refused) */
bd_status bd_value_convert(const bd_value *value, bd_class type, bd_value **converted,
                           bd_error *error);

/* the value of a parameter object whose data type is single, as such; any other type says nothing
 * here: whole numbers would round in expressions. Gives a value of its own, or the same shared */
bd_status bd_value_of_parameter(const bd_value *value, const bd_value *type, bd_value **typed,
                                bd_error *error);

/* asking */

const char *bd_class_name(bd_class type);
size_t bd_class_bytes(bd_class type);
/* the class of a name as "int8" or "boolean" (which is logical); false if there is none */
bool bd_class_find(const char *name, bd_class *type);

bool bd_value_is_numeric(const bd_value *value); /* double, single, integers: not logical, char */
bool bd_value_is_number_like(const bd_value *value); /* numeric, logical or char */
bool bd_value_is_integer(const bd_value *value);     /* of an integer class */
bool bd_value_is_scalar(const bd_value *value);
bool bd_value_is_empty(const bd_value *value);
bool bd_value_is_vector(const bd_value *value); /* 1-by-n or n-by-1, scalars included */
bool bd_value_is_text(const bd_value *value);   /* a char row, or an empty char */
/* same class and size, equal elements in all depth (NaN is not equal to NaN) */
bool bd_value_equal(const bd_value *a, const bd_value *b);
/* the same class, dimensions and bits, with everything inside; what cannot be compared (functions)
 * is not */
bool bd_value_identical(const bd_value *a, const bd_value *b);
/* "2x3" into text, for messages; returns text */
char *bd_value_size_text(const bd_value *value, char *text, size_t capacity);

/* reading */

/* element by linear index from 0; the index must be below count and the class number-like */
double bd_value_real_at(const bd_value *value, size_t index);
double bd_value_imag_at(const bd_value *value, size_t index);

/* the readers below take number-like values and check them; `what` names the thing in the sentence
 * that tells the mistake, as "Gain of block 'a/b'" */

/* a real scalar (of any number-like class; an imaginary part is refused) */
bd_status bd_value_scalar(const bd_value *value, const char *what, double *number, bd_error *error);
/* a scalar that is a whole number within [low, high] */
bd_status bd_value_whole(const bd_value *value, const char *what, long low, long high, long *number,
                         bd_error *error);
/* true for on/off, true/false or a number that is not 0 */
bd_status bd_value_truth(const bd_value *value, const char *what, bool *truth, bd_error *error);
/* all elements as doubles, column-major, in memory for free(); NULL if there are none */
bd_status bd_value_doubles(const bd_value *value, const char *what, double **numbers, size_t *count,
                           bd_error *error);
/* all elements into a buffer of exactly count doubles, converted; imag may be NULL */
void bd_value_write_doubles(const bd_value *value, double *real, double *imag);
/* a char row as terminated string for free() */
bd_status bd_value_text(const bd_value *value, const char *what, char **text, bd_error *error);

/* cells and structs */

/* cell element, or NULL if it is an empty that was never set */
const bd_value *bd_value_cell_at(const bd_value *cell, size_t index);
/* takes over the caller's reference to child, also when it fails; the cell must be the caller's */
bd_status bd_value_cell_set(bd_value *cell, size_t index, bd_value *child, bd_error *error);

/* number of the field, or -1 */
long bd_value_field_index(const bd_value *structure, const char *name);
/* field of element 0 of a struct; NULL if the value is no struct, is empty or has no such field */
const bd_value *bd_value_field(const bd_value *structure, const char *name);
const bd_value *bd_value_field_at(const bd_value *structure, size_t index, const char *name);
/* appends the field to all elements if it is new, and sets it in one of them; takes over the
 * caller's reference to child, also when it fails; the struct must be the caller's */
bd_status bd_value_field_set(bd_value *structure, size_t index, const char *name, bd_value *child,
                             bd_error *error);

/* ---- arrays that model files keep as binary data (Signal Builder, model workspace) ---- */

/* is it such a parameter (see BD_STORED_VALUE in diagram.h)? May be NULL */
bool bd_is_stored_value(const char *text);
/* its first array; classes without a counterpart here are empty matrices */
bd_status bd_value_read_stored(const char *text, bd_value **value, bd_error *error);

#ifdef __cplusplus
}
#endif
#endif
