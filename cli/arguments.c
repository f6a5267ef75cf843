/* reading the command line */
#define _POSIX_C_SOURCE 200809L
#include "arguments.h"
#include "complain.h"

#include "common/memory.h"

#include "multirate/nearest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void text_list_add(text_list *list, const char *text) {
    const char **items = cm_one_more(list->items, (size_t)list->count, sizeof *items);
    if (!items) {
        complain(NULL, "not enough memory");
        exit(1);
    }
    list->items = items;
    list->items[list->count++] = text;
}

void arguments_free(const argument *options, void *filled) {
    for (const argument *a = options; a->name; a++)
        if (a->kind == ARGUMENT_LIST)
            text_list_free((text_list *)((char *)filled + a->offset));
}

void text_list_free(text_list *list) {
    free(list->items);
    *list = (text_list){0};
}

/* "1,5", as many countries write it */
bool text_has_decimal_comma(const char *text) {
    static const char digits[] = "0123456789";
    text += strspn(text, "+-");
    text += strspn(text, digits);
    return *text == ',' && text[1] && !text[1 + strspn(text + 1, digits)];
}

static bool store_number(const char *command, const argument *option, const char *text,
                         double *target) {
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end)
        return complain(command, "%s takes a number, not '%s'%s", option->name, text,
                        text_has_decimal_comma(text) ? "; decimals stand behind a point" : "");
    if (!isfinite(value))
        return complain(command, "%s takes a finite number, not '%s'", option->name, text);
    if (option->kind == ARGUMENT_WHOLE && (value != floor(value) || value < 0.0 || value > 1e9))
        return complain(command, "%s takes a whole number, not '%s'", option->name, text);
    *target = value;
    return true;
}

/* what somebody writes who expects one file where a folder of files is made; a folder that is there
 * may be called so */
static bool reads_like_a_file(const char *value) {
    static const char *const endings[] = {".html", ".csv", ".mat", ".png", ".svg", ".json"};
    const char *dot = strrchr(value, '.');
    struct stat found;
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return stat(value, &found) != 0 || !S_ISDIR(found.st_mode);
    return false;
}

/* --set fr 40 instead of --set fr=40 */
static bool has_its_form(const char *command, const argument *option, const char *value) {
    return !value || !option->value || !strchr(option->value, '=') || strchr(value, '=') ||
           complain(command, "%s takes %s, not '%s'", option->name, option->value, value);
}

static bool store(const char *command, const argument *option, const char *value, void *into) {
    void *target = (char *)into + option->offset;
    if (!has_its_form(command, option, value))
        return false;
    switch (option->kind) {
    case ARGUMENT_FLAG:
        *(bool *)target = true;
        return true;
    case ARGUMENT_NAME:
        if (!*value)
            return complain(command, "%s needs a value", option->name);
        if (strcmp(option->value, "DIR") == 0 && reads_like_a_file(value))
            return complain(command, "%s takes the name of a folder, not of a file like '%s'",
                            option->name, value);
        *(const char **)target = value;
        return true;
    case ARGUMENT_TEXT:
        *(const char **)target = value;
        return true;
    case ARGUMENT_LIST:
        text_list_add(target, value);
        return true;
    case ARGUMENT_NUMBER:
    case ARGUMENT_WHOLE:
        return store_number(command, option, value, target);
    case ARGUMENT_WORD:
    case ARGUMENT_HEADING:
        break;
    }
    return false;
}

bool argument_is_positive(const char *command, const char *name, double value) {
    return isnan(value) || value > 0.0 ||
           complain(command, "%s must be positive, not %g", name, value);
}

bool arguments_are_one(const char *command, const text_list *rest, const char *what) {
    if (rest->count == 1 && rest->items[0][0])
        return true;
    if (rest->count > 1)
        return complain(command,
                        "give one %s; '%s' is one word too many; `multirate %s --help` tells more",
                        what, rest->items[1], command);
    return complain(command, "give one %s; `multirate %s --help` tells more", what, command);
}

bool argument_is_input(const char *command, const char *out, const char *input, const char *what) {
    struct stat a, b;
    if (!out || stat(out, &a) != 0 || stat(input, &b) != 0 || a.st_dev != b.st_dev ||
        a.st_ino != b.st_ino || !S_ISREG(a.st_mode))
        return false;
    complain(command, "'%s' is %s and is not overwritten; give another name", out, what);
    return true;
}

static bool is_option(const argument *a) {
    return a->kind != ARGUMENT_WORD && a->kind != ARGUMENT_HEADING;
}

static bool refuse_option(const char *command, const char *word, size_t length,
                          const argument *options) {
    char name[64], hint[MR_HINT_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    mr_nearest nearest = {name, NULL, 0};
    for (const argument *o = options; o->name; o++)
        if (is_option(o))
            mr_nearest_try(&nearest, o->name);
    return complain(command, "unknown option '%s'%s; `multirate %s --help` lists them", word,
                    mr_nearest_hint(&nearest, hint, sizeof hint), command);
}

/* dashes that word processors and web pages make of "-": en dash, em dash, minus */
static size_t printed_dashes(const char *word) {
    static const char *const dashes[] = {"\xe2\x80\x93", "\xe2\x80\x94", "\xe2\x88\x92"};
    const char *p = word;
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
        if (strncmp(p, dashes[i], 3) == 0)
            p += 3;
    return p == word ? 0 : (size_t)(p - word) + strspn(p, "-");
}

static bool refuse_dash(const char *command, const char *word, size_t dashes) {
    return complain(command, "'%s' begins with a printed dash; write '--%s' by the key '-'", word,
                    word + dashes);
}

/* an option with one value stands once, and so does a name of NAME=VALUE: which of two would count?
 */
static bool is_first(const char *command, const argument *option, const char *value,
                     const void *into, text_list *given) {
    const bool named = option->kind == ARGUMENT_LIST && strchr(option->value, '=');
    const text_list *before =
        named ? (const text_list *)(const void *)((const char *)into + option->offset) : given;
    const char *name = named ? value : option->name;
    const size_t length = strcspn(name, "=");
    if (option->kind == ARGUMENT_FLAG || (option->kind == ARGUMENT_LIST && !named))
        return true;
    for (int i = 0; i < before->count; i++)
        if (strcspn(before->items[i], "=") == length &&
            strncmp(before->items[i], name, length) == 0)
            return complain(command, "%s%s%.*s is given twice", named ? option->name : "",
                            named ? " " : "", (int)length, name);
    if (!named)
        text_list_add(given, name);
    return true;
}

static bool read_words(const char *command, int argc, char **argv, const argument *options,
                       void *into, text_list *rest, text_list *given) {
    bool names_only = false; /* behind "--" */
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        const size_t dashes = names_only ? 0 : printed_dashes(word);
        if (dashes > 0 && access(word, F_OK) != 0)
            return refuse_dash(command, word, dashes);
        if (names_only || word[0] != '-' || strcmp(word, "-") == 0) {
            text_list_add(rest, word);
            continue;
        }
        if (strcmp(word, "--") == 0) {
            names_only = true;
            continue;
        }
        const size_t length = strcspn(word, "=");
        const argument *option = NULL;
        for (const argument *o = options; o->name; o++)
            if (is_option(o) && strlen(o->name) == length && strncmp(o->name, word, length) == 0)
                option = o;
        if (!option)
            return refuse_option(command, word, length, options);
        const char *value = word[length] == '=' ? word + length + 1 : NULL;
        if (option->kind == ARGUMENT_FLAG && value)
            return complain(command, "%s takes no value", option->name);
        if (option->kind != ARGUMENT_FLAG && !value) {
            if (i + 1 >= argc)
                return complain(command, "%s needs a value", option->name);
            value = argv[++i];
        }
        if (!is_first(command, option, value, into, given) || !store(command, option, value, into))
            return false;
    }
    return true;
}

bool arguments_read(const char *command, int argc, char **argv, const argument *options, void *into,
                    text_list *rest) {
    text_list given = {0};
    const bool good = read_words(command, argc, argv, options, into, rest, &given);
    text_list_free(&given);
    return good;
}

/* FROM:TO:COUNT, evenly on a log scale */
static double *logarithmic_list(const char *command, const char *option, const char *text,
                                double from, double to, int count) {
    if (!(from > 0.0) || !(to > 0.0) || !isfinite(from) || !isfinite(to) || count < 1 ||
        count > 100000) {
        complain(command, "%s: '%s' is not FROM:TO:COUNT with positive numbers", option, text);
        return NULL;
    }
    double *numbers = malloc((size_t)count * sizeof *numbers);
    for (int i = 0; numbers && i < count; i++)
        numbers[i] = count == 1 ? from : from * pow(to / from, (double)i / (double)(count - 1));
    return numbers;
}

double *number_list(const char *command, const char *option, const char *text, int *count) {
    double from, to;
    int steps, used = 0;
    *count = 0;
    if (sscanf(text, "%lf:%lf:%d%n", &from, &to, &steps, &used) == 3 && !text[used]) {
        double *numbers = logarithmic_list(command, option, text, from, to, steps);
        *count = numbers ? steps : 0;
        return numbers;
    }
    if (!*text) {
        complain(command, "%s needs at least one number", option);
        return NULL;
    }
    double *numbers = malloc((strlen(text) + 1) * sizeof *numbers);
    for (const char *p = text; numbers; p++) {
        char *end;
        const double value = strtod(p, &end);
        if (end == p || (*end && *end != ',') || !isfinite(value)) {
            complain(command, "%s: '%s' is not a list of numbers like 1.5,10,40 or 1.5:100:60",
                     option, text);
            break;
        }
        numbers[(*count)++] = value;
        p = end;
        if (!*end)
            return numbers;
    }
    free(numbers);
    *count = 0;
    return NULL;
}
