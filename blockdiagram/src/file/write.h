/* shared by the write_*.c files */
#ifndef BD_FILE_WRITE_H
#define BD_FILE_WRITE_H

#include "blockdiagram/diagram.h"
#include "file/text.h"

typedef struct bd_writer {
    bd_text text;
    int next_object;
    bd_error *error;
} bd_writer;

bd_status bd_write_system(bd_writer *w, const bd_system *system, const char *name);
bd_status bd_write_block(bd_writer *w, const bd_node *node, const char *position);
void bd_write_configuration(bd_writer *w, const bd_diagram *diagram);

#endif
