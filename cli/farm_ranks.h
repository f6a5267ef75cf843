/* the processes that mpirun or srun started together: how many there are, which one this is, what
 * it may use, and the module by which they reach each other */
#ifndef CLI_FARM_RANKS_H
#define CLI_FARM_RANKS_H

#include "farm_network.h"

int farm_ranks(void); /* 1: this process was started alone */

/* processors for this process: those it is bound to; as one of several, those of its task */
int farm_cores(void);

/* the table of the module; NULL, and a sentence, if it cannot be used or does not see as many
 * ranks as were started; once per process */
const farm_network *farm_ranks_meet(int *rank);

/* the end, for all; who does not call it does so when the process exits, so that rank 0 can write
 * first what it has */
void farm_ranks_part(void);

#endif
