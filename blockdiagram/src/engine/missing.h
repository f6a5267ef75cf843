/* everything that keeps a model from being run, collected so that it can be told at once: blocks by
 * their reason, variables, S-functions; each once, with where it is needed and what would help */
#ifndef ENGINE_MISSING_H
#define ENGINE_MISSING_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/error.h"
#include "blockdiagram/workspace.h"

typedef struct bd_missing {
    struct bd_missing_item *items;
    size_t count;
    size_t blocks; /* how many blocks are obstacles */
    bool out_of_memory;
} bd_missing;

/* a block that cannot be simulated; why NULL: nothing is known but its type */
void bd_missing_add_block(bd_missing *missing, const bd_node *node, const char *why);
/* a failure that others of its kind may follow: a name without a value, an S-function that is not
 * there. It is taken over, and the error cleared; false for any other, which stays */
bool bd_missing_take(bd_missing *missing, bd_error *error);
/* a block whose setup has stopped at one name: variables that its other parameters lack. Parameters
 * that are numbers by default are expressions */
void bd_missing_look(bd_missing *missing, const bd_node *node, const bd_workspace *scope);
/* one sentence about all of it. The model's file is where proposals come from; given: variables
 * from outside, which know statements that were skipped; or NULL */
bd_status bd_missing_report(bd_missing *missing, const char *file, const bd_workspace *given,
                            bd_error *error);
void bd_missing_free(bd_missing *missing);

#endif
