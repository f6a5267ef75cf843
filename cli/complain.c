/* complaints */
#include "complain.h"

#include "multirate/nearest.h"
#include "multirate/predictor.h"

#include <stdarg.h>
#include <stdio.h>

static char first[2048];

bool complain(const char *command, const char *format, ...) {
    char sentence[sizeof first];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
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
