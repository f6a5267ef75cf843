/* the standard streams: one that was closed is not mistaken for a file, and a write to standard
 * output that fails is known with its cause */
#ifndef CLI_STREAMS_H
#define CLI_STREAMS_H

#include <stdbool.h>

void streams_begin(void); /* before anything is opened or written */

bool output_was_closed(void); /* by whoever started the program: what is written goes nowhere */

/* flushes it; 0 if all that was written has arrived, else errno of the first write that has not */
int output_end(void);

#endif
