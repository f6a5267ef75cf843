/* what somebody may have meant whose file cannot be read: another name, or another command */
#ifndef CLI_FILE_HINT_H
#define CLI_FILE_HINT_H

#include <stdbool.h>
#include <stddef.h>

/* what a command reads, of which it tells nothing */
typedef enum file_kind { FILE_ANY, FILE_MODEL, FILE_SYSTEM, FILE_RESULTS, FILE_SLAVE } file_kind;

#define FILE_HINT_SIZE 700

/* a plain text with a line that begins so: diagrams and systems are both written as YAML */
bool file_has_section(const char *path, const char *name);

/* " (did you mean 'car.mdl'?)" of a file that is not there, "; this is a mechanism: …" of one of
 * another kind than wanted; else "" */
const char *file_hint(const char *path, file_kind wanted, char *text, size_t size);

/* the same behind a sentence, as far as there is room */
void add_file_hint(const char *path, file_kind wanted, char *sentence, size_t size);

#endif
