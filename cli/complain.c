/* complaints and warnings */
#define _GNU_SOURCE
#include "complain.h"
#include "utf8.h"

#include "multirate/nearest.h"
#include "multirate/predictor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char first[2048];

/* names of files and models may hold what a terminal obeys; a sentence may not. A byte that is no
 * UTF-8 is a command to terminals of eight bits */
static void make_plain(char *sentence) {
    for (unsigned char *c = (unsigned char *)sentence; *c;) {
        const int length = utf8_length(c);
        const bool kept = length > 0 && (!utf8_is_command(c) || *c == '\n' || *c == '\t');
        for (int i = 0; !kept && i < (length > 0 ? length : 1); i++)
            c[i] = '?';
        c += length > 0 ? length : 1;
    }
}

void tell_warning(const char *format, ...) {
    char *sentence = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&sentence, format, arguments) < 0)
        sentence = NULL;
    va_end(arguments);
    if (sentence)
        make_plain(sentence);
    fprintf(stderr, "warning: %s\n", sentence ? sentence : format);
    free(sentence);
}

__attribute__((format(printf, 2, 0))) static void print_list(FILE *out, const char *format,
                                                             va_list arguments) {
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    if (text)
        make_plain(text);
    fputs(text ? text : "(not enough memory to tell more)\n", out);
    free(text);
}

void print_plain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_list(stdout, format, arguments);
    va_end(arguments);
}

void print_plain_to(FILE *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_list(out, format, arguments);
    va_end(arguments);
}

bool complain(const char *command, const char *format, ...) {
    char sentence[sizeof first];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    make_plain(sentence);
    fprintf(stderr, "multirate%s%s: %s\n", command ? " " : "", command ? command : "", sentence);
    if (!first[0])
        snprintf(first, sizeof first, "%s", sentence);
    return false;
}

void complain_silently(const char *sentence) {
    if (!first[0])
        snprintf(first, sizeof first, "%s", sentence);
}

bool complain_of_word(const char *command, const char *option, const char *word,
                      const char *const *words, int count) {
    char list[512] = "", hint[MR_HINT_SIZE];
    mr_nearest nearest = {word, NULL, 0};
    size_t used = 0;
    for (int i = 0; i < count && used < sizeof list; i++) {
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", words[i]);
        mr_nearest_try(&nearest, words[i]);
    }
    return complain(command, "%s cannot be '%s'%s; it can be %s", option, word,
                    mr_nearest_hint(&nearest, hint, sizeof hint), list);
}

bool complain_of_predictor(const char *command, const char *name) {
    mr_nearest nearest = {name, NULL, 0};
    char hint[MR_HINT_SIZE];
    for (const mr_predictor_type *const *t = mr_predictor_types; *t; t++)
        mr_nearest_try(&nearest, (*t)->name);
    return complain(command, "there is no predictor '%s'%s; `multirate stability --list` has them",
                    name, mr_nearest_hint(&nearest, hint, sizeof hint));
}

const char *complaint(void) {
    return first[0] ? first : NULL;
}
