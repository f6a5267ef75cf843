/* texts inside JSON */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdio.h>

/* "text" with quotes and escapes; bytes that are no UTF-8 become the replacement character */
void json_text(FILE *out, const char *text);

/* the path of a file of a folder, as text */
void json_path(FILE *out, const char *folder, const char *name);

#endif
