/* leaves a function with the status of a call that failed */
#ifndef BASE_TRY_H
#define BASE_TRY_H

#include "blockdiagram/error.h"

#define BD_TRY(call)                                                                               \
    do {                                                                                           \
        bd_status try_status = (call);                                                             \
        if (try_status != BD_OK)                                                                   \
            return try_status;                                                                     \
    } while (0)

#endif
