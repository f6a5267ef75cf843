/* a private temporary folder */
#ifndef FMU_FOLDER_H
#define FMU_FOLDER_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stdbool.h>
#include <stddef.h>

/* makes TMPDIR/multirate-fmu-PID-XXXXXX for this user alone. Folders of processes that are gone
 * (killed before they could clean up) are removed on the way. */
mr_status fmu_folder_make(char *folder, size_t size, mr_message *message);

/* makes the folders between `folder` and the file or folder `target` below it */
bool fmu_folder_make_parents(const char *folder, char *target);

/* removes the folder and all that is in it; links are removed, not followed */
void fmu_folder_remove(const char *folder);

#endif
