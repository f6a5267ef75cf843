/* one file as it stands, links unresolved; read.c for users, link.c for the files behind links */
#ifndef BD_FILE_READ_H
#define BD_FILE_READ_H

#include "blockdiagram/diagram.h"

bd_status bd_file_load(const char *path, bd_diagram **diagram, bd_log *log, bd_error *error);

#endif
