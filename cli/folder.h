/* the folder that a study writes to */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include <stdbool.h>

/* makes the folder and those above it; false, and a sentence, if that cannot be */
bool make_folder(const char *command, const char *path);

/* a command never replaces what it did not write; false, and a sentence, if a file or folder of
 * this name (other than an empty file) is there */
bool folder_is_free_for(const char *command, const char *folder, const char *name);

#endif
