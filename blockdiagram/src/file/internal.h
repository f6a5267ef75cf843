/* what the files of this room share about diagrams and do not show to others */
#ifndef BD_FILE_INTERNAL_H
#define BD_FILE_INTERNAL_H

#include "blockdiagram/diagram.h"
#include "base/arena.h"

/* bounds against hostile input */
#define BD_FILE_BYTES   ((size_t)256 << 20)  /* one file, one part of a package */
#define BD_ARENA_BYTES  ((size_t)1024 << 20) /* one diagram or one parse tree */
#define BD_NESTING      200                  /* sections, elements, systems within each other */
#define BD_LINK_NESTING 50                   /* links that lead to links */
#define BD_BLOCKS       ((size_t)200000)     /* of one diagram with all links resolved */
#define BD_PORTS        65535                /* of one kind of one block */

/* appends, or replaces the value of a name that is there; texts are not copied */
bool bd_parameters_put(bd_arena *arena, bd_parameters *parameters, const char *name,
                       const char *value);

/* an empty system around which owner stands (NULL: the root) */
bd_system *bd_system_create(bd_diagram *diagram, bd_node *owner);

/* a block at the end of the system, its texts not copied, without check for an equal name */
bd_node *bd_system_append(bd_system *system, const char *type, const char *name);
void bd_node_set_type(bd_node *node, const char *type); /* and the kind */

/* a line at the end of the system */
bd_line *bd_system_append_line(bd_system *system, bd_end source);
bool bd_line_append(bd_arena *arena, bd_line *line, bd_end destination);

/* block by path below the system ("a/b", "//" is a slash in a name), or NULL */
bd_node *bd_system_find_path(const bd_system *system, const char *path);

/* path of a block of this name in the system */
const char *bd_system_block_path(const bd_system *system, const char *name);

/* port counts that a block of this type has when its file does not tell */
void bd_node_usual_ports(const bd_node *node, int ports[BD_PORT_KINDS]);

/* port counts of everything with an inside, from the port blocks found there */
void bd_node_ports_from_inside(bd_node *node);
/* the kind of port that a word of files means ("in", "lconn"), or -1 */
int bd_port_kind_of(const char *word, size_t length);
/* the kind of port that a block gives the subsystem it stands in (EnablePort, TriggerPort …), or -1
 */
int bd_control_port_kind(const char *type);

/* the name that a parameter of this type has in other releases, or NULL */
const char *bd_parameter_other_name(const char *type, const char *name);

/* masks as objects and as keys of their block: the key ("MaskHelp") of a property ("Help"), or
 * NULL; and the keys that hold an entry for each variable, with the property of the variable */
const char *bd_mask_detail_key(const char *property);
size_t bd_mask_flag_count(void);
const char *bd_mask_flag(size_t i, const char **property, const char **usual, char *separator);

/* mask variable by name, or NULL */
bd_mask_variable *bd_mask_find(const bd_mask *mask, const char *name);
bd_mask *bd_node_make_mask(bd_node *node);
bd_mask_variable *bd_mask_append(bd_arena *arena, bd_mask *mask, const char *name);

/* what has to be evaluated, from value, style and options */
bool bd_mask_variable_derive(bd_arena *arena, bd_mask_variable *variable);

/* true if both name the same block: any run of blanks and newlines equals one blank */
bool bd_names_match(const char *a, const char *b);

/* whole number at the start of text (blanks before it allowed); fallback if there is none or it is
 * out of [low, high] */
int bd_text_integer(const char *text, int fallback, int low, int high);

#endif
