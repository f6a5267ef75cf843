/* what the files of the FMI 3.0 adapter share */
#ifndef FMU_ADAPTER3_H
#define FMU_ADAPTER3_H

#include "exported.h"
#include "fmu/fmi3.h"

#define EXPORT                                __attribute__((visibility("default")))
#define FMI3_DECLARE(name, answer, arguments) EXPORT answer fmi3##name arguments;
FMI3_REQUIRED(FMI3_DECLARE)
FMI3_OPTIONAL(FMI3_DECLARE)

/* logs the sentence and answers error */
fmi3_status fmi3_refuse(exported *self, const char *what);

#endif
