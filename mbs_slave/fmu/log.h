/* the file that gets what an FMU says */
#ifndef FMU_LOG_H
#define FMU_LOG_H

#include "multirate/slave.h"

#include <stdio.h>

/* replaces a log of an earlier run, and no other file; NULL and a message if that cannot be */
FILE *fmu_log_open(const char *path, mr_message *message);

#endif
