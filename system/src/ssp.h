/* systems in the format SSP (System Structure and Parameterization 1.0 and 2.0) */
#ifndef SYSTEM_SSP_H
#define SYSTEM_SSP_H

#include "read.h"
#include "xml.h"

#include <stdio.h>

typedef struct sy_ssp {
    sy_system *system;
    const char *file; /* for messages */
    mr_message *message;
    /* connections between ports of components and of systems, to be followed through the latter */
    struct sy_edge *edges;
    int edge_count;
    /* connectors of systems by their whole names, and values that parameter sets give them */
    char **connectors;
    int connector_count;
    sy_value *given;
    int given_count;
    int files;   /* descriptions read so far, nested ones too */
    bool packed; /* the present one is in a package: nothing outside of it is taken */
} sy_ssp;

/* a file that a `source` names, relative to the package: percent signs decoded. NULL: none of this
 * package */
char *sy_ssp_path(const sy_ssp *ssp, const char *source);

mr_status sy_ssp_refuse(const sy_ssp *ssp, const sy_xml *element, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* of a connection, or of an entry of a parameter mapping: the unit is none; single values are
 * mapped to others */
bool sy_ssp_suppresses_units(const sy_xml *element);
bool sy_ssp_maps_values(const sy_xml *element);

/* ssp_parameters.c: the bindings of an element whose members' names begin with prefix ("": all; of
 * a component its own name) */
mr_status sy_ssp_parameters(sy_ssp *ssp, const sy_xml *element, const char *prefix, bool component);

/* ssp_nested.c: a component whose source is a system of its own, in a description or a package;
 * what holds while it is read is put back by sy_ssp_leave */
typedef struct sy_ssp_file {
    sy_xml *root;
    char *folder, *file; /* those before */
    const char *name_before;
    bool packed_before;
} sy_ssp_file;
bool sy_ssp_is_nested(const sy_xml *component);
mr_status sy_ssp_enter(sy_ssp *ssp, const sy_xml *component, sy_ssp_file *nested);
void sy_ssp_leave(sy_ssp *ssp, sy_ssp_file *nested);

/* the signal dictionary that a reference in a system names: a text that is the same for all
 * references to it. It is the system's own or one of a system around it */
mr_status sy_ssp_dictionary(sy_ssp *ssp, const sy_xml *reference, const sy_xml *system,
                            const char *path, char **owner);
#define SY_DICTIONARY '\t' /* what such a text begins with, and no path of a system */

/* ssp_joints.c: joints, in an annotation of the description */
void sy_ssp_write_joints(FILE *out, const sy_system *system);
mr_status sy_ssp_read_joints(sy_ssp *ssp, const sy_xml *annotation);
bool sy_ssp_has_joints(const sy_xml *root);

/* ssp_write.c: an attribute with what is special in XML escaped */
void sy_xml_write_attribute(FILE *out, const char *name, const char *value);

/* .ssp, or .ssd with its files beside it */
mr_status sy_read_ssp(const char *path, sy_system *system, mr_message *message);
mr_status sy_read_ssd(const char *path, sy_system *system, mr_message *message);

/* ssp_flow.c: an element of a system, NULL: there is none; whether values come from a connector of
 * a connection (1) or go into it (-1), 0: its kind does not tell */
const sy_xml *sy_ssp_element(const sy_xml *system, const char *name);
int sy_ssp_flow(const sy_xml *connection, const sy_xml *system, const char *element,
                const char *connector);

#endif
