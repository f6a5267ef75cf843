/* systems in the format SSP (System Structure and Parameterization 1.0 and 2.0) */
#ifndef SYSTEM_SSP_H
#define SYSTEM_SSP_H

#include "read.h"
#include "xml.h"

typedef struct sy_ssp {
    sy_system *system;
    const char *file; /* for messages */
    mr_message *message;
    /* connections between ports of components and of systems, to be followed through the latter */
    struct sy_edge *edges;
    int edge_count;
} sy_ssp;

/* a file that a `source` names, relative to the package: percent signs decoded. NULL: none of this
 * package */
char *sy_ssp_path(const sy_ssp *ssp, const char *source);

mr_status sy_ssp_refuse(const sy_ssp *ssp, const sy_xml *element, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ssp_parameters.c: the bindings of an element whose members' names begin with prefix ("": all; of
 * a component its own name) */
mr_status sy_ssp_parameters(sy_ssp *ssp, const sy_xml *element, const char *prefix, bool component);

/* .ssp, or .ssd with its files beside it */
mr_status sy_read_ssp(const char *path, sy_system *system, mr_message *message);
mr_status sy_read_ssd(const char *path, sy_system *system, mr_message *message);

#endif
