/* small diagrams for tests of block types: built in memory, run, compared with what expressions say
 */
#ifndef BD_TEST_H
#define BD_TEST_H

#include "blockdiagram/run.h"
#include "mr_test.h"

/* lists of texts that end with NULL */
typedef const char *const *bd_texts;
#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NO_TEXTS   ((const char *const[]){NULL})

/* ---- one block with constant inputs ---- */

/* a block of this type with parameters name, value, …; its inputs are Constant blocks with these
 * values; its outputs must equal the values of these expressions in class, dimensions and elements
 * (doubles up to a relative 1e-12). A message names the caller's line */
#define CHECK_BLOCK(type, parameters, inputs, outputs)                                             \
    bd_test_check_block(__LINE__, type, parameters, inputs, outputs)
void bd_test_check_block(int line, const char *type, bd_texts parameters, bd_texts inputs,
                         bd_texts outputs);

/* the same block must be refused, or fail at its first step, with a message that has its path and
 * this text */
#define CHECK_FAILURE(type, parameters, inputs, text)                                              \
    bd_test_check_failure(__LINE__, type, parameters, inputs, text)
void bd_test_check_failure(int line, const char *type, bd_texts parameters, bd_texts inputs,
                           const char *text);

/* ---- one block with inputs that change from step to step, every second ---- */

/* inputs and outputs are expressions for matrices: a row per port, a column per step */
#define CHECK_SEQUENCE(type, parameters, inputs, outputs)                                          \
    bd_test_check_sequence(__LINE__, type, parameters, inputs, outputs)
void bd_test_check_sequence(int line, const char *type, bd_texts parameters, const char *inputs,
                            const char *outputs);

/* ---- any diagram ---- */

typedef struct bd_test_model {
    bd_diagram *diagram;
    bd_workspace *base;
    bd_run *run; /* after compile or run */
    bd_log log;
    bd_error error;
} bd_test_model;

/* an empty diagram "m" with this solver ("ode4", "ode45" …), step (0: auto) and stop time */
bd_test_model *bd_test_model_create(const char *solver, double step, double stop_time);
void bd_test_model_free(bd_test_model *model);
/* parameters as name, value, …, NULL */
#define bd_test_add(model, type, ...)                                                              \
    CU_ASSERT_PTR_NOT_NULL_FATAL(bd_system_add((model)->diagram->root, type, __VA_ARGS__, NULL))
/* "a/1" is output 1 of block a; also to inputs; the number may be left out */
void bd_test_wire(bd_test_model *model, const char *from, const char *to);
void bd_test_wire_in(bd_test_model *model, bd_system *system, const char *from, const char *to);
/* an Outport of the root at an output */
void bd_test_tap(bd_test_model *model, const char *from, const char *name);

bd_status bd_test_compile(bd_test_model *model);
/* compiles if needed and runs; asserts that both succeed unless told otherwise */
void bd_test_run(bd_test_model *model);
bd_status bd_test_try(bd_test_model *model);

/* the record of this name; fails the test if there is none */
const bd_record *bd_test_record(const bd_test_model *model, const char *name, int *number);
size_t bd_test_rows(const bd_test_model *model, const char *name);
double bd_test_time(const bd_test_model *model, const char *name, size_t row);
double bd_test_value(const bd_test_model *model, const char *name, size_t row, int element);
/* the last row */
double bd_test_last(const bd_test_model *model, const char *name, int element);
/* of the rows at this time (to 1e-9) the last */
double bd_test_at(const bd_test_model *model, const char *name, double time, int element);

/* one source with parameters name, value, … at an outport y; `setup`: code for the workspace */
bd_test_model *bd_test_run_source(const char *solver, double step, double stop, const char *type,
                                  bd_texts parameters, const char *setup);
/* the integral of the source over the run, by a variable-step solver that must not see a jump
 * inside of a step */
double bd_test_integral(double stop, const char *type, bd_texts parameters, const char *setup);

#endif
