/* what `stability` analyses: a pair of subsystems, how they are coupled, and axes to vary */
#ifndef CLI_STABILITY_H
#define CLI_STABILITY_H

#include "arguments.h"
#include "stability_directed.h"
#include "stability_system.h"

#include "analysis/coupling.h"
#include "analysis/joint.h"
#include "analysis/test_systems.h"

typedef struct stability_case {
    const char *source; /* name of a system, or a file */
    bool from_file;     /* matrices of a file; else oscillators */
    an_pair matrices;
    an_oscillators oscillators;
    an_form form;
    an_coupling coupling;
    bool joined; /* by a joint, which then takes the place of the coupling */
    an_joint joint;
    double ratio;                 /* slave step / master step */
    bool follows_fr;              /* ratio = FR of the test problem */
    stability_directed *directed; /* its slave tells directions; NULL: not */
    bool tries;    /* the interface model finds what is behind the matrices of its slave */
    bool unseen;   /* its slave showed no linear system: interface matrices alone */
    bool is_model; /* matrices come from a model file, and depend on its variables */
    /* the same case with these settings besides those of the command line, each "NAME=VALUE"; its
     * matrices are to be freed. Returns the exit code; 0: made */
    int (*remake)(const void *arguments, const char *const *settings, int count,
                  struct stability_case *made);
    const void *arguments;
    char set[200];          /* what was set, for titles */
    stability_system *many; /* a system of slaves: it then takes the place of pair and coupling */
} stability_case;

void stability_case_free(stability_case *c);

/* the matrices A1 B1 C1 D1 (master), A2 B2 C2 D2 (slave) of a file of assignments; false and a
 * sentence on a mistake */
bool stability_read_matrices(const char *path, an_pair *pair);

/* a model file with a multirate block, linearised at its start, with the block's own settings */
bool stability_is_model(const char *source);
int stability_read_model(const char *path, const text_list *settings, bool allow_unknown,
                         stability_case *c);

/* is this quantity one of the coupling itself, or a variable of the model? */
bool stability_is_variable(const stability_case *c, const char *name);

/* one quantity: step, wH, ratio, slave_step, or a parameter of the oscillators */
mr_status stability_set(stability_case *c, const char *name, double value, mr_message *message);

/* the pair and the coupling as they are now */
mr_status stability_pair(const stability_case *c, an_pair *pair, mr_message *message);
void stability_coupling(const stability_case *c, an_coupling *coupling);

/* the slave tells directions to the interface model, or makes steps on trial for it: the coupled
 * run is struck with the slave itself, there is no map */
bool stability_is_directed(const stability_case *c);

mr_status stability_point(const stability_case *c, an_stability *found, mr_message *message);
mr_status stability_limit(const stability_case *c, double *limit, mr_message *message);

/* a quantity and the values it takes */
typedef struct stability_axis {
    char name[32];
    double *values;
    int count;
} stability_axis;

/* "NAME=LIST" */
bool stability_axis_read(stability_axis *axis, const char *option, const char *text);

/* one axis: a curve; two: a map, with the limit looked for between its points; limits: the largest
 * stable step along the axis. Writes chart.csv, chart.svg and chart.png into the folder. Returns
 * the exit code. */
int stability_chart(const stability_case *c, const stability_axis *x, const stability_axis *y,
                    bool limits, const char *folder, long *unstable);

/* modes as the coupling makes them; folder: Poincaré sections go there, NULL: none. Both return the
 * exit code */
int stability_drift(const stability_case *c, const char *folder, bool as_json);
int stability_local_orders(bool as_json);

#endif
