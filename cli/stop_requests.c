/* requests to stop */
#define _POSIX_C_SOURCE 200809L
#include "stop_requests.h"

#include <stddef.h>

static const int requests[STOP_REQUESTS] = {SIGINT, SIGTERM, SIGHUP};

void stop_requests_heed(const struct sigaction *action, struct sigaction *before) {
    for (int i = 0; i < STOP_REQUESTS; i++) {
        struct sigaction found = {.sa_handler = SIG_DFL};
        sigaction(requests[i], NULL, &found);
        if (before)
            before[i] = found;
        if (requests[i] != SIGHUP || found.sa_handler != SIG_IGN)
            sigaction(requests[i], action, NULL);
    }
}

void stop_requests_restore(const struct sigaction *before) {
    for (int i = 0; i < STOP_REQUESTS; i++)
        sigaction(requests[i], &before[i], NULL);
}

void stop_requests_keep_ignored(const struct sigaction *before) {
    for (int i = 0; i < STOP_REQUESTS; i++)
        if (before[i].sa_handler == SIG_IGN)
            sigaction(requests[i], &before[i], NULL);
}
