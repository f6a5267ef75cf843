/* what a finished model tells of itself; a model never changes and may serve many simulations */
#ifndef MBS_MODEL_H
#define MBS_MODEL_H

#include "mbs/builder.h"
#include "multirate/slave.h"

#ifdef __cplusplus
extern "C" {
#endif

/* a parameter or setting given from outside; it wins over the file */
typedef struct mbs_named {
    const char *name;
    double value;
} mbs_named;

/* reads a model file (FORMAT.md); on failure the message says file:line and what is wrong.
 * overrides: parameters of the file with other values, and "step"; may be NULL */
mr_status mbs_read_file(const char *path, const mbs_named *overrides, int override_count,
                        mbs_model **model, mr_message *message);

/* same from text; name stands for the file in messages */
mr_status mbs_read_text(const char *text, size_t size, const char *name, const mbs_named *overrides,
                        int override_count, mbs_model **model, mr_message *message);

typedef struct mbs_size {
    int variables;
    int constraints;
    int redundant; /* constraints that depend on the others in the design position; -1: not counted
                    */
    int freedom;   /* degrees of freedom; -1: not counted */
    int nonzeros;
    int symmetric; /* the tangent is symmetric: Cholesky */
    int no_memory; /* for counting */
} mbs_size;

mbs_size mbs_model_size(const mbs_model *model);
const char *mbs_model_title(const mbs_model *model);
const mbs_integration *mbs_model_integration(const mbs_model *model);

int mbs_model_input_count(const mbs_model *model);
const mr_variable *mbs_model_inputs(const mbs_model *model);
int mbs_model_output_count(const mbs_model *model);
const mr_variable *mbs_model_outputs(const mbs_model *model);
int mbs_model_output_width(const mbs_model *model);
int mbs_model_coordinate_count(const mbs_model *model);
const mr_coordinate *mbs_model_coordinates(const mbs_model *model);

#ifdef __cplusplus
}
#endif
#endif
