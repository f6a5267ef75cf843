/* the folder that a study writes to */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include <stdbool.h>

/* makes the folder and those above it; false, and a sentence, if that cannot be */
bool make_folder(const char *command, const char *path);

#endif
