/* doubles as text, quick and independent of the locale */
#ifndef BD_BASE_FORMAT_DOUBLE_H
#define BD_BASE_FORMAT_DOUBLE_H

#include <stddef.h>

/* a double as text that reads back to the same bits, at most 32 characters with the final 0 */
enum { BD_DOUBLE_TEXT = 32 };
size_t bd_format_double(double number, char *text);

/* a number that printf wrote in this text: its point becomes a point, whatever the locale has */
void bd_plain_point(char *text);

#endif
