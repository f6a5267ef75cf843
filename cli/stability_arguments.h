/* what was asked of `stability` on the command line, and what is made of it */
#ifndef CLI_STABILITY_ARGUMENTS_H
#define CLI_STABILITY_ARGUMENTS_H

#include "stability.h"

typedef struct stability_arguments {
    text_list settings, rest;
    const char *joint, *coupling, *scheme, *predictor, *options, *master, *slave, *x, *y, *out;
    double order, order_to_slave, order_to_master, step, wH, slave_step, ratio, substeps_master,
        substeps_slave, tolerance, doubtful_code;
    bool limit, list, json, allow_unknown, root, loop, drift, local_orders;
} stability_arguments;

/* the case that the arguments describe; 0 good, else the exit code */
int stability_make(const stability_arguments *a, stability_case *c);

/* systems, parameters, methods, predictors */
void stability_print_list(bool as_json);

/* one answer each; they return the exit code */
int stability_report_point(const stability_case *c, const stability_arguments *a);
int stability_report_limit(const stability_case *c, const stability_arguments *a);
int stability_report_root(const stability_case *c, const stability_arguments *a);
int stability_report_loop(const stability_case *c, const stability_arguments *a);
int stability_report_chart(const stability_case *c, const stability_arguments *a);

#endif
