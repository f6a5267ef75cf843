/* small diagrams as text, and their runs, for the tests of the engine.
 *
 *   set StopTime 2                          a setting of the model
 *   Gain k Gain=3                           type, name, parameters ('…' around values with blanks)
 *   SubSystem s {                           a subsystem; its blocks follow
 *   }
 *   a -> b:2                                output 1 of a to input 2 of b
 *   x:state -> g ; p -> s:enable            other kinds: state, enable, trigger, action, reset
 * Ports=[2,1] gives a block that many inputs and outputs (and so on); Commented=on or through.
 * Parameters mask.x=… are mask variables, init=… is the code of the mask */
#ifndef MINI_H
#define MINI_H

#include "blockdiagram/run.h"
#include "mr_test.h"

typedef struct mini {
    bd_diagram *diagram;
    bd_workspace *base;
    bd_run *run;
    bd_log log;
    bd_error error;
} mini;

/* the diagram alone */
bd_diagram *mini_build(const char *text);
/* builds and compiles; options may be NULL. The status is in error */
mini *mini_create(const char *text, const bd_options *options);
/* the same, and runs; asserts success of both */
mini *mini_run(const char *text, const bd_options *options);
/* the same with variables of the base workspace that `code` makes; the status is in error */
mini *mini_try(const char *text, const char *code);
void mini_free(mini *m);

/* number of the record of this name, or -1 */
int mini_record(const mini *m, const char *name);
size_t mini_rows(const mini *m, const char *name);
double mini_time(const mini *m, const char *name, size_t row);
double mini_value(const mini *m, const char *name, size_t row);
double mini_last(const mini *m, const char *name);
/* element i of the last row */
double mini_last_of(const mini *m, const char *name, int i);
bool mini_log_has(const mini *m, const char *text);

#endif
