/* why a command ends without a result: one sentence on standard error, and with --json the answer
 */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include <stdbool.h>
#include <stdio.h>

/* "multirate COMMAND: sentence", or without a command, if it is NULL; false, so that it can be
 * returned. The first one is remembered. */
bool complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "warning: sentence": the command goes on */
void tell_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* what a command tells: names of others in it, too, are nothing that a terminal obeys */
void print_plain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_plain_to(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* a complaint of a word that is none of a list: "OPTION cannot be 'WORD'; it can be a, b, c" */
bool complain_of_word(const char *command, const char *option, const char *word,
                      const char *const *words, int count);

/* the same for a predictor that is none */
bool complain_of_predictor(const char *command, const char *name);

/* the same where the command has told it in another way already: nothing is printed */
void complain_silently(const char *sentence);

/* the sentence that was remembered; NULL if there was none */
const char *complaint(void);

#endif
