/* scalar expressions, compiled once to a few instructions of a stack machine and evaluated without
 * allocation: those of Fcn and If blocks, and those of mechanisms.
 *
 * Numbers, ( ), ^, unary + and -, * /, + -, < > <= >=, calls of functions and names. What is a
 * function, what a name means and a few rules are the language's. The code is open, so that an
 * owner can run it on more than numbers. */
#ifndef COMMON_SCALAR_EXPRESSION_H
#define COMMON_SCALAR_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

typedef enum cm_operation {
    CM_NUMBER,
    CM_VARIABLE,
    CM_CALL, /* of a function with one or two arguments */
    CM_IF,   /* of a function with three: the second, or the third where the first is zero */
    CM_NEGATE,
    CM_NOT,
    CM_POWER, /* from here on two operands each */
    CM_MULTIPLY,
    CM_DIVIDE,
    CM_ADD,
    CM_SUBTRACT,
    CM_LESS,
    CM_AT_MOST,
    CM_GREATER,
    CM_AT_LEAST,
    CM_EQUAL,
    CM_UNEQUAL,
    CM_AND,
    CM_OR
} cm_operation;

typedef struct cm_function {
    const char *name;
    double (*one)(double);         /* with one argument, … */
    double (*two)(double, double); /* … with two; with neither it is the choice between two */
    int code;                      /* its owner's */
} cm_function;

/* where the right operand of an operation with two is; elsewhere than on the stack only after
 * cm_expression_shorten. Operation and place together are one number */
typedef enum cm_right { CM_ON_STACK = 0, CM_IS_NUMBER = 32, CM_IS_VARIABLE = 64 } cm_right;

typedef struct cm_instruction {
    cm_operation operation;
    cm_right right;
    int variable, element;       /* of CM_VARIABLE and CM_IS_VARIABLE: as the language has them */
    double number;               /* of CM_NUMBER and CM_IS_NUMBER */
    const cm_function *function; /* of CM_CALL, CM_IF */
} cm_instruction;

#define CM_EXPRESSION_STACK 64

typedef struct cm_expression {
    cm_instruction *code;
    int count;
} cm_expression;

/* why and where a text is no expression */
typedef struct cm_complaint {
    const char *why; /* static; NULL: the language has told it */
    const char *at;  /* in the text */
    bool out_of_memory;
} cm_complaint;

typedef struct cm_language {
    bool logic;          /* ! ~ == != ~= && & || | too, and comparisons of comparisons */
    bool dots;           /* .* ./ .^ are * / ^, and 1d3 is 1e3 */
    bool power_to_right; /* 2^3^2 is 2^9; otherwise 8^2 */
    const cm_function *functions;
    int function_count;
    /* what a name means: `load` becomes a number or a variable, and *behind is moved behind
     * whatever belongs to the name. False: complaint->why, or NULL if it was told already */
    bool (*name)(void *context, const char *name, size_t length, const char **behind,
                 const char *end, cm_instruction *load, cm_complaint *complaint);
} cm_language;

/* false, with a complaint, if the first `length` bytes of the text are no expression; free it
 * otherwise */
bool cm_expression_compile(const cm_language *language, void *context, const char *text,
                           size_t length, cm_expression *expression, cm_complaint *complaint);
void cm_expression_free(cm_expression *expression);

/* numbers and variables become part of the operation that they are the right operand of: fewer
 * instructions, for owners that only ask for the value */
void cm_expression_shorten(cm_expression *expression);

/* variables come from `load` */
double cm_expression_value(const cm_expression *expression,
                           double (*load)(const void *context, int variable, int element),
                           const void *context);

/* the same, where all variables are elements of one vector */
double cm_expression_of_vector(const cm_expression *expression, const double *elements);

/* behind the bracket that closes the one at `at`, or NULL */
const char *cm_behind_bracket(const char *at, const char *end);

#endif
