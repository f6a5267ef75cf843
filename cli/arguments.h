/* the words of a command line: options of the form --name VALUE (or --name=VALUE), and the rest */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <stdbool.h>

typedef enum argument_kind {
    ARGUMENT_FLAG,   /* bool: no value */
    ARGUMENT_TEXT,   /* const char * */
    ARGUMENT_NUMBER, /* double */
    ARGUMENT_LIST    /* text_list: may be given again and again */
} argument_kind;

typedef struct text_list {
    const char **items;
    int count;
} text_list;

typedef struct argument {
    const char *name; /* with its dashes */
    argument_kind kind;
    void *target;
} argument;

/* sorts the words; the rest goes to `rest`. False, and a sentence on standard error, on wrong use.
 */
bool arguments_read(const char *command, int argc, char **argv, const argument *options, int count,
                    text_list *rest);

void text_list_add(text_list *list, const char *text);
void text_list_free(text_list *list);

/* "1.5,10,40" or "1.5:100:60" (from : to : how many, evenly on a log scale) into numbers; NULL, and
 * a sentence, on a mistake. Free the result. */
double *number_list(const char *command, const char *option, const char *text, int *count);

#endif
