/* complaints */
#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

static char first[2048];

bool complain(const char *command, const char *format, ...) {
    char sentence[sizeof first];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    fprintf(stderr, "multirate %s: %s\n", command, sentence);
    if (!first[0])
        snprintf(first, sizeof first, "%s", sentence);
    return false;
}

bool complain_of_word(const char *command, const char *option, const char *word,
                      const char *const *words, int count) {
    char list[512] = "";
    size_t used = 0;
    for (int i = 0; i < count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", words[i]);
    return complain(command, "%s cannot be '%s'; it can be %s", option, word, list);
}

const char *complaint(void) {
    return first[0] ? first : NULL;
}
