/* the readers of descriptions: each fills a new system */
#ifndef SYSTEM_READ_H
#define SYSTEM_READ_H

#include "system/system.h"

#include "multirate/joint.h"

mr_status sy_read_yaml(const char *path, sy_system *system, mr_message *message);

/* joints.c: its method; NULL: there is none of that name */
const mr_joint_method *sy_joint_method(const sy_joint *joint);

/* joints.c: what is wrong with the forces of a joint, by its method; NULL: nothing */
const char *sy_joint_lacks_force(const sy_joint *joint);

/* a file of at most so many bytes; NULL, and a sentence that begins with `what`, if it cannot be
 * read. Free it */
char *sy_read_text(const char *what, const char *path, size_t most, size_t *size,
                   mr_message *message);

/* a number and nothing else */
bool sy_number(const char *text, double *number);

#endif
