/* responses of one block to a source, for blocks with continuous states */
#ifndef BD_TEST_RESPONSE_H
#define BD_TEST_RESPONSE_H

#include "bd_test.h"

void bd_test_set_tolerance(bd_test_model *m, const char *relative, const char *absolute);

/* source → block of this type → outport y, by ode45 with tight tolerances */
bd_test_model *bd_test_respond(const char *source, bd_texts source_parameters, const char *type,
                               bd_texts parameters, double stop);

/* the first output of a block with a constant input */
void bd_test_check_first(const char *type, bd_texts parameters, const char *input, int width,
                         const double *expected);
#define CHECK_FIRST(type, parameters, input, ...)                                                  \
    bd_test_check_first(type, parameters, input,                                                   \
                        (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)),             \
                        (const double[]){__VA_ARGS__})

typedef double (*bd_test_form)(double t);

/* all rows of y against a closed form; frees the model */
void bd_test_check_rows(bd_test_model *m, bd_test_form f, double tolerance);

#endif
