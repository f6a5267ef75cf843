/* what the conformance S-functions share: a check that ends the method with an error status that
 * names the line, and a trace that every build prints the same way */
#ifndef CONFORMANCE_CHECK_H
#define CONFORMANCE_CHECK_H

#include "simstruc.h"

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void check_failed(SimStruct *S, int line, const char *condition) {
    static char text[200];
    snprintf(text, sizeof text, "line %d: %.150s", line, condition);
    ssSetErrorStatus(S, text);
}

#define CHECK(S, condition)                                                                        \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            check_failed(S, __LINE__, #condition);                                                 \
            return;                                                                                \
        }                                                                                          \
    } while (0)

/* inputs of the driver: element i of port p at time t */
#define FED(p, i, t) (100.0 * ((p) + 1) + 10.0 * (i) + (t))

#endif
