/* a slave as an FMU file */
#ifndef FMU_EXPORT_H
#define FMU_EXPORT_H

#include "multirate/slave.h"

/* an option of the slave with a number */
typedef struct fmu_export_parameter {
    const char *name;
    double value;
} fmu_export_parameter;

/* the same plug-in, built for another platform: "win64", "x86_64-windows" … */
typedef struct fmu_export_binary {
    const char *platform, *path;
} fmu_export_binary;

/* what goes into the FMU; texts are borrowed */
typedef struct fmu_export {
    int version;          /* of FMI: 2 or 3 */
    const char *name;     /* of the model, as users see it */
    const char *title;    /* one line about it */
    char identifier[128]; /* the name as a C identifier: of the binary */
    const char *tool;     /* "Multirate 0.1.0" */
    const mr_slave_type *type;
    mr_slave_description description;
    bool exchange;             /* for Model Exchange, not Co-Simulation */
    int states;                /* of it */
    double step;               /* usual step of the slave, 0: unknown */
    double stop;               /* of the default experiment, NAN: not told */
    const char *library;       /* the plug-in's file */
    const char *configuration; /* with "{resources}" where the folder of the resources belongs */
    const fmu_export_parameter *parameters; /* options of the slave that users of the FMU may set */
    int parameter_count;
    const char *const *files; /* to go into the resources, by their last names */
    int file_count;
    const char *const *libraries; /* to go beside the binary */
    int library_count;
    const fmu_export_binary *binaries; /* for further platforms */
    int binary_count;
    char token[64]; /* made from all of the above */
} fmu_export;

/* fills identifier from name */
void fmu_export_identify(fmu_export *export);

/* modelDescription.xml; free it. NULL: no memory */
char *fmu_export_describe(const fmu_export *export);

/* full paths of the shared libraries that the plug-in (loaded by now) needs beside the C library,
 * into a list of at most `most`; they live as long as the plug-in stays loaded */
int fmu_export_needs(const fmu_export *export, const char **paths, int most);

/* can the slave be an FMU at all, and its plug-in the binary of one? */
mr_status fmu_export_check(const fmu_export *export, mr_message *message);

/* is it a binary of a known platform (other than this one), with FMI functions inside? */
mr_status fmu_export_check_binary(const fmu_export_binary *binary, mr_message *message);

/* where it goes: "binaries/win64/NAME.dll" */
void fmu_export_binary_place(const fmu_export *export, const fmu_export_binary *binary, char *name,
                             size_t size);

/* Model Exchange: how many states does this instance of the (loaded) plug-in have? A sentence where
 * others cannot integrate it; slave_message: that which it was opened with */
mr_status fmu_export_count_states(fmu_export *export, const void *slave,
                                  const mr_message *slave_message, mr_message *message);

/* writes the FMU; the token is made on the way */
mr_status fmu_export_write(fmu_export *export, const char *path, mr_message *message);

#endif
