/* an author's script that builds his S-functions, run for the calls of mex in it */
#ifndef CLI_AUTHOR_SCRIPT_H
#define CLI_AUTHOR_SCRIPT_H

#include <stddef.h>

/* words are the listener's to change, and gone after the call */
typedef void mex_listener(void *user, char **words, size_t count);

/* runs a script, or a file of functions as its first one without arguments. Nothing is built,
 * written or removed: the listener gets the words of each call of mex. What the script cannot do
 * here ends it; the calls before it count */
void author_script_run(const char *path, mex_listener *listener, void *user);

#endif
