/* results of a run: where they may go */
#define _POSIX_C_SOURCE 200809L
#include "result_file.h"

#include "complain.h"
#include "streams.h"

#include "blockdiagram/new_file.h"
#include "blockdiagram/output.h"

#include <string.h>
#include <sys/stat.h>

bool result_file_is_right(const char *command, const char *path) {
    bd_output_format format;
    struct stat found;
    if (strcmp(path, "-") == 0)
        return !output_was_closed() ||
               complain(command, "standard output is closed, where --out - writes");
    if (!bd_output_format_of(path, &format))
        return complain(command, "'%s': results are written as .csv or .mat, not as '%s'", path,
                        strrchr(path, '.'));
    return stat(path, &found) != 0 || !S_ISREG(found.st_mode) || bd_output_is_own(path, format) ||
           complain(command,
                    "'%s' is there already and holds no results of a run; move it away or give "
                    "another name",
                    path);
}

bool result_file_can_be_written(const char *command, const char *path) {
    const int why = strcmp(path, "-") == 0 ? 0 : bd_new_file_try(path);
    return !why || complain(command, "'%s' cannot be written: %s", path, strerror(why));
}

bd_output_format result_file_format(const char *path, bool units) {
    bd_output_format format = BD_OUTPUT_CSV;
    if (path)
        (void)bd_output_format_of(path, &format);
    return format == BD_OUTPUT_CSV && units ? BD_OUTPUT_CSV_UNITS : format;
}
