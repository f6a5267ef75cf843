/* functions that users wrote: where they come from, and one call of one of them */
#ifndef BD_VALUE_LIBRARY_H
#define BD_VALUE_LIBRARY_H

#include "blockdiagram/language.h"
#include "value/evaluate.h"

/* a text with functions. Constant once it is read */
typedef struct bd_source {
    struct bd_source *next;
    char *name; /* for messages */
    char *text;
    bd_arena tree;
    const bd_syntax *functions; /* BLOCK of FUNCTION */
    char *why;                  /* it cannot be read, and this is why; or NULL */
    char *enumeration;          /* name of the class whose members `members` are, or NULL */
    bd_value *members;
} bd_source;

typedef struct bd_user_function {
    const bd_source *source;
    const bd_syntax *node;
    bool nested; /* in the function that runs: shares its variables */
} bd_user_function;

/* what a function that runs knows of its call */
struct bd_frame {
    const bd_library *library; /* or NULL */
    const bd_source *source;   /* whose local functions are known, or NULL */
    const bd_syntax *function; /* NULL in a script */
    const bd_frame *outer;     /* of a nested function: that of the function around it */
    bd_workspace *variables;
    size_t nargin, nargout;
    bd_workspace *globals;       /* or NULL */
    bd_persistent *persistent;   /* or NULL */
    const bool *stop;            /* or NULL */
    const bd_printer *printer;   /* or NULL */
    const bd_workspace *outside; /* where the first function was called: its model, gcb … */
    const bd_workspace *caller;  /* where this one was called */
    const char *stack;           /* where the stack of the outermost call was */
    const struct bd_host *host;  /* who answers unknown names, or NULL */
};

/* who answers for names that are no variables and no functions of users; see code.c */
typedef struct bd_host {
    /* -1 failed, 0 unknown, 1 done */
    int (*evaluate)(void *user, bd_calc *calc, const bd_syntax *node, const char *name,
                    size_t wanted, bd_values *list);
    void *user;
    const bd_name *names; /* variables that functions share, or NULL */
    size_t name_count;
    bd_workspace *shared;
} bd_host;

/* a function of the text that runs, or of another text: who wrote it is nearer than a file */
bool bd_user_function_near(const bd_calc *calc, const char *name, bd_user_function *found);
/* the function of this name that is known where the calculation is. false: none, or the calculation
 * has failed */
bool bd_user_function_find(bd_calc *calc, const char *name, bd_user_function *found);
/* arguments that are objects come back in `objects` as the function left them, for whoever gave
 * room for that many; NULL: they are lost */
bool bd_user_function_call(bd_calc *calc, const bd_user_function *function,
                           const bd_value *const *args, size_t count, size_t wanted,
                           bd_values *list, const bd_value **objects);
/* where an assignment to this name goes: a nested function shares the names that the function
 * around it knows */
bd_workspace *bd_target_of(bd_calc *calc, const char *name);
/* the file of an enumeration, or NULL */
const bd_source *bd_library_enumeration(const bd_calc *calc, const char *class);
/* the value of Class.MEMBER, or NULL */
const bd_value *bd_library_member(bd_calc *calc, const char *dotted);

/* among texts alone, without files */
const bd_source *bd_library_text(const bd_library *library, const char *function, int *index);
const bd_source *bd_library_source(const bd_library *library, const char *function, int *index);
/* functions written in the language that everybody has; NULL without memory */
const bd_library *bd_prelude(void);
#define BD_PRELUDE "prelude" /* the name of their texts */
const bd_source *bd_library_by_name(const bd_library *library, const char *name);

/* classdef NAME with members: into the source; false: there are none, or they cannot be read */
bool bd_enumeration_read(bd_source *source, const char *name);
/* the text of a class: what is no function is blanked, and properties are listed; false without
 * memory */
bool bd_class_split(char *text, bd_properties *list);

/* a sentence for whoever hears of the functions, once */
void bd_library_warn(const bd_library *library, const char *format, ...) BD_PRINTF(2, 3);

/* where persistent variables of a function live */
bd_workspace *bd_persistent_of(bd_calc *calc, const bd_source *source, const char *function);

#endif
