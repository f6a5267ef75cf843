/* what the suites of the interface share: opening with a probe behind it, exchanging, and a memory
 * of what the probe was given */
#ifndef INTERFACE_HELP_H
#define INTERFACE_HELP_H

#include "mr_test.h"
#include "multirate/interface.h"
#include "probe_slave.h"

mr_interface *open_with(const char *options, const mr_slave_type *type, probe *p);
mr_interface *open_probe(const char *options, probe *p);

/* first output of a successful exchange */
double exchange(mr_interface *interface, double t, double y, mr_evaluation kind);

/* opening must fail with this sentence, leaving nothing behind */
void refuse(const char *options, const mr_slave_type *type, probe *p, mr_status expected,
            const char *sentence);

#define MOST_HEARD 10000
typedef struct memory {
    int count;
    double from[MOST_HEARD], end[MOST_HEARD], t[MOST_HEARD], u[MOST_HEARD][4];
} memory;
extern memory heard;

/* for probe.hear */
void remember(void *context, double from, double end, double t, const double *u);

/* for probe.signals: y1 is the impulse of the first input */
void input_dependent(double t, double impulse, double *y);

#endif
