/* the one writer of JSON (RFC 8259): every answer of every command with --json goes through it
 *
 * An answer is one object or list on one line. Numbers that are not finite are null, because JSON
 * has no others. Names and texts are UTF-8; bytes that are none become the replacement character.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stdio.h>

#define JSON_DEPTH 8

typedef struct json {
    FILE *out;
    int depth;
    bool list[JSON_DEPTH];   /* else an object */
    bool filled[JSON_DEPTH]; /* the next member needs a comma */
} json;

/* the answer of the command: an object, which the last json_end closes; or a list */
json json_answer(FILE *out);
json json_answer_list(FILE *out);

/* has an answer been begun? Then nothing else may go to standard output */
bool json_answered(void);

/* members; name is NULL inside a list */
void json_object(json *j, const char *name);
void json_list(json *j, const char *name);
void json_end(json *j);
void json_text(json *j, const char *name, const char *text); /* NULL: null */
void json_number(json *j, const char *name, double number);
void json_whole(json *j, const char *name, long long number);
void json_flag(json *j, const char *name, bool flag);
void json_path(json *j, const char *name, const char *folder, const char *file);

/* {"error": sentence} */
void json_error(FILE *out, const char *sentence);

#endif
