/* advice on the settings of a multirate block: parameters to paste, pilot runs, a changed copy */
#ifndef CLI_ADVISE_H
#define CLI_ADVISE_H

#include "linear_model.h"

#include "analysis/advise.h"

/* what a model is made of, as for `multirate run` */
typedef struct model_source {
    const char *path;
    text_list settings, parameter_files, folders;
    double stop_time; /* NAN: the model's */
} model_source;

#define ADVICE_PARAMETERS 7

/* a parameter of the block, as it is written in a model file */
typedef struct advice_parameter {
    const char *name;
    char value[8192];
} advice_parameter;

/* the parameters that make a candidate of the block; written: its further options as they are now
 */
void advice_parameters(const linear_model *l, const char *written, const an_candidate *candidate,
                       advice_parameter *list);

/* the further options as the model writes them */
const char *advice_written_options(const linear_model *l, const bd_diagram *diagram);

/* signals of the block over a run: what it gets and gives at major steps */
typedef struct pilot_record {
    double *rows; /* count × width */
    size_t count, width, room;
} pilot_record;

/* runs the model with these parameters up to `stop` */
bd_status pilot_run(const model_source *source, const linear_model *l, const advice_parameter *list,
                    double stop, pilot_record *record, bd_error *error);

/* root mean square of the difference, relative to the reference, over all signals that move */
double pilot_difference(const pilot_record *record, const pilot_record *reference);

/* a copy of the model's text with these parameters of the block, nothing else changed; false and a
 * sentence on failure */
bool advice_apply(const char *path, const linear_model *l, const bd_diagram *diagram,
                  const advice_parameter *list, const char *copy);

#endif
