/* S-functions as blocks of a diagram, and what they print */
#ifndef IN_MODEL_H
#define IN_MODEL_H

#include "bd_test.h"
#include "blockdiagram/sfunction.h"

/* before all others: arrays, files, and a place for what S-functions print */
void in_model_begin(void);

extern char in_model_trace[100000];
void in_model_forget(void);

/* an S-Function block with these ports; returns its node */
bd_node *in_model_add(bd_system *system, const char *name, const char *sfunction,
                      const char *parameters, int inputs, int outputs);
void in_model_add_root(bd_test_model *model, const char *name, const char *sfunction,
                       const char *parameters, int inputs, int outputs);

#endif
