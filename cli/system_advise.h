/* which settings suit a system best: pilot runs against one with smaller steps */
#ifndef CLI_SYSTEM_ADVISE_H
#define CLI_SYSTEM_ADVISE_H

#include "system_run.h"

/* the exit code */
int system_advise(system_job *job);

#endif
