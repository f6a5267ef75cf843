/* a model whose slave tells directions, or makes steps on trial: what its interface model makes of
 * them is in the slave alone, so that the linear diagram is coupled with the slave itself (analysis/struck.h) */
#ifndef CLI_STABILITY_DIRECTED_H
#define CLI_STABILITY_DIRECTED_H

#include "linear_model.h"

typedef struct stability_directed {
    char slave[MR_BLOCK_TEXT], configuration[MR_BLOCK_TEXT];
    bool tells, goes_back; /* directions; and to saved states, for steps on trial */
    double start, step; /* of the slave, as the model has it */
    bd_linear_model around;
    bool ignored[64]; /* outputs of the slave */
} stability_directed;

/* takes the diagram out of the linearised model; NULL: no memory */
stability_directed *stability_directed_take(linear_model *l);
void stability_directed_free(stability_directed *d);

/* with the steps of the coupling, where the slave can make them */
mr_status stability_directed_point(const stability_directed *d, const an_pair *pair,
                                   const an_coupling *coupling, an_stability *found,
                                   mr_message *message);

#endif
