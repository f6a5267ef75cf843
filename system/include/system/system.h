/* systems of slaves: a description (read from a text file or from SSP), opened and run
 *
 *     sy_system_new or sy_read → sy_open → sy_start → sy_advance … → sy_close → sy_system_free
 *
 * Members are slaves of any kind, connected by names; values of other units are converted. */
#ifndef SYSTEM_SYSTEM_H
#define SYSTEM_SYSTEM_H

#include "multirate/coupled.h"
#include "multirate/message.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct sy_value {
    char *name, *value, *unit; /* unit: that of the value, NULL: the variable's own */
} sy_value;

typedef struct sy_member {
    char *name;
    char *slave;         /* "wheel.fmu isolate=yes", "kart.mbs", "two_mass", "tcp://host:port" */
    bool is_file;        /* the slave is a file, whatever its name looks like */
    char *process;       /* NULL, or options of its process besides: "isolate=yes" */
    char *configuration; /* further settings of the slave */
    double step;         /* s; 0: its own */
    bool follows;        /* no motion of its own: it steps to where its sources are */
    char *model;      /* interface model: "yes" or its settings; "no"; NULL: as the system has it */
    sy_value *values; /* parameters and start values */
    int value_count;
    int line; /* of the description; 0: not known */
} sy_member;

typedef struct sy_connection {
    char *from, *to;       /* "member.variable" */
    double factor, offset; /* factor 0: by units */
    bool units_too;        /* with a factor: units are converted before it */
    char *predictor;       /* NULL: that of the system */
    int line;
} sy_connection;

typedef struct sy_names {
    char **items;
    int count;
} sy_names;

/* a joint between two members (multirate/joint.h); names are those of variables of the member */
typedef struct sy_joint_side {
    char *member;
    sy_names force, position, velocity, acceleration; /* the last two: none, as the slave tells */
} sy_joint_side;

typedef struct sy_joint {
    char *name, *method; /* method NULL: x2 */
    int order;           /* MR_NONE: the method's */
    sy_joint_side side[2];
    double mu, mu_steps, rate_weight, acceleration_weight; /* 0: the method's */
    sy_names stiffness, damping,
        offset;   /* one for all coordinates or one for each; offset: start */
    bool project; /* both sides are put back on it after each step */
    int line;
} sy_joint;

typedef struct sy_system {
    char *path;                    /* of its file; "" */
    char *folder;                  /* files that it names are looked for there */
    struct fmu_archive *archive;   /* of an .ssp: the folder goes with it */
    struct fmu_archive **packages; /* further ones that it refers to */
    int package_count;
    bool foreign; /* a package is below a folder of MULTIRATE_FOREIGN: so is what is in it */
    char *name;
    double start, stop, interval; /* s; NAN: not told */
    char *coupling;               /* "order=3 …" (mr_coupled_parse) */
    sy_member *members;
    int member_count;
    sy_connection *connections;
    int connection_count;
    sy_joint *joints;
    int joint_count;
    sy_value *inputs; /* "member.input": values of inputs that nothing is connected to */
    int input_count;
    char **tables; /* files with inputs over time */
    int table_count;
    sy_value
        *bonds; /* "member.flow", "member.effort": power bonds instead of those found by units */
    int bond_count;
    char **records; /* "member.variable" that are wanted as results; none: all outputs */
    int record_count;
    sy_value *aliases; /* input of the whole system, and "member.input" that it goes to */
    int alias_count;
} sy_system;

/* --- descriptions --- */

sy_system *sy_system_new(const char *name);
void sy_system_free(sy_system *system);

/* NULL, or false: not enough memory */
sy_member *sy_add_member(sy_system *system, const char *name, const char *slave);
sy_connection *sy_add_connection(sy_system *system, const char *from, const char *to);
sy_joint *sy_add_joint(sy_system *system, const char *name);
bool sy_add_value(sy_value **values, int *count, const char *name, const char *value,
                  const char *unit);
/* one name may stand for several inputs */
bool sy_add_alias(sy_system *system, const char *name, const char *input);
bool sy_add_text(char ***texts, int *count, const char *text);
/* with a blank between; *text may be NULL */
bool sy_append(char **text, const char *more);

/* settings for the joints over those that they have, "method=explicit order=1": a method goes to
 * joints of its kind (rigid, springs, copies) and is refused if there is none */
mr_status sy_set_joints(sy_system *system, const char *text, mr_message *message);

/* the member that "member.variable" begins with, the one with the longest name; *rest: the variable
 */
int sy_find_member(const sy_system *system, const char *name, const char **rest);

/* is it an input of the member? Opens the slave, and closes it. Of FMUs their descriptions tell it
 * later: false */
bool sy_member_has_input(const sy_system *system, int member, const char *name);

/* a text file (YAML), .ssp or .ssd. On failure *system is NULL */
mr_status sy_read(const char *path, sy_system **system, mr_message *message);

/* --- running --- */

typedef struct sy_run sy_run;

/* a column of the results */
typedef struct sy_column {
    char *name; /* "member.variable", "member.variable[2]" */
    const char *unit;
    int member, output; /* scalar; member -1: reaction of a joint, among all of them */
    bool discrete;
} sy_column;

/* opens slaves and connects them. config: settings; the description's are taken first */
mr_status sy_open(const sy_system *system, const char *coupling, sy_run **run, mr_message *message);
void sy_close(sy_run *run);

/* the system as a new .ssp with its FMUs inside; a file that is there is refused */
mr_status sy_write_ssp(const sy_run *run, const char *path, mr_message *message);

/* what was found: sentences on unconnected inputs, units that nobody knows, algebraic loops */
int sy_remark_count(const sy_run *run);
const char *sy_remark(const sy_run *run, int index);

/* times of the run, as told by the description or by the FMUs */
typedef struct sy_times {
    double start, stop, interval;
} sy_times;
sy_times sy_run_times(const sy_run *run);

/* step of a member as it is known before the run; 0: it is not */
double sy_member_step(const sy_run *run, int member);

/* among the coupled (mr_coupled): name of a member, the step that is imposed on it (0: none), and
 * all connections */
const char *sy_member_name(const sy_run *run, int place);
double sy_imposed_step(const sy_run *run, int place);
bool sy_follows(const sy_run *run, int place);
const mr_connection *sy_connections(const sy_run *run, int *count);

int sy_column_count(const sy_run *run);
const sy_column *sy_columns(const sy_run *run);
int sy_member_count(const sy_run *run);
mr_coupled *sy_coupled(const sy_run *run);
const mr_coupled_config *sy_config(const sy_run *run);

mr_status sy_start(sy_run *run, double start, mr_message *message);
/* MR_ERR_STOPPED: a member has ended the run at sy_time */
mr_status sy_advance(sy_run *run, double t, mr_message *message);
double sy_time(const sy_run *run);
/* what the run has shown of its coupling: a warning, without a full stop; "" if there is none */
void sy_verdict(const sy_run *run, char *text, size_t size);
/* results at that time, one for each column */
void sy_values(const sy_run *run, double *values);

#endif
