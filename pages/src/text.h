/* texts of others inside SVG, HTML and JSON */
#ifndef PAGES_TEXT_H
#define PAGES_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* escaped for the text of an element and for an attribute in double quotes; control characters that
 * XML forbids and bytes that are no UTF-8 become the replacement character */
void pg_xml(FILE *out, const char *text);
/* the same for at most so many bytes */
void pg_xml_part(FILE *out, const char *text, size_t size);

/* a string of JSON with its quotes, safe inside of <script>: < is written by its number */
void pg_json(FILE *out, const char *text);
/* a number of JSON; null if it is not finite */
void pg_json_number(FILE *out, double number);

/* bytes in base 64 */
void pg_base64(FILE *out, const void *bytes, size_t size);

/* how many characters */
int pg_length(const char *text);

char *pg_copy(const char *text);

#endif
