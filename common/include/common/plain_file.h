/* files to be read: plain ones. A pipe would keep a reader waiting; a device, or a file that the
 * system makes up, might never end */
#ifndef COMMON_PLAIN_FILE_H
#define COMMON_PLAIN_FILE_H

#include <stddef.h>
#include <stdio.h>

/* as fopen(path, "rb"); NULL, and why in words ("No such file or directory", "it is a pipe …") */
FILE *cm_open_plain(const char *path, const char **why);

/* all of a plain file and a 0 behind it, to be freed; at most `most` bytes. NULL, and why */
char *cm_read_plain(const char *path, size_t most, size_t *size, const char **why);

#endif
