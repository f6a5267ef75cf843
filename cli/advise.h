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
    double seconds; /* of the processor, for the run alone */
    double doubtful_from;
} pilot_record;

/* runs the model with these parameters (NULL: as it is) up to `stop` */
bd_status pilot_run(const model_source *source, const linear_model *l, const advice_parameter *list,
                    double stop, pilot_record *record, bd_error *error);

/* root mean square of the difference, relative to the reference, over all signals that move */
double pilot_difference(const pilot_record *record, const pilot_record *reference);

/* does anything move in it? */
bool pilot_moves(const pilot_record *record);

/* one row of the answer */
typedef struct advice {
    an_candidate candidate;
    bool present;    /* the settings as the model has them */
    bool tried;      /* in a pilot run */
    double pilot;    /* its error against the reference; NAN: not known */
    double expected; /* of the whole run: pilot, prediction, or both */
    double seconds;  /* of the processor for the whole run, from the pilot; NAN */
    bool efficient;  /* nothing that was tried is both better and quicker */
    char failure[160];
} advice;

/* what is advised on */
typedef struct advisor {
    model_source source;
    linear_model l;
    bool allow_unknown;  /* settings that the model does not use */
    bool misused;        /* a setting has no place in the model */
    const char *written; /* the block's further options as they are */
    advice *rows;        /* best first */
    int count;
    int pilots; /* predicted settings to be tried */
    double start, stop;
    bool measured; /* pilots were compared with a reference */
    double window; /* the pilots' length, s */
    bool (*progress)(void *user, double done);
    void *user;
} advisor;

/* the rows for the model of `source`, predicted, best first, then the settings as they are; the
 * model's warnings go to log */
bd_status advice_find(advisor *v, bd_log *log, bd_error *error);
void advice_free(advisor *v);

/* does the linear model tell how errors go on after the pilots? */
bool advice_is_predictable(const linear_model *l);

/* pilot runs of the rows that are worth it, and the order of all rows that follows; the first row
 * is the advice, if it has no failure. Fails only without memory */
bd_status advice_try(advisor *v, bd_error *error);

/* one sentence: why the first row is the advice */
void advice_reason(const advisor *v, char *text, size_t size);

/* the table for a reader, the answer for a program. list: parameters of the first row; advised:
 * there is an advice */
void advice_print(const advisor *v, const advice_parameter *list, bool advised, bool all);
void advice_print_json(const advisor *v, const advice_parameter *list, bool advised);

/* a copy of the model's text with these parameters of the block, nothing else changed; false and a
 * sentence on failure */
bool advice_apply(const char *path, const linear_model *l, const bd_diagram *diagram,
                  const advice_parameter *list, const char *copy);

#endif
