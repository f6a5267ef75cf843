/* the folder that a command writes to */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include "blockdiagram/new_file.h"

#include <stdbool.h>
#include <stdio.h>

/* makes the folder and those above it; false, and a sentence, if that cannot be */
bool make_folder(const char *command, const char *path);

/* a command never replaces what it did not write; false, and a sentence, if a file or folder of
 * this name (other than an empty file) is there */
bool folder_is_free_for(const char *command, const char *folder, const char *name);

/* the name is ours, so a link that stands under it leads where nobody asked for: it goes */
void folder_drop_link(const char *path);

/* a file of the folder, opened for writing; NULL and a sentence on failure. It gets its name when
 * it is closed and complete; false and a sentence if it is not. The handle, by which it can be
 * spoilt, may be NULL */
FILE *folder_file(const char *command, const char *folder, const char *name, bd_new_file **handle);
bool folder_file_close(FILE *file, const char *command, const char *folder, const char *name);

#endif
