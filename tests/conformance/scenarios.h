/* what is done with the conformance S-functions, and how it is told: every scenario is run and
 * described in lines of text, which must be the same for every compiler and inside Octave */
#ifndef CONFORMANCE_SCENARIOS_H
#define CONFORMANCE_SCENARIOS_H

#include "driver.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scenario {
    const char *name;
    const char *sfunction;
    driver_setup setup; /* but for the file */
} scenario;

extern const scenario conformance_scenarios[];
extern const size_t conformance_scenario_count;

/* runs one with folder/sfunction.ending; NULL name: all of them */
void conformance_report(const char *name, const char *folder, const char *ending,
                        driver_print print, void *user);

#ifdef __cplusplus
}
#endif
#endif
