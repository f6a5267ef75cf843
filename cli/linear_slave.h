/* the slave of a model file behind an interface of its own, at its start, as the block sees it: its
 * interface matrices, and what its steps show of it */
#ifndef CLI_LINEAR_SLAVE_H
#define CLI_LINEAR_SLAVE_H

#include "linear_model.h"

#include "analysis/seen_slave.h"
#include "block/slave.h"
#include "multirate/multirate.h"

#define MOST_COORDINATES 64

typedef struct opened_slave {
    mr_block_slave slave;
    mr_interface *interface; /* of the slave */
    mr_slave_description description;
    int count;
    mr_coordinate coordinates[MOST_COORDINATES];
    double *Au, *Ap, *Av;
    an_seen_slave seen;
} opened_slave;

/* interface coordinates and matrices, told by the slave or found by trying, and all that moves
 * behind them; l gets what it is, and its step. To be closed in any case. What fails, but for
 * MR_ERR_MEMORY, why_not tells */
mr_status opened_slave_ask(opened_slave *s, linear_model *l, const bd_linear_model *around,
                           double t0);
void opened_slave_close(opened_slave *s);

#endif
