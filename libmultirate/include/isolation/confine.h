/* how far a slave's process may reach: limits of memory and time, and the sandbox
 *
 * In the sandbox (isolate=sandbox) it has no files but the slave's own, the libraries of the system
 * and a temporary folder (Landlock); no network, no new programs or processes, no hold on other
 * processes (seccomp); nothing of the environment that libraries do not need; and ends with the
 * thread that has started it. What it still can do: compute, within the limits; see which files
 * exist; fill its temporary folder. */
#ifndef MR_CONFINE_H
#define MR_CONFINE_H

#include "multirate/message.h"

#include <stdbool.h>
#include <stddef.h>

#define MR_CONFINE_FILES 2000
#define MR_CONFINE_SIZE  2400
#define MR_CONFINE_MB    4096.0 /* memory in the sandbox, unless somebody says otherwise */

typedef struct mr_confine {
    bool sandbox;
    double memory;                /* MB; 0: no limit */
    double time;                  /* s of processor time; 0: no limit */
    char files[MR_CONFINE_FILES]; /* "read='…' read='…' ": files and folders that it may read */
} mr_confine;

/* false if the name is too long or cannot be quoted */
bool mr_confine_add_file(mr_confine *confine, const char *path);

/* as the process is told it; "" if it is not confined at all. text[MR_CONFINE_SIZE] */
void mr_confine_text(const mr_confine *confine, char *text);
bool mr_confine_is_sandbox(const char *text);

/* whether this kernel can do it; the sentence tells what it lacks, and what isolate=yes protects */
bool mr_confine_possible(mr_message *message);

/* the other side: from now on this process is confined as the text says. Before it has threads */
bool mr_confine_enter(const char *text, mr_message *message);

/* whether a sandboxed process gets to see this entry of the environment */
bool mr_confine_keeps(const char *entry);

#endif
