/* reading what clients may set, and what they do set */
#define _GNU_SOURCE
#include "let.h"

#include "multirate/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXT 65536 /* bytes of a client's configuration */

/* options of our slaves that name something of the host: no --let makes them a client's */
static bool is_the_hosts(const char *name) {
    static const char *const names[] = {"file", "log", "motion", "set", "plugin"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return strncmp(name, "isolate", 7) == 0;
}

static bool read_number(const char *text, const char *end, double *number) {
    char *behind;
    *number = strtod(text, &behind);
    return behind == end && behind > text && !isnan(*number);
}

static bool read_bounds(const char *text, let_option *option) {
    const char *colon = strchr(text, ':');
    return colon && read_number(text, colon, &option->least) &&
           read_number(colon + 1, text + strlen(text), &option->most) &&
           option->least <= option->most;
}

/* begins as a range does, and is none: a slip of whoever serves, not a word */
static bool is_no_range(const char *text) {
    char *behind;
    (void)strtod(text, &behind);
    return behind > text && *behind == ':' && !strchr(text, '|');
}

static bool read_name(const char *text, size_t length, char *name) {
    if (length == 0 || length >= sizeof((let_option *)NULL)->name)
        return false;
    for (size_t i = 0; i < length; i++)
        if (mr_option_separator(text[i]) || text[i] == '#' || text[i] == '\'' || text[i] == '"')
            return false;
    memcpy(name, text, length);
    name[length] = '\0';
    return true;
}

bool let_add(let_list *list, const char *text, mr_message *message) {
    const size_t length = strcspn(text, "=");
    const char *values = text[length] ? text + length + 1 : NULL;
    let_option option = {.least = -HUGE_VAL, .most = HUGE_VAL};
    if (!read_name(text, length, option.name) || (values && (!*values || strchr(values, '\'')))) {
        mr_message_set(message,
                       "--let '%.100s' is neither NAME nor NAME=MIN:MAX nor NAME=WORD|WORD", text);
        return false;
    }
    if (is_the_hosts(option.name)) {
        mr_message_set(message, "--let %s: clients never choose a file or anything of the host",
                       option.name);
        return false;
    }
    const bool wants_words = values && !read_bounds(values, &option);
    if (wants_words && is_no_range(values)) {
        mr_message_set(message,
                       "--let %s=%.100s: a range is MIN:MAX, two numbers, the lesser first",
                       option.name, values);
        return false;
    }
    let_option *more = realloc(list->items, (size_t)(list->count + 1) * sizeof *more);
    if (more)
        list->items = more;
    option.words = more && wants_words ? strdup(values) : NULL;
    if (!more || (wants_words && !option.words)) {
        mr_message_set(message, "not enough memory");
        return false;
    }
    list->items[list->count++] = option;
    return true;
}

void let_free(let_list *list) {
    for (int i = 0; i < list->count; i++)
        free(list->items[i].words);
    free(list->items);
    *list = (let_list){0};
}

static bool is_one_of(const char *words, const char *value) {
    const size_t length = strlen(value);
    while (words) {
        const char *end = strchrnul(words, '|');
        if ((size_t)(end - words) == length && strncmp(words, value, length) == 0)
            return true;
        words = *end ? end + 1 : NULL;
    }
    return false;
}

/* one option of a client, checked and written anew; false and a sentence if it is not let */
static bool pass(const let_list *list, const mr_option *given, FILE *text, mr_message *message) {
    const let_option *let = NULL;
    double number;
    for (int i = 0; i < list->count && !let; i++)
        if (strcmp(list->items[i].name, given->key) == 0)
            let = &list->items[i];
    if (!let) {
        mr_message_set(message,
                       "the server does not let clients set '%.100s'; who serves may allow it "
                       "(multirate serve --let %.60s=MIN:MAX)",
                       given->key, given->key);
        return false;
    }
    if (let->words) {
        if (is_one_of(let->words, given->value))
            return fprintf(text, "%s='%s' ", let->name, given->value) > 0;
        mr_message_set(message, "the server lets clients set %s to %.200s only", let->name,
                       let->words);
        return false;
    }
    if (!read_number(given->value, given->value + strlen(given->value), &number) ||
        !isfinite(number)) {
        mr_message_set(message, "the server lets clients set %s to a number only", let->name);
        return false;
    }
    if (number < let->least || number > let->most) {
        mr_message_set(message, "the server lets clients set %s to a number from %g to %g only",
                       let->name, let->least, let->most);
        return false;
    }
    return fprintf(text, "%s=%.17g ", let->name, number) > 0;
}

char *let_through(const let_list *list, const char *given, size_t length, mr_message *message) {
    char *composed = NULL, *copy = NULL;
    size_t size = 0;
    mr_status status = MR_OK;
    mr_option *option = malloc(sizeof *option);
    if (length > MOST_TEXT || (length > 0 && memchr(given, '\0', length))) {
        mr_message_set(message, "the configuration that the client gives is too long or no text");
        free(option);
        return NULL;
    }
    FILE *text = open_memstream(&composed, &size);
    copy = strndup(length > 0 ? given : "", length);
    bool good = text && copy && option;
    if (!good)
        mr_message_set(message, "the server is short of memory");
    const char *at = copy;
    while (good && mr_option_next(&at, option, &status, message))
        good = pass(list, option, text, message);
    good = good && status == MR_OK;
    good = good && !ferror(text); /* fclose forgets it */
    if (text && fclose(text) != 0)
        good = false;
    free(copy);
    free(option);
    if (good && composed)
        return composed;
    if (!message->text[0])
        mr_message_set(message, "the server is short of memory");
    free(composed);
    return NULL;
}
