/* S-functions as the host sees them: where their files are looked for, how they are built, and
 * whose arrays (mxArray) they get.
 *
 * The library itself never touches an mxArray: it goes through a small table, so that a program
 * without an interpreter uses the bd_mx library and a gateway inside Octave uses Octave's own. */
#ifndef BLOCKDIAGRAM_SFUNCTION_H
#define BLOCKDIAGRAM_SFUNCTION_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"
#include "blockdiagram/value.h"
#include "blockdiagram/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* who owns what a running S-function allocates with mx… calls, and who hears its warnings */
typedef struct bd_mx_scope bd_mx_scope;

typedef struct bd_mx_sink {
    void *user;
    void (*warn)(void *user, const char *text); /* may be NULL */
    const bd_workspace *base;                   /* answers mexGetVariable; may be NULL */
} bd_mx_sink;

/* arrays are passed as void *, because their type belongs to the provider */
typedef struct bd_mx_provider {
    const char *name;    /* for messages: "bd_mx", "Octave" */
    const char *ending;  /* of files built for it: ".so", ".mex" */
    const char *builder; /* the command that builds them: "multirate mex", "mr_build" */
    bool foreign;        /* arrays of another mex.h: files built with ours cannot use them */

    /* an array with the contents of a value, and back; the array belongs to the caller */
    bd_status (*from_value)(const bd_value *value, void **array, bd_error *error);
    bd_status (*to_value)(const void *array, bd_value **value, bd_error *error);
    void (*destroy)(void *array);

    /* scopes: allocations made while a scope is in force, and not made persistent, end with it */
    bd_mx_scope *(*scope_create)(const bd_mx_sink *sink); /* NULL when memory ends */
    void (*scope_empty)(bd_mx_scope *scope);
    void (*scope_free)(bd_mx_scope *scope);

    /* runs body(argument) with the scope in force. 0, or 1 when it was left by mexErrMsgTxt or kin:
     * then message holds the text */
    int (*call)(bd_mx_scope *scope, void (*body)(void *), void *argument, char *message,
                size_t size);
} bd_mx_provider;

/* once per program, before the first S-function is used */
void bd_sfunction_set_provider(const bd_mx_provider *provider);
const bd_mx_provider *bd_sfunction_provider(void); /* NULL if none was set */

/* the provider of the bd_mx library, which a program without an interpreter links */
const bd_mx_provider *bd_mx_own_provider(void);
/* from now on a method that crashes in this program ends the simulation with a sentence, not the
 * program; for a program of ours only, since it takes over the signals of crashes */
void bd_mx_catch_crashes(void (*hurt)(void));

/* has a method crashed, or tried to end the program? Whose memory and threads are then in an
 * unknown state: the program should write what it has and end */
bool bd_mx_wounded(void);

/* after such an event no method is called until this: another simulation begins in the same program
 */
void bd_mx_begin_anew(void);

/* is one running, in this thread? */
bool bd_mx_in_method(void);

/* for a program's own exit and _exit: does not return if a method is running, which is left with an
 * error instead; false: the program may end */
bool bd_mx_refuse_end(const char *function, int code);

/* for the handler of a signal (with SA_NODEFER) in a program of ours: leaves the method that this
 * thread is in, which fails with these words and counts as a wound; returns if it is in none */
void bd_mx_leave_method(const char *why);
/* where its mexPrintf writes; NULL: standard output */
void bd_mx_set_print(void (*print)(void *user, const char *text), void *user);

/* the file of an S-function: its name and the provider's ending, looked for in this order: the
 * folders of the environment variable BD_SFUNCTION_PATH (separated by colons); the folders added
 * below; model_folder (may be NULL); the present folder. A name with a slash is refused, since
 * whoever wrote the model could run any file with it. *found_beside gets true for a file that is
 * none of the installed ones, but from the last two. Whoever wrote the model may have put it there,
 * and the run should say so. */
bd_status bd_sfunction_find(const char *name, const char *model_folder, char *path, size_t capacity,
                            bool *found_beside, bd_error *error);
bd_status bd_sfunction_add_folder(const char *folder, bd_error *error);

/* from now on S-functions run in processes of their own, with memory that nobody writes beyond
 * unnoticed. One that crashes, ends or overruns ends the simulation with a sentence; the program
 * stays whole. Files that define the symbol `unless` stay in the program, which looks into their
 * memory */
void bd_sfunction_isolate(const char *unless);

/* ---- building ---- */

typedef struct bd_build_options {
    const char *compiler;     /* NULL: $CC (or $CXX for C++ sources), else cc (c++) */
    const char *include;      /* folder of simstruc.h */
    const char *out_folder;   /* NULL: the present one */
    const char *name;         /* of the result, without .so; NULL: the first source's */
    const char *const *flags; /* further arguments: -DX, -Ifolder, -lname, -O0 … */
    size_t flag_count;
    const char *log; /* file that receives what the compiler says; NULL: shown in the error */
} bd_build_options;

/* compiles and links sources to out_folder/name.so, without a shell. path receives its name. A
 * failure carries the compiler's first error line. Refused, too: calls of functions without a
 * declaration (unless flags have -Wno-error=implicit-function-declaration) or without a definition
 */
bd_status bd_sfunction_build(const char *const *sources, size_t count,
                             const bd_build_options *options, char *path, size_t capacity,
                             bd_error *error);

#ifdef __cplusplus
}
#endif
#endif
