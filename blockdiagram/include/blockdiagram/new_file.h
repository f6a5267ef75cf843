/* a file that gets its name when it is complete and on the disk: until then it is
 * PATH.<process>.part, and what stood under the name before stays there, even if the power fails.
 * What is no plain file (a device, a pipe) is written as it stands. */
#ifndef BLOCKDIAGRAM_NEW_FILE_H
#define BLOCKDIAGRAM_NEW_FILE_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_new_file bd_new_file;

/* a stream to write to; NULL, and errno, if that cannot be. fclose completes the file: it returns 0
 * only if everything was written and the file has its name; else errno tells why, and nothing of it
 * is left. The handle, which may be NULL, lives until fclose. */
FILE *bd_new_file_open(const char *path, bd_new_file **handle);

/* fclose shall fail, and leave nothing: the work behind it has failed */
void bd_new_file_spoil(bd_new_file *file);

/* a part of it is worth something: it stays if the program is ended */
void bd_new_file_keep(bd_new_file *file);

/* the program ends at once: parts go that nobody wants to keep. For handlers of signals */
void bd_new_files_abandon(void);

/* where it is while it is written, for a library that opens files by itself */
const char *bd_new_file_place(const bd_new_file *file);

/* 0 if such a file can be opened, else errno; nothing is changed */
int bd_new_file_try(const char *path);

#ifdef __cplusplus
}
#endif
#endif
