/* the parameters of the multirate block, as every host gives them, and what they mean to the
 * library
 *
 * A host hands over each parameter as the text or the number that its user wrote; whatever is wrong
 * with it is one sentence. */
#ifndef MR_BLOCK_PARAMETERS_H
#define MR_BLOCK_PARAMETERS_H

#include "multirate/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* in the order of the S-function's list */
typedef enum mr_block_parameter {
    MR_BLOCK_SLAVE,               /* text: plug-in, name or file */
    MR_BLOCK_SLAVE_CONFIGURATION, /* text for the slave */
    MR_BLOCK_SCHEME,              /* text, or 1: slowest first, 2: fastest first */
    MR_BLOCK_PREDICTOR_TO_SLAVE,  /* text, or its number in the list of predictors */
    MR_BLOCK_ORDER_TO_SLAVE,
    MR_BLOCK_PREDICTOR_TO_MASTER,
    MR_BLOCK_ORDER_TO_MASTER,
    MR_BLOCK_SMOOTHING,  /* 0, 1 */
    MR_BLOCK_BREAK_LOOP, /* 0, 1 */
    MR_BLOCK_OPTIONS, /* text: any other option of the interface, signal.NAME=…, start.NAME=… */
    MR_BLOCK_TIME_INPUT,  /* 0, 1: a second input port gives the time */
    MR_BLOCK_DIAGNOSTICS, /* 0, 1: a second output port */
    MR_BLOCK_PARAMETER_COUNT
} mr_block_parameter;

/* bytes of a text in UTF-8, with its end */
#define MR_BLOCK_TEXT 4096

typedef struct mr_block_parameters {
    char slave[MR_BLOCK_TEXT], slave_configuration[MR_BLOCK_TEXT], options[MR_BLOCK_TEXT];
    char scheme[64], predictor_to_slave[64], predictor_to_master[64];
    double order_to_slave, order_to_master;
    bool smoothing, break_loop, time_input, diagnostics;
} mr_block_parameters;

/* slowest first, third order polynomials both ways, no slave */
void mr_block_parameters_default(mr_block_parameters *parameters);

/* takes one parameter; MR_ERR_CONFIG and a sentence without a full stop if it cannot be that */
mr_status mr_block_give_text(mr_block_parameters *parameters, mr_block_parameter which,
                             const char *text, mr_message *message);
mr_status mr_block_give_number(mr_block_parameters *parameters, mr_block_parameter which,
                               double number, mr_message *message);

/* the sentence about a value that is neither */
mr_status mr_block_refuse_value(mr_block_parameter which, mr_message *message);

/* the same for a host that knows values of several kinds. An empty one is the text "" for those
 * that take texts. The first mistake goes to status and message; others are taken nevertheless. */
typedef enum mr_block_value_kind {
    MR_BLOCK_NO_VALUE, /* of a kind that no parameter takes */
    MR_BLOCK_TEXT_VALUE,
    MR_BLOCK_NUMBER_VALUE,
    MR_BLOCK_EMPTY_VALUE
} mr_block_value_kind;

typedef struct mr_block_value {
    mr_block_value_kind kind;
    const char *text;
    double number;
} mr_block_value;

void mr_block_give(mr_block_parameters *parameters, mr_block_parameter which,
                   const mr_block_value *value, mr_status *status, mr_message *message);

/* the settings of the interface. With a variable-step solver a slave that follows the master waits
 * for accepted steps. */
mr_status mr_block_config(const mr_block_parameters *parameters, bool variable_step,
                          mr_config *config, mr_message *message);

/* what a reader of results wants to know of them, in a line: "kart.mbs step=0.01, slowest first,
 * polynomial of order 1 to the slave …"; returns the length needed, like snprintf */
int mr_block_tell_parameters(const mr_block_parameters *parameters, char *text, int size);

#ifdef __cplusplus
}
#endif
#endif
