/* editing a diagram as Simulink's commands do it: blocks of the palette, copies and links, lines by
 * ports, parameters that are checked, ports that follow.
 *
 * An edit that is refused tells why in one sentence and leaves the diagram as it was. Nothing
 * inside of a link can be edited. Texts are copied. */
#ifndef BLOCKDIAGRAM_EDIT_H
#define BLOCKDIAGRAM_EDIT_H

#include "blockdiagram/diagram.h"

#ifdef __cplusplus
extern "C" {
#endif

/* one parameter and its value, as in a model file */
typedef struct bd_setting {
    const char *name;
    const char *value;
} bd_setting;

/* ---- blocks ---- */

/* a block of the palette ("simulink/Sources/Sine Wave") or of a type ("built-in/Gain"). A block of
 * the palette has the palette's values and inside, one of a type those of the type. Position may be
 * left out: the block is laid out when it is drawn or written */
bd_status bd_edit_add(bd_system *system, const char *source, const char *name,
                      const bd_setting *settings, size_t count, bd_node **node, bd_error *error);

/* a copy of a block, of this diagram or another; of a library it is a link to the library's block
 */
bd_status bd_edit_add_copy(bd_system *system, const bd_node *original, const char *name,
                           const bd_setting *settings, size_t count, bd_node **node,
                           bd_error *error);

/* lines to and from the block go with it; a port block takes its port and the lines there along,
 * and the ports behind move up */
bd_status bd_edit_delete(bd_node *node, bd_error *error);

/* the new block (palette, type, or a copy of `original` if that is not NULL) stands where the old
 * one was, under its name, with the lines whose ports it has; old parameters are not kept */
bd_status bd_edit_replace(bd_node *node, const char *source, const bd_node *original,
                          bd_node **replacement, bd_error *error);

/* paths of everything inside follow */
bd_status bd_edit_rename(bd_node *node, const char *name, bd_error *error);

/* ---- parameters ---- */

/* all or none of them. A name that the block does not have is refused with the nearest one it has;
 * so is a value that is no on or off where that is asked for. Name renames, Port of a port block
 * moves its port, Mask and LinkStatus do what they say; ports follow the parameters, and lines of
 * ports that are no more are gone */
bd_status bd_edit_set(bd_node *node, const bd_setting *settings, size_t count, bd_error *error);

/* of the model: solver, times and other settings, callbacks; all or none of them */
bd_status bd_edit_set_model(bd_diagram *diagram, const bd_setting *settings, size_t count,
                            bd_error *error);
/* is there such a setting of a model? */
bool bd_edit_is_model_setting(const bd_diagram *diagram, const char *name);

/* settings of an output port (number from 1): Name, DataLogging, TestPoint … */
bd_status bd_edit_set_port(bd_node *node, int number, const char *name, const char *value,
                           bd_error *error);

/* can the block have such a parameter, in words of the file or of its mask? */
bool bd_edit_is_parameter(const bd_node *node, const char *name);

/* what files of a release write for a parameter that nobody has set, where the tables of defaults
 * do not tell; of a block, or of the model if node is NULL. False if no release has it */
bool bd_edit_usual(const bd_node *node, const char *name, char *value, size_t size);

/* names of all its own parameters, each once; free the list only */
bd_status bd_edit_parameter_names(const bd_node *node, const char ***names, size_t *count,
                                  bd_error *error);

/* ---- lines ---- */

/* both ports must exist, and the destination must be free; a second line of a source branches */
bd_status bd_edit_connect(bd_system *system, bd_end source, bd_end destination, bd_error *error);
/* the last destination takes the line along */
bd_status bd_edit_disconnect(bd_system *system, bd_end source, bd_end destination, bd_error *error);
/* the whole line with all branches */
bd_status bd_edit_delete_line(bd_system *system, bd_end source, bd_error *error);
/* "Gain/1", "Sub/Enable", "Sub/Trigger", "Sub/Ifaction", "Int/State" … as add_line names an end */
bd_status bd_edit_find_end(const bd_system *system, const char *text, bool source, bd_end *end,
                           bd_error *error);
/* the line that begins there, or ends there; NULL if none */
const bd_line *bd_edit_line_from(bd_end source);
const bd_line *bd_edit_line_to(bd_end destination);

/* ---- masks ---- */

typedef struct bd_mask_entry {
    const char *name, *value, *prompt; /* NULL: "" */
    const char *style;                 /* "edit", "checkbox", "popup" …; NULL: edit */
    const char *const *options;        /* of a popup */
    size_t option_count;
    bool evaluate;
} bd_mask_entry;

bd_status bd_edit_make_mask(bd_node *node, bd_error *error); /* refused if there is one */
bd_status bd_edit_delete_mask(bd_node *node, bd_error *error);
bd_status bd_edit_add_mask_entry(bd_node *node, const bd_mask_entry *entry, bd_error *error);
/* by name; NULL: all */
bd_status bd_edit_remove_mask_entry(bd_node *node, const char *name, bd_error *error);

/* ---- the model ---- */

/* a model is called as its file; paths follow */
bd_status bd_edit_rename_model(bd_diagram *diagram, const char *name, bd_error *error);
/* letters, digits, underscores, a letter first, at most 63 */
bool bd_edit_is_model_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
