/* a program under watch: each of its calls of the system that belongs to a kind of failure stops
 * here first, and goes on, or fails, or is the last thing that the program did */
#ifndef TORTURE_CALLS_H
#define TORTURE_CALLS_H

#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* what a call must be about so that it counts */
typedef enum call_object {
    OBJECT_ANY,
    OBJECT_FILE,    /* the descriptor is a plain file */
    OBJECT_STREAM,  /* the descriptor is none: a pipe, a socket, a terminal */
    OBJECT_NEW,     /* the flags have O_CREAT; they are argument 1 (open) or 2 (openat) */
    OBJECT_PRIVATE, /* memory of nobody else: mmap of no file */
    OBJECT_WAIT /* a futex that is waited for, not one that is woken: only that is interrupted */
} call_object;

typedef struct call_rule {
    int number;
    int error; /* errno that it fails with */
    call_object object;
} call_rule;

typedef struct call_kind {
    const char *name, *about;
    const call_rule *rules; /* up to one whose number is -1 */
} call_kind;

extern const call_kind call_kinds[]; /* up to one without a name */

const call_kind *call_kind_find(const char *name);
/* the rule that counts this call; NULL: none does */
const call_rule *call_kind_rule(const call_kind *kind, const struct seccomp_notif *call);

/* the path behind a descriptor of that process; false if there is none */
bool call_path(pid_t process, int descriptor, char *path, size_t size);
/* bytes of its memory; false if they cannot be read */
bool call_bytes(pid_t process, unsigned long long address, void *bytes, size_t size);
/* a text of its memory */
bool call_text(pid_t process, unsigned long long address, char *text, size_t size);

/* half of a write is done for it; the number of bytes, or -1 if the call is none that can be cut */
long call_halve(pid_t process, const struct seccomp_notif *call);

/* one line of JSON for a call that changes files */
void call_trace(FILE *out, pid_t process, const struct seccomp_notif *call);

#endif
