/* shared by the edit_*.c files */
#ifndef BD_FILE_EDIT_H
#define BD_FILE_EDIT_H

#include "blockdiagram/edit.h"
#include "file/internal.h"

/* ---- ports (edit_ports.c) ---- */
int bd_port_number(const bd_node *node); /* of an Inport or Outport; 0 for any other block */
int bd_port_highest(const bd_system *system, const char *type, const bd_node *without);
/* the port of this block moves from number `from` (0: it is new) to `to` (0: it goes): the other
 * port blocks and the lines outside follow. False when memory ends */
bool bd_port_move(bd_node *node, int from, int to);
bool bd_is_port_block(const bd_node *node);
const bd_node *bd_port_rival(const bd_system *system, const bd_node *node);
/* lines at ports that the block no longer has */
void bd_drop_lost_lines(bd_node *node);

/* ---- lines (edit_lines.c) ---- */
void bd_line_remove(bd_system *system, size_t line);
/* destination k of a line; true if the line went with it */
bool bd_line_drop(bd_system *system, size_t line, size_t k);
void bd_lines_without(bd_system *system, const bd_node *node);

/* ---- (edit_set.c) ---- */
/* nothing inside of a link can be edited */
bd_status bd_edit_check_place(const bd_system *system, bd_error *error);
bd_status bd_edit_check_name(const bd_system *system, const char *name, const bd_node *own,
                             bd_error *error);
void bd_refresh_ports(bd_node *node);
bd_status bd_mask_check_value(const bd_node *node, const bd_mask_variable *variable,
                              const char *value, bd_error *error);

/* ---- (copy_texts.c) ---- */
/* a block was copied from another diagram: its texts get a place in its own. False when memory ends
 */
bool bd_own_texts(bd_node *node);

bd_status bd_edit_no_memory(bd_error *error);
#ifdef __clang_analyzer__
#define bd_edit_no_memory(error) ((bd_edit_no_memory)(error), BD_OUT_OF_MEMORY)
#endif

#endif
