/* who was here: one line per session, for people and for programs */
#ifndef REMOTE_AUDIT_H
#define REMOTE_AUDIT_H

#include "keys.h"

#include <stddef.h>
#include <time.h>

typedef struct audit {
    long number;   /* of the session */
    char peer[64]; /* address */
    char key[KEY_SIZE];
    time_t came;
    double seconds;
    long questions;
    const char *end; /* "closed", "gone", "idle", …: how it ended */
} audit;

/* "2026-01-31T12:00:00Z session=3 peer=127.0.0.1 key=… seconds=1.500 questions=42 end=closed" */
void audit_compose(const audit *a, char *line, size_t size);

/* appends the line to the file; false if that fails */
bool audit_append(const char *file, const char *line);

#endif
