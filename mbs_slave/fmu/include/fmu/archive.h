/* an FMU file: its model description in memory, its content in a private folder that goes with it
 */
#ifndef FMU_ARCHIVE_H
#define FMU_ARCHIVE_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stddef.h>

#define FMU_PATH_SIZE 4096

typedef struct fmu_archive fmu_archive;

/* opens the file; nothing is unpacked yet */
mr_status fmu_archive_open(const char *path, fmu_archive **archive, mr_message *message);

/* the file NAME inside the archive, ended by a zero byte that size does not count; free it. *text
 * is NULL, without an error, where there is no such file. */
mr_status fmu_archive_read(fmu_archive *archive, const char *name, size_t most, char **text,
                           size_t *size, mr_message *message);

/* does the archive hold a file with this path, or (if it ends with a slash) anything below it */
int fmu_archive_holds(fmu_archive *archive, const char *path);

/* files directly in the folder (with a slash behind it) whose names end so: how many, and the name
 * of the first without the ending */
int fmu_archive_count(fmu_archive *archive, const char *folder, const char *ending, char *name,
                      size_t size);

/* the bounds hold for this archive and the one before together: packages within packages */
void fmu_archive_share_bounds(fmu_archive *archive, const fmu_archive *before);

/* unpacks all but sources, documentation and the binaries of other platforms than `platform`
 * ("linux64"); NULL: the sources, and no binaries */
mr_status fmu_archive_unpack(fmu_archive *archive, const char *platform, mr_message *message);

/* the private folder; "" before unpacking */
const char *fmu_archive_folder(const fmu_archive *archive);

/* closes the file and removes the folder */
void fmu_archive_close(fmu_archive *archive);

#endif
