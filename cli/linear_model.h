/* a model file with a multirate block as a pair of linear subsystems: the diagram around the block,
 * and the slave with all of its states as its steps show them; or, where they show no linear
 * system, by its interface matrices */
#ifndef CLI_LINEAR_MODEL_H
#define CLI_LINEAR_MODEL_H

#include "model.h"

#include "analysis/coupling.h"
#include "block/parameters.h"

typedef struct linear_model {
    char block[512];  /* path of the S-function */
    char holder[512]; /* path of the masked block around it, which has the parameters; "" if none */
    mr_block_parameters parameters; /* evaluated */
    an_coupling coupling;           /* steps and methods; the block's present settings */
    double start, time;             /* of the slave, and of the linearisation */
    bd_linear_model around;         /* the diagram as it was linearised */
    bool has_pair;                  /* else why_not is a sentence */
    bool can_end_steps;             /* the slave takes a step that is imposed */
    bool has_coordinates;           /* its interface matrices are known */
    bool identified;                /* from its steps, because it does not tell them */
    bool directed;                  /* the slave tells directions for the interface model */
    bool tries;      /* it goes back: the interface model finds what is behind its matrices */
    bool soon;       /* a short look at the slave has to do */
    bool seen;       /* with all that moves behind the interface */
    int probes;      /* steps of the slave that looking at it took */
    double misfit;   /* of the linear system that was seen, relative */
    double rest;     /* of its motion without pulses */
    bool unused[64]; /* of the block's outputs: nothing in the diagram follows from it */
    an_pair pair;
    char why_not[512];
} linear_model;

/* starts the compiled model, makes its steps up to `time` (at least one) and linearises there.
 * soon: with few steps of the slave, even if they leave open whether its motions grow.
 * earlier: a linear slave that need not be looked at again, with no pair, where the diagram around
 * it has stayed the same; NULL: none. Fails only if the model does, if it has no multirate block,
 * or without memory. */
bd_status linear_model_make(linear_model *l, const model *m, double time, bool soon,
                            const linear_model *earlier, bd_error *error);
void linear_model_free(linear_model *l);

/* why there is no pair */
void linear_model_explain(linear_model *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
