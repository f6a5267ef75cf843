/* one calculation: where temporaries live, how far it may go, and what went wrong.
 *
 * Everything made during a calculation belongs to its pool and is freed together when it ends, so
 * the functions below need no clean-up ladders: they return a value or NULL, and after a NULL the
 * error says why. A value that must outlive the calculation is shared out of it. */
#ifndef BD_VALUE_CALC_H
#define BD_VALUE_CALC_H

#include <stdarg.h>

#include "blockdiagram/value.h"
#include "blockdiagram/workspace.h"
#include "base/arena.h"
#include "base/elements.h"

/* bounds of one calculation against hostile text; most_work.h has those of its length */
#define BD_CALC_BYTES 500000000U /* all temporaries together */
#define BD_CALC_DEPTH 200        /* nested parentheses, calls and blocks */

typedef struct bd_indexed {
    const bd_value *value; /* what `end` refers to */
    size_t position;       /* which subscript it stands in */
    size_t count;          /* number of subscripts */
} bd_indexed;

typedef struct bd_held bd_held; /* see evaluate.h */

typedef struct bd_frame bd_frame; /* see library.h */

typedef struct bd_calc {
    const bd_workspace *scope; /* where names are looked up; may be NULL */
    bd_workspace *target;      /* where assignments go; NULL in an expression */
    const char *directory;     /* where files are found; NULL forbids them */
    const char *text;          /* what is being evaluated, for messages */
    const char *name;          /* name of a script, or NULL for an expression */
    size_t at;                 /* position in text of what is being evaluated */

    bd_status status;
    char message[600];
    bool is_elsewhere; /* the message is whole: the mistake is not in this text */
    bool is_placed;    /* the message begins with the place in a function; so long is that: */
    size_t plain;
    bool is_ours;          /* the failure may be one of this program alone; see execute_fail.c */
    char identifier[80];   /* of an error that the text itself raised, or "" */
    const bd_frame *frame; /* of the function that runs, or NULL */

    bd_value **values; /* the pool */
    size_t value_count, value_capacity;
    bd_arena arena;
    size_t bytes;

    uint64_t work;
    uint64_t statements;
    int depth;
    const bd_indexed *indexed; /* innermost value that is being indexed */
    bd_held *held;             /* what the rest of the expression still needs */
    uint64_t random;           /* state of rand; see functions_random.c */
    int scripts;               /* how many scripts called each other up to here */
    bd_log *log; /* statements that fail are told here and skipped; NULL: they end the script */
} bd_calc;

/* life */
void bd_calc_begin(bd_calc *calc, const char *text, const bd_workspace *scope);
void bd_calc_drop(bd_calc *calc); /* frees all temporaries; the calculation may go on */
/* drops everything and turns a failure into a sentence with place and text */
bd_status bd_calc_end(bd_calc *calc, bd_error *error);

/* failing: all return NULL/false so that a function can fail in one line */
void *bd_calc_fail(bd_calc *calc, bd_status status, const char *format, ...) BD_PRINTF(3, 4);
/* same, for a value of the wrong class, size or range, which is the most frequent mistake */
void *bd_calc_refuse(bd_calc *calc, const char *format, ...) BD_PRINTF(2, 3);
/* tells a failure in the log and goes on as if there had been none; false if it is too grave */
bool bd_calc_forgive(bd_calc *calc);
void bd_calc_forget(bd_calc *calc);              /* as if there had been no failure */
size_t bd_calc_line(const bd_calc *calc);        /* of the text, where the calculation is */
bool bd_calc_charge(bd_calc *calc, double work);

/* whether somebody wants the run to end; what takes long charges often, and ends by that */
bool bd_calc_is_stopped(const bd_calc *calc); /* false if the calculation takes too long */

/* memory of the pool, zeroed; never NULL for size 0 unless it failed */
void *bd_calc_alloc(bd_calc *calc, size_t count, size_t size);

/* a text that grows; begins with the calculation alone */
typedef struct bd_growing {
    bd_calc *calc;
    char *text; /* NULL: nothing yet */
    size_t used, capacity;
} bd_growing;
bool bd_growing_add(bd_growing *out, const char *text, size_t length);
/* puts a value under the pool's care; NULL stays NULL */
bd_value *bd_calc_keep(bd_calc *calc, bd_value *value);

/* new values in the pool */
bd_value *bd_calc_new(bd_calc *calc, bd_class type, int rank, const size_t *dims, bool is_complex);
bd_value *bd_calc_matrix(bd_calc *calc, bd_class type, size_t rows, size_t columns);
bd_value *bd_calc_like(bd_calc *calc, bd_class type, const bd_value *shape, bool is_complex);
bd_value *bd_calc_scalar(bd_calc *calc, double number);
bd_value *bd_calc_logical(bd_calc *calc, bool truth);
bd_value *bd_calc_text(bd_calc *calc, const char *text, size_t length);
bd_value *bd_calc_struct(bd_calc *calc);
bd_value *bd_calc_copy(bd_calc *calc, const bd_value *value);
/* the value as another class; the same value if it already is of it */
const bd_value *bd_calc_convert(bd_calc *calc, const bd_value *value, bd_class type);
/* children of a new value; the child is shared */
bool bd_calc_set_child(bd_calc *calc, bd_value *parent, size_t slot, const bd_value *child);
bool bd_calc_set_field(bd_calc *calc, bd_value *structure, size_t element, const char *name,
                       const bd_value *child);
/* a child of a cell or struct, with [] for one that was never set */
const bd_value *bd_calc_child(bd_calc *calc, const bd_value *parent, size_t slot);

/* elements of a number-like value as doubles (the value's own memory if it is double); refuses
 * others. imag is NULL for a real value. *real is never NULL after success */
bool bd_calc_doubles(bd_calc *calc, const bd_value *value, const double **real,
                     const double **imag);
bool bd_calc_reals(bd_calc *calc, const bd_value *value, const char *what, const double **real);
/* without imaginary part, if that is all zeros */
bd_value *bd_calc_narrow(bd_value *value);
/* arguments of functions */
bool bd_calc_number(bd_calc *calc, const bd_value *value, const char *what, double *number);
bool bd_calc_size(bd_calc *calc, const bd_value *value, const char *what, size_t *size);
const char *bd_calc_string(bd_calc *calc, const bd_value *value, const char *what);
bool bd_calc_truth(bd_calc *calc, const bd_value *value, bool *truth); /* as in `if` */

#endif
