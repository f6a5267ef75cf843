/* the file that the results of a run go to */
#ifndef CLI_RESULT_FILE_H
#define CLI_RESULT_FILE_H

#include "blockdiagram/output.h"

#include <stdbool.h>

/* a kind of file that is written here, and no file that somebody else has written there? Else a
 * sentence: wrong use */
bool result_file_is_right(const char *command, const char *path);

/* before a long run, not after it: can the results be written where they shall go? */
bool result_file_can_be_written(const char *command, const char *path);

/* by the name's ending; units: in the header of a table. path may be NULL */
bd_output_format result_file_format(const char *path, bool units);

#endif
