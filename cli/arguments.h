/* the words of a command line: options of the form --name VALUE (or --name=VALUE), and the rest.
 * One table for each command gives parsing, help, completion and documentation */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum argument_kind {
    ARGUMENT_FLAG,   /* bool: no value */
    ARGUMENT_TEXT,   /* const char * */
    ARGUMENT_NAME,   /* the same, not empty */
    ARGUMENT_NUMBER, /* double: a finite one */
    ARGUMENT_WHOLE,  /* double: a whole number from 0 on */
    ARGUMENT_LIST,   /* text_list: may be given again and again */
    ARGUMENT_WORD,   /* no option: explains a word of the usage line */
    ARGUMENT_HEADING /* no option: stands above those that follow */
} argument_kind;

typedef struct text_list {
    const char **items;
    int count;
} text_list;

typedef struct argument {
    const char *name; /* with its dashes; NULL ends a table */
    argument_kind kind;
    size_t offset;     /* of the target in the struct that is filled */
    const char *value; /* what the help calls its value; NULL for a flag */
    const char *help;
} argument;

/* the table of a command, and the struct that it fills: OPTION_TABLE(…_arguments) = {rows}; */
#define OPTION_TABLE(type)                                                                         \
    typedef type option_target;                                                                    \
    static const argument option_table[]
#define OPTION(kind, member, name, value, help)                                                    \
    { name, kind, offsetof(option_target, member), value, help }
#define OPTION_FLAG(member, name, help)          OPTION(ARGUMENT_FLAG, member, name, NULL, help)
#define OPTION_TEXT(member, name, value, help)   OPTION(ARGUMENT_TEXT, member, name, value, help)
#define OPTION_NAME(member, name, value, help)   OPTION(ARGUMENT_NAME, member, name, value, help)
#define OPTION_NUMBER(member, name, value, help) OPTION(ARGUMENT_NUMBER, member, name, value, help)
#define OPTION_WHOLE(member, name, value, help)  OPTION(ARGUMENT_WHOLE, member, name, value, help)
#define OPTION_LIST(member, name, value, help)                                                     \
    OPTION(ARGUMENT_LIST, member, name, value, help "; may be repeated")
/* these fill nothing */
#define OPTION_WORD(word, help)                                                                    \
    { word, ARGUMENT_WORD, 0, NULL, help }
#define OPTION_HEADING(text)                                                                       \
    { text, ARGUMENT_HEADING, 0, NULL, NULL }
#define OPTIONS_END                                                                                \
    { NULL, ARGUMENT_FLAG, 0, NULL, NULL }

/* sorts the words into a struct; the rest, and all behind "--", goes to `rest`. False, and a
 * sentence on standard error, on wrong use. */
bool arguments_read(const char *command, int argc, char **argv, const argument *options, void *into,
                    text_list *rest);

/* the lists of the table in a struct that was filled */
void arguments_free(const argument *options, void *filled);

/* the table as text: names, values, help in a column of its own */
void arguments_help(const argument *options, FILE *out);
/* paragraphs in lines of at most 100 characters; lines that begin with a blank stay as they are */
void print_paragraphs(const char *text, FILE *out);

/* "give one WHAT", and which word is too many */
bool arguments_are_one(const char *command, const text_list *rest, const char *what);

/* "NAME must be positive, not X" unless it is, or was not given (NaN) */
bool argument_is_positive(const char *command, const char *name, double value);

/* `out` shall be written, but is the very file (by whatever path) that is read as `what` */
bool argument_is_input(const char *command, const char *out, const char *input, const char *what);

bool text_has_decimal_comma(const char *text);

void text_list_add(text_list *list, const char *text);
void text_list_free(text_list *list);

/* "1.5,10,40" or "1.5:100:60" (from : to : how many, evenly on a log scale) into numbers; NULL, and
 * a sentence, on a mistake. Free the result. */
double *number_list(const char *command, const char *option, const char *text, int *count);

#endif
