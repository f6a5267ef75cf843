/* what the evaluator may do with a workspace beyond the public contract */
#ifndef BD_VALUE_WORKSPACE_PRIVATE_H
#define BD_VALUE_WORKSPACE_PRIVATE_H

#include "blockdiagram/workspace.h"

/* takes an own variable's value out; the name keeps its place and reads as missing until it is set
 * again. part: to change a part of it, so that the rest counts as asked for. NULL if there is none
 */
bd_value *bd_workspace_take(bd_workspace *workspace, const char *name, bool part);

/* the statement that would have set a variable failed, and this is why: an old value must not stay,
 * unless it was given from outside (before bd_workspace_settle), where it may be meant as a
 * stand-in
 */
void bd_workspace_forget(bd_workspace *workspace, const char *name, const char *why);
/* the same of a field; false: it is no field of a struct, and the whole name is meant */
bool bd_workspace_forget_field(bd_workspace *workspace, const char *name, const char *field);

/* the name means the variable of another workspace from now on (global, persistent); an own value
 * is lost. It becomes [] there if it is new */
bd_status bd_workspace_link(bd_workspace *workspace, const char *name, bd_workspace *elsewhere,
                            bd_error *error);

/* bd_workspace_run_file that counts how many scripts called each other; with a log, statements that
 * fail are told there and skipped */
bd_status bd_script_run_file(bd_workspace *workspace, const char *path, int depth, bd_log *log,
                             bd_error *error);
/* the same for text inside of a script */
bd_status bd_script_run_text(bd_workspace *workspace, const char *text, const char *name,
                             const char *directory, int depth, bd_log *log, bd_error *error);

#endif
