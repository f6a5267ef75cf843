/* a workspace maps names to values and has a parent that is asked for names it does not have:
 * mask → enclosing mask … → model workspace → base workspace. It is filled by the host, by --set,
 * by MAT files, and by statements (parameter files, PreLoadFcn, mask initialisation). */
#ifndef BLOCKDIAGRAM_WORKSPACE_H
#define BLOCKDIAGRAM_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"
#include "blockdiagram/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_workspace bd_workspace;

/* name appears in messages ("base workspace", "mask of 'a/b'"); the parent may be NULL, is not
 * owned and must live longer */
bd_status bd_workspace_create(const char *name, const bd_workspace *parent,
                              bd_workspace **workspace, bd_error *error);
void bd_workspace_free(bd_workspace *workspace);
const char *bd_workspace_name(const bd_workspace *workspace);
const bd_workspace *bd_workspace_parent(const bd_workspace *workspace);
/* a number for who keeps several of them in a list; 0 until it is set */
void bd_workspace_set_number(bd_workspace *workspace, size_t number);
size_t bd_workspace_number(const bd_workspace *workspace);

/* sets or replaces a variable; takes over the caller's reference, also when it fails */
bd_status bd_workspace_set(bd_workspace *workspace, const char *name, bd_value *value,
                           bd_error *error);
bd_status bd_workspace_set_scalar(bd_workspace *workspace, const char *name, double number,
                                  bd_error *error);
bd_status bd_workspace_set_text(bd_workspace *workspace, const char *name, const char *text,
                                bd_error *error);
void bd_workspace_clear(bd_workspace *workspace, const char *name); /* NULL: all variables */

/* the value of a name here or in the parents; NULL if it is nowhere. The workspace keeps it: use
 * bd_value_share to hold it longer than until the next change */
const bd_value *bd_workspace_find(const bd_workspace *workspace, const char *name);
/* the same without the parents */
const bd_value *bd_workspace_find_own(const bd_workspace *workspace, const char *name);

/* was an own variable asked for, or set more than once? One that was not may be a misspelt one */
bool bd_workspace_is_used(const bd_workspace *workspace, const char *name);

/* who reads: while *reader is not NULL, whoever asks for a variable here is noted as *reader. The
 * pointer must stay valid until it is set to NULL */
void bd_workspace_set_reader(bd_workspace *workspace, const void *const *reader);
/* those of variable number `index`; false if some are not known, for want of memory */
bool bd_workspace_readers(const bd_workspace *workspace, size_t index, const void *const **readers,
                          size_t *count);

/* all values so far were given from outside; one that is set anew before anybody has asked for it
 * is lost without a trace */
void bd_workspace_settle(bd_workspace *workspace);
bool bd_workspace_is_lost(const bd_workspace *workspace, const char *name);

/* a name that has no value here, and the sentence for whoever asks for it; one of the same name in
 * a parent is not found from here */
void bd_workspace_set_missing(bd_workspace *workspace, const char *name, const char *why);
const char *bd_workspace_why_missing(const bd_workspace *workspace, const char *name);

/* " (did you mean 'mu'?)", the nearest variable here or in the parents, or "" */
const char *bd_workspace_hint(const bd_workspace *workspace, const char *name, char *text,
                              size_t size);

/* own variables in the order they were first set */
size_t bd_workspace_count(const bd_workspace *workspace);
const char *bd_workspace_name_at(const bd_workspace *workspace, size_t index);
const bd_value *bd_workspace_value_at(const bd_workspace *workspace, size_t index);

/* "NAME=EXPRESSION" as given with --set; NAME may also be s.field or a(3) */
bd_status bd_workspace_assign(bd_workspace *workspace, const char *text, bd_error *error);

/* what get_param, set_param and find_system of masks and callbacks reach. A block is named by its
 * path; the name of the model means the model itself */
typedef struct bd_model_access {
    void *user;
    bd_status (*get)(void *user, const char *block, const char *name, bd_value **value,
                     bd_error *error);
    bd_status (*set)(void *user, const char *block, const char *name, const bd_value *value,
                     bd_error *error);
    /* paths of the blocks below `block` (depth 0: only itself) as a cell; pairs are names and
     * values
     */
    bd_status (*find)(void *user, const char *block, int depth, const char *const *pairs,
                      size_t pair_count, bd_value **cell, bd_error *error);
} bd_model_access;

/* code that runs in this workspace and below reaches this model; access must live as long */
void bd_workspace_set_model(bd_workspace *workspace, const bd_model_access *access);
/* that model, or NULL */
const bd_model_access *bd_workspace_model(const bd_workspace *workspace);

/* runs statements: assignments (also a(3) = …, s.x = …, c{2} = …, [a, b] = f(…)), if, for, while,
 * switch, comments, continuations, load, clear; what only talks or draws (clc, disp, figure …) is
 * skipped; anything else stops with a sentence that begins with "name:line". Variables that were
 * assigned before stay. Reads of names go up to the parents, assignments stay here.
 *
 * directory is where `load` and `run` look for files; NULL forbids both */
bd_status bd_workspace_run(bd_workspace *workspace, const char *text, const char *name,
                           const char *directory, bd_error *error);

/* the same for code of a model (callbacks, masks), which may do what has no meaning here: a
 * statement that fails is told in log and skipped. Text that cannot be read fails as a whole */
bd_status bd_workspace_run_code(bd_workspace *workspace, const char *text, const char *name,
                                const char *directory, bd_log *log, bd_error *error);

/* the same for a file; the name in messages is its path and `load` looks beside it */
bd_status bd_workspace_run_file(bd_workspace *workspace, const char *path, bd_error *error);

/* the same for a user's parameter file: a statement without meaning here is told in log and
 * skipped, and what it would have assigned has no value then */
bd_status bd_workspace_run_parameters(bd_workspace *workspace, const char *path, bd_log *log,
                                      bd_error *error);

/* all variables of a MAT file (version 4, 5 or 7.3, by libmatio) */
bd_status bd_workspace_load_mat(bd_workspace *workspace, const char *path, bd_error *error);

/* a table in text (CSV), or a sheet of a workbook (.xlsx; the one that a variable `sheet` names,
 * else the first): `data`, a matrix with one row for each line, and `names`, a cell with the
 * names of the columns, empty where there are none */
bd_status bd_workspace_load_table(bd_workspace *workspace, const char *path, bd_error *error);

/* the script (no function) or MAT file in the folder of `file` that sets the most of these names;
 * its name without the folder. Returns how many it sets, 0 if there is none. Nothing is run */
size_t bd_propose_file(const char *file, const char *const *names, size_t count, char *found,
                       size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
