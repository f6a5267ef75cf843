/* a model file made ready to run: what `run`, `study` and kin share */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "arguments.h"

#include "signals/names.h"

#include "blockdiagram/diagram.h"
#include "blockdiagram/output.h"
#include "blockdiagram/run.h"
#include "blockdiagram/workspace.h"

typedef struct model {
    bd_diagram *diagram;
    bd_workspace *base;
    bd_model *compiled;
    bd_run *run;
    bd_log log;
    sg_names names;     /* of the results, learnt in the first step of a run */
    text_list doubtful; /* settings of parameters that their blocks are not known to have */
    bool misused;       /* what failed is a setting that the model has no place for: wrong use */
} model;

/* once per program: where S-functions are found and whose arrays they get */
void model_prepare(void);

/* a base workspace filled by parameter files and then by NAME=EXPRESSION settings. Statements of
 * the files that cannot be run are told in log and skipped */
bd_status model_workspace(const text_list *parameter_files, const text_list *folders,
                          const text_list *settings, bd_workspace **base, bd_log *log,
                          bd_error *error);

/* reads the file; parameter files, then NAME=EXPRESSION settings, fill the base workspace.
 * Libraries are looked for in the folders and in that of the multirate block */
bd_status model_read(model *m, const char *path, const text_list *parameter_files,
                     const text_list *settings, const text_list *folders, bd_error *error);

/* compiles it and makes a run; the logs of both are the model's. how may be NULL */
bd_status model_compile(model *m, bd_options *options, bd_run_options *how, bd_error *error);

/* after it is compiled: settings of variables and parameters that nothing reads are errors; `allow`
 * makes them warnings */
bd_status model_check_settings(model *m, const text_list *settings, bool allow, bd_error *error);
/* the same for one variable; setting: as it was given, for the sentence */
bd_status model_check_variable(const bd_run *run, const bd_workspace *base, const char *setting,
                               const char *name, bd_error *error);

void model_close(model *m);

/* to be called before a run whose results shall have names and units */
void model_learn_names(model *m);

/* all records of the run on the grid of its major steps */
bd_status model_write(const model *m, const char *path, bd_output_format format, bd_error *error);

/* folder of this program, without a slash at the end */
void program_folder(char *folder, int size);

/* models of the studies, the Simulink library of the block: of the installation or of the source
 * tree */
void models_folder(char *folder, int size);
void simulink_folder(char *folder, int size);

#endif
