/* joints of a system, with the numbers that its members have in the analysis */
#ifndef CLI_STABILITY_JOINTS_H
#define CLI_STABILITY_JOINTS_H

#include "multirate/coupled.h"

#include <stdbool.h>

typedef struct stability_joints {
    mr_joint *joints;
    int count;
    int *scalars;    /* lists of all sides */
    double *numbers; /* stiffness and damping */
    char **names;
} stability_joints;

/* marks members that a joint holds */
void stability_joints_mark(const mr_coupled *coupled, bool *held);

/* outputs of a member that joints look at are not ignored */
void stability_joints_hear(const mr_coupled *coupled, int member, bool *ignored);

/* numbers the scalars of a member that joints use, from `used` on, where they have none yet.
 * Returns how many are used then */
int stability_joints_number(const mr_coupled *coupled, int member, bool input, int *number,
                            int used);

/* all of them; members and scalars by their new numbers. False: not enough memory */
bool stability_joints_take(stability_joints *to, const mr_coupled *coupled, const int *member,
                           int *const *inputs, int *const *outputs);
void stability_joints_free(stability_joints *joints);

#endif
