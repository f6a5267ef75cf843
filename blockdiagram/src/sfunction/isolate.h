/* an S-function in a process of its own while it runs */
#ifndef BD_SFUNCTION_ISOLATE_H
#define BD_SFUNCTION_ISOLATE_H

#include "blockdiagram/block.h"

typedef struct bd_isolated bd_isolated;

/* what runs there; each works on the process's own copy of the block */
typedef bd_status (*bd_isolated_method)(bd_block *block);

/* what the process tells beside a method's status */
typedef struct bd_isolated_notes {
    bool stop, reset; /* wishes */
    double next_hit;
    char error[BD_ERROR_TEXT];
    char warnings[2000]; /* each ends with a newline, but for one that had no room */
} bd_isolated_notes;

/* begins a process with a copy of the block, whose ports, states and work lie in guarded memory.
 * The block's files and threads stay here */
bd_status bd_isolated_begin(bd_block *block, const char *function, bd_isolated **isolated);
/* runs a method there, with what the block's memory is now, and takes over what it has become */
bd_status bd_isolated_call(bd_isolated *isolated, bd_block *block, bd_isolated_method method,
                           const char *name);
void bd_isolated_end(bd_isolated *isolated);
bool bd_isolated_lives(const bd_isolated *isolated);

const bd_isolated_notes *bd_isolated_notes_of(const bd_isolated *isolated);
/* in the process of an S-function: what is to be told; NULL elsewhere */
bd_isolated_notes *bd_isolated_here(void);

/* in the process: gives a piece of the block's memory a place of its own, before a forbidden page;
 * what is written there comes back as the rest of the block does */
bool bd_isolated_guard(void **memory, size_t bytes, const char *what);

/* calls a body in a copy of the program that is thrown away. True if it comes back there, so that
 * it may be called here; else *why says how it ended */
bool bd_rehearse(void (*body)(void *), void *argument, char *why, size_t size);

#endif
