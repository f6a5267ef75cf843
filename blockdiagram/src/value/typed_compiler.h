/* the compiler of typed code: what its parts share */
#ifndef BD_VALUE_TYPED_COMPILER_H
#define BD_VALUE_TYPED_COMPILER_H

#include "value/functions.h"
#include "value/typed.h"

enum { BD_TYPED_VARIABLES = 2000, BD_TYPED_DEPTH = 16, BD_TYPED_ELEMENTS = 256 };

/* a value with a place in the frame */
typedef struct bd_tval {
    int type; /* bd_class */
    int rows, columns;
    int slot;
    bool known; /* a scalar constant */
    double number;
    const char *word; /* a text, or NULL */
} bd_tval;

typedef struct bd_tvar {
    const char *name; /* fields of structures are variables with points: s.a.b */
    int frame;
    bd_tval value;
    bool typed;   /* it was assigned somewhere */
    bool defined; /* it certainly has a value here */
    bool fixed;   /* of the host: values are converted to its class */
    int port;     /* of the program, or -1 */
    int flag;     /* slot that tells whether a persistent variable has a value, or -1 */
} bd_tvar;

/* a function that is put in place of its call */
typedef struct bd_tframe {
    struct bd_tframe *outer;
    int number, depth;
    const bd_source *source;
    const bd_syntax *function; /* NULL: the code itself */
    int nargin, nargout;
    int returns[64];
    size_t return_count;
    bool defined_at_return[BD_MAX_OUTPUTS + 8]; /* results, by all returns */
} bd_tframe;

typedef struct bd_tloop {
    struct bd_tloop *outer;
    int breaks[64], continues[64];
    size_t break_count, continue_count;
} bd_tloop;

typedef struct bd_tcompiler {
    const bd_code *code;
    bd_typed *made;
    bd_tframe *frame;
    bd_tloop *loop;
    bd_tvar *variables;
    size_t variable_count;
    int frames;
    size_t at;
    bool dead;         /* behind a jump: nothing here runs */
    size_t first_code; /* of this statement */
    int first_slot;
    size_t label;           /* the last instruction that something jumps to */
    const bd_tval *indexed; /* what `end` refers to */
    int position, subscripts;
    char *why;
    size_t capacity;
} bd_tcompiler;

/* all return false after writing the reason */
bool bd_t_refuse(bd_tcompiler *c, const char *format, ...) BD_PRINTF(2, 3);
/* room for one more instruction; who writes into one that found none writes into the first */
bool bd_t_reserve(bd_tcompiler *c);
int bd_t_emit(bd_tcompiler *c, int op, int d, int a, int b, int n);
int bd_t_slots(bd_tcompiler *c, int count);
bd_tval bd_t_constant(bd_tcompiler *c, double number, int type);
int bd_t_table(bd_tcompiler *c, int x, int y, int z);
/* place for one more item of a list */
bool bd_t_room(bd_tcompiler *c, void **items, size_t count, size_t *capacity, size_t size);
void bd_t_label(bd_tcompiler *c); /* something jumps to the next instruction */

bd_tvar *bd_t_find(bd_tcompiler *c, const char *name);
bd_tvar *bd_t_variable(bd_tcompiler *c, const char *name); /* makes it */
bool bd_t_assign(bd_tcompiler *c, bd_tvar *variable, const bd_tval *value);

/* what is certainly defined, to be kept and joined over branches */
typedef struct bd_tstate {
    bool defined[BD_TYPED_VARIABLES];
    bool dead;
} bd_tstate;
void bd_t_keep(const bd_tcompiler *c, bd_tstate *s);
void bd_t_go_back(bd_tcompiler *c, const bd_tstate *s);
void bd_t_join(bd_tcompiler *c, const bd_tstate *s);

bool bd_t_expression(bd_tcompiler *c, const bd_syntax *node, bd_tval *value);
bool bd_t_condition(bd_tcompiler *c, const bd_syntax *node, bd_tval *value);
bool bd_t_binary(bd_tcompiler *c, int code, const bd_tval *a, const bd_tval *b, bd_tval *value);
/* a call of a built-in function; 0: it is not known, -1 refused, 1 done */
int bd_t_builtin(bd_tcompiler *c, const bd_syntax *node, const char *name, bd_tval *value);
/* functions and operators that work on values, and whose size follows from sizes; the same */
int bd_t_boxed(bd_tcompiler *c, const char *name, int operator, const bd_tval * args, int count,
               bd_tval *value);
/* results of a user's function or of the host; the same */
int bd_t_call(bd_tcompiler *c, const bd_syntax *node, const char *name, bd_tval *values,
              int wanted);
bool bd_t_statements(bd_tcompiler *c, const bd_syntax *node);
bool bd_t_if(bd_tcompiler *c, const bd_syntax *node);
bool bd_t_for(bd_tcompiler *c, const bd_syntax *node);
bool bd_t_while(bd_tcompiler *c, const bd_syntax *node);
bool bd_t_switch(bd_tcompiler *c, const bd_syntax *node);
bool bd_t_return(bd_tcompiler *c);
/* a jump whose end is not known yet; behind it nothing runs */
bool bd_t_add_jump(bd_tcompiler *c, int *list, size_t *count);
/* linear subscripts from 0 of all elements: a slot plus a number for each */
typedef struct bd_tindex {
    int rows, columns;
    int slot; /* of the part that is computed, or -1 */
    int offsets[BD_TYPED_ELEMENTS];
} bd_tindex;
bool bd_t_subscripts(bd_tcompiler *c, const bd_syntax *call, const bd_tval *array, const char *name,
                     bd_tindex *index);
/* a part of a variable */
bool bd_t_part(bd_tcompiler *c, const bd_syntax *node, const bd_tvar *variable, bd_tval *value);
bool bd_t_unary(bd_tcompiler *c, const bd_syntax *node, bd_tval *value);
/* a && b, a || b */
bool bd_t_short(bd_tcompiler *c, const bd_syntax *node, bd_tval *value);
bool bd_t_dotted(const bd_syntax *node, char *name, size_t capacity);

static inline int bd_t_count(const bd_tval *value) {
    return value->rows * value->columns;
}

#endif
