/* reading the command line */
#include "arguments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_list_add(text_list *list, const char *text) {
    const char **items = realloc(list->items, (size_t)(list->count + 1) * sizeof *items);
    if (!items) {
        fprintf(stderr, "multirate: not enough memory\n");
        exit(1);
    }
    list->items = items;
    list->items[list->count++] = text;
}

void text_list_free(text_list *list) {
    free(list->items);
    *list = (text_list){0};
}

static bool store(const char *command, const argument *option, const char *value) {
    char *end;
    switch (option->kind) {
    case ARGUMENT_FLAG:
        *(bool *)option->target = true;
        return true;
    case ARGUMENT_TEXT:
        *(const char **)option->target = value;
        return true;
    case ARGUMENT_LIST:
        text_list_add(option->target, value);
        return true;
    case ARGUMENT_NUMBER:
        *(double *)option->target = strtod(value, &end);
        if (end != value && !*end)
            return true;
        fprintf(stderr, "multirate %s: %s takes a number, not '%s'\n", command, option->name,
                value);
    }
    return false;
}

bool arguments_read(const char *command, int argc, char **argv, const argument *options, int count,
                    text_list *rest) {
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-' || strcmp(word, "-") == 0) {
            text_list_add(rest, word);
            continue;
        }
        const size_t length = strcspn(word, "=");
        const argument *option = NULL;
        for (int k = 0; k < count; k++)
            if (strlen(options[k].name) == length && strncmp(options[k].name, word, length) == 0)
                option = &options[k];
        if (!option) {
            fprintf(stderr, "multirate %s: unknown option '%s'; `multirate %s --help` lists them\n",
                    command, word, command);
            return false;
        }
        const char *value = word[length] == '=' ? word + length + 1 : NULL;
        if (option->kind == ARGUMENT_FLAG && value) {
            fprintf(stderr, "multirate %s: %s takes no value\n", command, option->name);
            return false;
        }
        if (option->kind != ARGUMENT_FLAG && !value) {
            if (i + 1 >= argc) {
                fprintf(stderr, "multirate %s: %s needs a value\n", command, option->name);
                return false;
            }
            value = argv[++i];
        }
        if (!store(command, option, value))
            return false;
    }
    return true;
}

double *number_list(const char *command, const char *option, const char *text, int *count) {
    double from, to;
    int steps, used = 0;
    *count = 0;
    double *numbers = malloc((strlen(text) + 2) * sizeof *numbers);
    if (!numbers)
        return NULL;
    if (sscanf(text, "%lf:%lf:%d%n", &from, &to, &steps, &used) == 3 && !text[used]) {
        free(numbers);
        if (!(from > 0.0) || !(to > 0.0) || steps < 1 || steps > 100000) {
            fprintf(stderr, "multirate %s: %s: '%s' is not FROM:TO:COUNT with positive numbers\n",
                    command, option, text);
            return NULL;
        }
        numbers = malloc((size_t)steps * sizeof *numbers);
        for (int i = 0; numbers && i < steps; i++)
            numbers[i] = steps == 1 ? from : from * pow(to / from, (double)i / (double)(steps - 1));
        *count = steps;
        return numbers;
    }
    for (const char *p = text; *p;) {
        char *end;
        const double value = strtod(p, &end);
        if (end == p || (*end && *end != ',') || !isfinite(value)) {
            fprintf(
                stderr,
                "multirate %s: %s: '%s' is not a list of numbers like 1.5,10,40 or 1.5:100:60\n",
                command, option, text);
            free(numbers);
            *count = 0;
            return NULL;
        }
        numbers[(*count)++] = value;
        p = *end ? end + 1 : end;
    }
    if (*count == 0) {
        fprintf(stderr, "multirate %s: %s needs at least one number\n", command, option);
        free(numbers);
        return NULL;
    }
    return numbers;
}
