/* Ctrl-C, a kill or the end of the terminal while a run goes on: it ends after the present step,
 * with the results so far. A slave, an S-function or code of the model that does not come back is
 * left where it is. Who presses Ctrl-C again means it */
#ifndef CLI_INTERRUPTION_H
#define CLI_INTERRUPTION_H

#include "blockdiagram/run.h"

/* between these two; run: of a model, else NULL */
void interruption_begin(bd_run *run);
void interruption_end(void);

/* to be asked between steps, and afterwards */
bool interruption_asked(void);
/* what ran had to be left */
bool interruption_was_hung(void);

#endif
