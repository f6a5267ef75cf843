/* sources whose parameters are numbers, one per element of the output; scalars expand */
#ifndef BLOCKS_SOURCES_SOURCE_H
#define BLOCKS_SOURCES_SOURCE_H

#include "blocks/arithmetic.h"

#define BD_SOURCE_PARAMETERS 6

/* begin of block->data of every such block */
typedef struct bd_generator {
    const char *const *names; /* ends with NULL */
    bd_reals p[BD_SOURCE_PARAMETERS];
    bd_shape shape;
    bool sample_based; /* its outputs are by_samples instead of by_time, if it has both */
    bd_status (*by_samples)(bd_block *block), (*by_time)(bd_block *block);
} bd_generator;

/* reads the parameters, finds the common shape, makes ports (one input if time comes from outside)
 * and reads the sample time; data begins with a bd_generator whose names are set */
bd_status bd_source_setup(bd_block *block, bd_generator *source, const char *sample_time);
/* the output has the shape of the parameters and the type of OutDataTypeStr, else double */
bd_status bd_source_propagate(bd_block *block);
/* time based or sample based, as the parameter `kind` says (`sample_based` before: the default) */
bd_status bd_source_read_base(bd_block *block, const char *kind, bool *sample_based);
/* for setup and initialise of one that counts samples, `what` it is in words: a discrete sample
 * time and a count */
bd_status bd_source_count_samples(bd_block *block, bool sample_based, const char *what);
bd_status bd_source_begin_count(bd_block *block);
bd_status bd_source_count_on(bd_block *block);
/* start of one that has both kinds of outputs; those by time need no update */
bd_status bd_source_start(bd_block *block);
/* parameters again; shapes must stay */
bd_status bd_source_retune(bd_block *block);

/* parameter k for element i */
static inline double bd_source_at(const bd_generator *source, int k, int i) {
    return bd_real(&source->p[k], i);
}
/* simulation time, or element i of the input if time comes from outside */
static inline double bd_source_time(const bd_block *block, int i) {
    return block->input_count ? bd_port_real(block->inputs, i) : bd_time(block);
}
/* minor steps of a variable-step solver keep to the branch of the last major step, because a
 * breakpoint ends the step where the branch changes */
static inline bool bd_source_may_branch(const bd_block *block) {
    return bd_is_major(block) || block->clock->fixed_step || block->input_count > 0;
}
static inline void bd_source_write(bd_block *block, int i, double value) {
    bd_port_write(block->outputs, i, value, &bd_cast_nearest);
}

#endif
