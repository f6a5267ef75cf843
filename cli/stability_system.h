/* a system of slaves (system/system.h) as what `stability` analyses: linear members, seen from
 * their own steps at the start of the system */
#ifndef CLI_STABILITY_SYSTEM_H
#define CLI_STABILITY_SYSTEM_H

#include "arguments.h"
#include "stability_joints.h"
#include "stability_models.h"

#include "analysis/many.h"
#include "analysis/seen_slave.h"

#include <stdbool.h>

typedef struct stability_system {
    an_many many;
    double step;   /* the longest of the members', or that of the exchange, as it was found */
    double misfit; /* of the member that is least linear */
    int left_out;  /* members that are in no loop */
    bool stepped;  /* a member is known by the steps only that it makes in this system */
    const char *stepped_member;
    an_seen_slave *seen;
    an_seen_steps *maps; /* of members that no rule of ours explains */
    an_realisation *reduced;
    bool **held;
    char **names;
    mr_connection *connections;
    mr_prediction *predictions; /* of connections with one of their own */
    stability_joints joints;
    stability_models models; /* if there are any, the run itself is tried */
} stability_system;

bool stability_is_system(const char *path);

/* settings: MEMBER.NAME=VALUE; coupling: settings over those of the system. Returns the exit code;
 * 0: found */
int stability_system_read(const char *path, const text_list *settings, const char *coupling,
                          stability_system **found);
void stability_system_free(stability_system *system);

/* step: the longest of all members', or that of the exchange; the others keep their ratio to it */
mr_status stability_system_point(const stability_system *system, double step, double tolerance,
                                 an_stability *found, mr_message *message);

/* the longest step, kept to by everything, up to which something is stable whose growth at one step
 * is told by `point`. is_dear: points are far from each other, and the limit is no sharper than a
 * hundredth */
typedef mr_status stability_try(const void *context, double step, an_stability *found,
                                mr_message *message);
mr_status stability_search(stability_try *point, const void *context, double step, bool is_dear,
                           double *limit, mr_message *message);
mr_status stability_system_limit(const stability_system *system, double tolerance, double *limit,
                                 mr_message *message);

#endif
