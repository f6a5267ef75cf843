/* the list of an FMU's variables */
#ifndef CLI_FMU_VARIABLES_H
#define CLI_FMU_VARIABLES_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stdbool.h>

/* prints all variables of the FMU on standard output; nothing of it is loaded */
mr_status fmu_variables_print(const char *path, bool as_json, mr_message *message);

#endif
