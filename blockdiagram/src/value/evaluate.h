/* the tree of an expression → values */
#ifndef BD_VALUE_EVALUATE_H
#define BD_VALUE_EVALUATE_H

#include "value/syntax.h"

/* values in the order they came */
typedef struct bd_values {
    const bd_value **items;
    size_t count, capacity;
} bd_values;
bool bd_values_add(bd_calc *calc, bd_values *list, const bd_value *value);

/* values that are needed after another part of the expression was evaluated. That part may call a
 * function which replaces or changes the variable that a value belongs to */
struct bd_held {
    const bd_value *value; /* one, or NULL */
    const bd_values *list; /* many, or NULL; may grow meanwhile */
    size_t kept;           /* so many of the list have their second owner */
    bd_held *outer;
};
void bd_hold(bd_calc *calc, bd_held *held, const bd_value *value, const bd_values *list);
void bd_let_go(bd_calc *calc, const bd_held *held);
/* before something is called that may change variables: the pool becomes a second owner of all that
 * is held, so that it lives on as it is; false, and a failure, if there is no memory */
bool bd_keep_held(bd_calc *calc);

/* one value. It belongs to the pool or to a workspace: share it to keep it */
const bd_value *bd_calc_evaluate(bd_calc *calc, const bd_syntax *node);
/* all values of c{:}, s.x of an array, or up to `wanted` results of a function */
bool bd_evaluate_list(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list);
/* subscripts or arguments; indexed is what `end` means there, or NULL */
bool bd_evaluate_arguments(bd_calc *calc, const bd_syntax *node, const bd_value *indexed,
                           bd_values *list);
/* name of a field, also of s.(text) */
const char *bd_evaluate_field_name(bd_calc *calc, const bd_syntax *node);

/* value of a text in the scope of the calculation */
const bd_value *bd_evaluate_text(bd_calc *calc, const char *text);

/* object.method(…) of an object that functions share. 0: it is no method, -1 failed, 1 done */
int bd_call_method(bd_calc *calc, const bd_syntax *node, size_t wanted, bd_values *list);

/* statements: runs a block and stores what it assigns in calc->target */
bool bd_execute(bd_calc *calc, const bd_syntax *script);
/* target = right; stores into a variable or a part of it */
bool bd_calc_store(bd_calc *calc, const bd_syntax *target, const bd_value *right, bool deletes);
/* `clear all` and the like */
bool bd_execute_command(bd_calc *calc, const bd_syntax *node);
/* `load name` into a workspace, which must not be the scope of expressions being evaluated */
/* 2: there is a plain file of this name beside the script, 7: a folder, 0: neither, -1: files
 * cannot be seen here */
int bd_find_plain(const bd_calc *calc, const char *name);
bool bd_load(bd_calc *calc, bd_workspace *into, const char *name, size_t length);
/* bd_workspace_load_table for a file beside the script */
bool bd_load_table(bd_calc *calc, bd_workspace *into, const char *name, size_t length);
/* runs name.m of the directory if there is one */
bool bd_call_script(bd_calc *calc, const char *name, size_t length, bool *exists);
/* true for functions that only talk or draw, which a parameter file may call in vain */
bool bd_is_idle_function(const char *name);
/* those that give handles of what they would draw */
bool bd_is_drawing_function(const char *name);

#endif
