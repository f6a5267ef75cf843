/* sheets of workbooks (.xlsx) as tables in text */
#ifndef VALUE_LOAD_SHEET_H
#define VALUE_LOAD_SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/error.h"

/* is it a zip archive? */
bool bd_is_workbook(const char *path);
/* rows of fields with semicolons between them, for free(). A sheet by name, or the first (NULL, "")
 */
bd_status bd_sheet_read(const char *path, const char *sheet, char **text, size_t *size,
                        bd_error *error);

#endif
