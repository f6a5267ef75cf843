/* signals that ask a command to stop: Ctrl-C, a kill, the end of the terminal. The last one is none
 * if whoever started the program has it ignored (nohup) */
#ifndef CLI_STOP_REQUESTS_H
#define CLI_STOP_REQUESTS_H

#include <signal.h>

#define STOP_REQUESTS 3

/* from now on they do this; before, which may be NULL: what they did */
void stop_requests_heed(const struct sigaction *action, struct sigaction *before);
void stop_requests_restore(const struct sigaction *before);
/* those that were ignored are again (a shell has Ctrl-C ignored by what runs behind it) */
void stop_requests_keep_ignored(const struct sigaction *before);

#endif
