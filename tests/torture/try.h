/* one try of something with one request for memory that fails (fail_memory.c, which must be loaded
 * before all, waiting: TORTURE_NOW, TORTURE_PLACES); crashes and tries that stand still are told,
 * and the process goes on */
#ifndef TORTURE_TRY_H
#define TORTURE_TRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum torture_end { TORTURE_DONE, TORTURE_LEFT, TORTURE_CRASHED } torture_end;

/* what is tried, for those who read what is told; where that is told (stdout, if nothing is said)
 */
extern const char *torture_name;
extern FILE *torture_told;

/* can it be done: is everything there that it needs? */
bool torture_is_ready(void);
/* the request of this number fails; 0: none, they are counted */
torture_end torture_try(void (*run)(void *user), void *user, long request);
/* leaves a try, if this is the thread that makes it */
void torture_leave(void);
/* is this a process that a try made? */
bool torture_is_child(void);

/* numbers of the requests of the try before, which counted, at places that were never met before
 * in this process, in the order in which they are best tried; for free() */
long *torture_new_requests(size_t *count);

#endif
