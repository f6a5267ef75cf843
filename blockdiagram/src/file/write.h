/* shared by the write*.c files: they put a diagram into sections and keys, in the form of one
 * release, as .mdl text or for a package */
#ifndef BD_FILE_WRITE_H
#define BD_FILE_WRITE_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/sheet.h"
#include "file/item.h"
#include "file/release.h"

/* the number under which a block is written */
typedef struct bd_sid {
    const bd_node *node;
    const char *sid;
} bd_sid;

typedef struct bd_writer {
    bd_items items;
    const bd_diagram *diagram;
    const char *name; /* of the model: that of its file */
    const bd_release *release;
    bool package;
    int next_object;
    bd_sid *sids; /* of all blocks that are written, sorted by address */
    size_t sid_count;
    long sid_highest;
    const char **types; /* of the blocks that are written, sorted, each once */
    size_t type_count;
    bd_error *error;
} bd_writer;

/* gives every block that is written a number of its own; those of the file stay if they can */
bd_status bd_write_number(bd_writer *w);
const char *bd_write_sid(const bd_writer *w, const bd_node *node);

bd_status bd_write_system(bd_writer *w, bd_file_item *parent, const bd_system *system,
                          const char *name);
bd_status bd_write_block(bd_writer *w, bd_file_item *parent, const bd_node *node,
                         const char *position, int z_order);
bd_status bd_write_lines(bd_writer *w, bd_file_item *parent, bd_sheet *sheet);
void bd_write_mask(bd_writer *w, bd_file_item *block, const bd_node *node);
void bd_write_configuration(bd_writer *w, bd_file_item *parent);
bd_file_item *bd_write_charts(bd_writer *w); /* NULL: none, or no memory */
void bd_write_defaults(bd_writer *w, bd_file_item *model);

/* windows, logging and data transfer: objects that newer releases keep beside the keys */
void bd_write_windows(bd_writer *w, bd_file_item *parent);
void bd_write_logging(bd_writer *w, bd_file_item *parent);
void bd_write_transfer(bd_writer *w, bd_file_item *parent);

/* true for keys of a masked block that bd_write_mask writes */
bool bd_is_mask_detail(const char *name);

/* an Object with its property name, number and class */
bd_file_item *bd_write_object(bd_writer *w, bd_file_item *parent, const char *property,
                              const char *class);

/* all keys of a section of the release; values of own take the place of the usual ones */
void bd_write_section(bd_writer *w, bd_file_item *section, const char *keys,
                      const bd_parameters *own);
void bd_write_release_key(bd_writer *w, bd_file_item *section, const bd_release_key *key,
                          const bd_parameters *own);

/* the parts of a package, zipped; free the bytes */
bd_status bd_write_package(bd_writer *w, const bd_file_item *root, char **bytes, size_t *size);

#endif
