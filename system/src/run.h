/* the inside of a system that is open */
#ifndef SYSTEM_RUN_H
#define SYSTEM_RUN_H

#include "fmu/archive.h"
#include "fmu/description.h"
#include "multirate/plugin.h"
#include "system/system.h"
#include "table.h"

typedef struct sy_part {
    mr_plugin *plugin;
    fmu_description *fmu; /* NULL: no FMU of this machine */
    char *configuration;
    double step; /* imposed by the master */
    int place;   /* number among the coupled */
} sy_part;

struct sy_run {
    const sy_system *system;
    sy_part *parts;
    mr_coupled *coupled;
    mr_coupled_config config;
    sy_times times;
    double common_step; /* of members without one; 0: there is none */
    sy_column *columns;
    int column_count;
    sy_table **tables;
    int table_count;
    sy_series *series;
    int series_count;
    mr_connection *wires;
    mr_prediction *predictions; /* of connections with one of their own */
    int wire_count;
    char **remarks;
    int remark_count;
    bool steps_told;
};

/* one more sentence; false: no memory */
bool sy_remark_add(sy_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* step_remarks.c: once, after the start; false: no memory */
bool sy_remark_steps(sy_run *run);

/* members.c: plug-ins, and the configuration texts of all members */
mr_status sy_prepare_members(sy_run *run, mr_message *message);

/* a variable of an FMU by the name in a connection, perhaps with an index: "x", "x[2]"; -1 */
int sy_fmu_variable(const fmu_description *fmu, const char *name);

/* structure.c: order of the members, so that outputs that depend on inputs at once come after
 * them; algebraic loops are remarked */
mr_status sy_order_members(sy_run *run, mr_message *message);

/* scalars of a member that a name stands for */
typedef struct sy_port {
    int member; /* of the description */
    int first, count;
    const mr_variable *variable;
} sy_port;

/* wires.c: a text or bytes, which travel between FMUs as numbers of no meaning to others */
bool sy_is_text(const mr_variable *variable);

/* "member.variable" as scalars; line 0: not known */
mr_status sy_find_port(const sy_run *run, const char *text, bool input, int line, sy_port *found,
                       mr_message *message);
void sy_place_text(const sy_run *run, int line, char *text, size_t size);

/* joints.c: joints between members, after all connections */
mr_status sy_add_joints(sy_run *run, mr_message *message);
/* its method repeats no step */
bool sy_joint_steps_once(const sy_joint *joint);
/* "joint.force": its reaction as a result */
bool sy_is_reaction(const sy_system *system, const char *name);
mr_status sy_add_joint_columns(sy_run *run, mr_message *message);

/* wires.c: connections, tables, values of free inputs, columns of the results */
mr_status sy_wire(sy_run *run, mr_message *message);

#endif
