/* reading "key=value key='value with blanks' # comment": the form of every configuration text
 *
 * In the header so that a plug-in needs no library. Blanks, commas, semicolons and line ends
 * separate. */
#ifndef MULTIRATE_OPTIONS_H
#define MULTIRATE_OPTIONS_H

#include "multirate/message.h"
#include "multirate/nearest.h"
#include "multirate/status.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MR_OPTION_KEY_SIZE   128
#define MR_OPTION_VALUE_SIZE 4096

typedef struct mr_option {
    char key[MR_OPTION_KEY_SIZE];
    char value[MR_OPTION_VALUE_SIZE];
} mr_option;

static inline bool mr_option_separator(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ';';
}

/* takes the next option off *text. False at the end, and on a mistake, which sets *status and
 * message. */
static inline bool mr_option_next(const char **text, mr_option *option, mr_status *status,
                                  mr_message *message) {
    const char *p = *text;
    while (mr_option_separator(*p) || *p == '#') {
        if (*p == '#')
            p += strcspn(p, "\n");
        else
            p++;
    }
    *text = p;
    if (!*p)
        return false;
    const char *begin = p;
    while (*p && *p != '=' && !mr_option_separator(*p))
        p++;
    const size_t key = (size_t)(p - begin);
    const char *value = p;
    size_t length = 0;
    bool good = *p == '=' && key > 0 && key < sizeof option->key;
    if (good) {
        value = ++p;
        if (*p == '\'' || *p == '"') {
            const char *end = strchr(p + 1, *p);
            value = p + 1;
            good = end != NULL;
            length = end ? (size_t)(end - value) : 0;
            p = end ? end + 1 : p + strlen(p);
        } else {
            while (*p && !mr_option_separator(*p))
                p++;
            length = (size_t)(p - value);
            good = length > 0;
        }
    }
    if (!good || length >= sizeof option->value) {
        const size_t shown = (size_t)(p - begin);
        mr_message_set(message, "'%.*s' is not of the form key=value",
                       (int)(shown < 80 ? shown : 80), begin);
        *status = MR_ERR_CONFIG;
        return false;
    }
    memcpy(option->key, begin, key);
    option->key[key] = '\0';
    memcpy(option->value, value, length);
    option->value[length] = '\0';
    *text = p;
    return true;
}

static inline mr_status mr_option_complain(const mr_option *option, const char *expected,
                                           mr_message *message) {
    mr_message_set(message, "option %s: '%.200s' is not %s", option->key, option->value, expected);
    return MR_ERR_CONFIG;
}

static inline mr_status mr_option_number(const mr_option *option, double *number,
                                         mr_message *message) {
    char *end;
    const double value = strtod(option->value, &end);
    if (end == option->value || *end || value != value)
        return mr_option_complain(option, "a number", message);
    *number = value;
    return MR_OK;
}

static inline mr_status mr_option_integer(const mr_option *option, int *number,
                                          mr_message *message) {
    char *end;
    const long value = strtol(option->value, &end, 10);
    if (end == option->value || *end || value < -1000000000L || value > 1000000000L)
        return mr_option_complain(option, "a whole number", message);
    *number = (int)value;
    return MR_OK;
}

static inline mr_status mr_option_switch(const mr_option *option, bool *on, mr_message *message) {
    const char *v = option->value;
    if (!strcmp(v, "on") || !strcmp(v, "yes") || !strcmp(v, "true") || !strcmp(v, "1"))
        *on = true;
    else if (!strcmp(v, "off") || !strcmp(v, "no") || !strcmp(v, "false") || !strcmp(v, "0"))
        *on = false;
    else
        return mr_option_complain(option, "'on' or 'off'", message);
    return MR_OK;
}

/* --- a table of options: one row a key, and reading, checking and help follow from it --- */

typedef enum mr_option_kind {
    MR_OPTION_NUMBER,  /* double */
    MR_OPTION_INTEGER, /* int */
    MR_OPTION_SWITCH,  /* bool; with words: the second of them is on */
    MR_OPTION_WORD,    /* an enum: which of the words it is */
    MR_OPTION_TEXT,    /* char *, of the caller's, freed by free() */
    MR_OPTION_OWN      /* whatever read() makes of it, and print() of that (NULL: nothing) */
} mr_option_kind;

typedef struct mr_option_rule {
    const char *key; /* "step"; "start.NAME" stands for every key that begins with "start." */
    mr_option_kind kind;
    size_t offset; /* of the member in the settings */
    const char *help;
    const char *expected; /* what a wrong word, or a number out of range, is not; NULL: no range */
    double least, most;
    const char *const *words; /* ended by NULL, each with its other names: "fastest_first|ff" */
    mr_status (*read)(const mr_option *option, void *member, mr_message *message);
    void (*print)(const void *member, char *value, size_t size);
} mr_option_rule;

static inline bool mr_option_is(const mr_option_rule *rule, const char *key) {
    const char *name = strstr(rule->key, ".NAME");
    return name ? strncmp(key, rule->key, (size_t)(name - rule->key) + 1) == 0
                : strcmp(key, rule->key) == 0;
}

/* is `word` one of the names in "name|name"? */
static inline bool mr_option_names(const char *names, const char *word) {
    const size_t length = strlen(word);
    for (const char *p = names; p; p = strchr(p, '|') ? strchr(p, '|') + 1 : NULL)
        if (strcspn(p, "|") == length && strncmp(p, word, length) == 0)
            return true;
    return false;
}

static inline bool mr_option_in_range(const mr_option_rule *rule, double value) {
    return !rule->expected || (value >= rule->least && value <= rule->most);
}

static inline mr_status mr_option_word(const mr_option *option, const mr_option_rule *rule,
                                       int *word, mr_message *message) {
    for (int i = 0; rule->words[i]; i++)
        if (mr_option_names(rule->words[i], option->value)) {
            *word = i;
            return MR_OK;
        }
    return mr_option_complain(option, rule->expected, message);
}

static inline mr_status mr_option_text(const mr_option *option, char **text, mr_message *message) {
    const size_t size = strlen(option->value) + 1;
    char *copy = (char *)malloc(size);
    if (!copy)
        return mr_no_memory(message);
    memcpy(copy, option->value, size);
    free(*text);
    *text = copy;
    return MR_OK;
}

/* one option as its rule says */
static inline mr_status mr_option_take(const mr_option *option, const mr_option_rule *rule,
                                       void *settings, mr_message *message) {
    void *member = (char *)settings + rule->offset;
    mr_status status = MR_OK;
    double value;
    int word = 0;
    switch (rule->kind) {
    case MR_OPTION_NUMBER:
        status = mr_option_number(option, (double *)member, message);
        value = *(double *)member;
        break;
    case MR_OPTION_INTEGER:
        status = mr_option_integer(option, (int *)member, message);
        value = *(int *)member;
        break;
    case MR_OPTION_SWITCH:
        if (!rule->words)
            return mr_option_switch(option, (bool *)member, message);
        status = mr_option_word(option, rule, &word, message);
        *(bool *)member = word == 1;
        return status;
    case MR_OPTION_WORD:
        return mr_option_word(option, rule, (int *)member, message);
    case MR_OPTION_TEXT:
        return mr_option_text(option, (char **)member, message);
    case MR_OPTION_OWN:
    default:
        return rule->read(option, member, message);
    }
    if (status == MR_OK && !mr_option_in_range(rule, value))
        return mr_option_complain(option, rule->expected, message);
    return status;
}

static inline mr_status mr_option_known(const mr_option *option, const mr_option_rule *rules,
                                        int count, mr_message *message) {
    mr_nearest nearest = {option->key, NULL, 0};
    char hint[MR_HINT_SIZE];
    for (int i = 0; i < count; i++) {
        if (mr_option_is(&rules[i], option->key))
            return MR_OK;
        mr_nearest_try(&nearest, rules[i].key);
    }
    mr_message_set(message, "unknown option '%s'%s", option->key,
                   mr_nearest_hint(&nearest, hint, sizeof hint));
    return MR_ERR_CONFIG;
}

/* a whole text. The options take effect in the order of the table, each as often as it is there. */
static inline mr_status mr_options_read(const char *text, const mr_option_rule *rules, int count,
                                        void *settings, mr_message *message) {
    mr_option option;
    mr_status status = MR_OK;
    for (int rule = -1; status == MR_OK && rule < count; rule++) {
        const char *at = text;
        while (status == MR_OK && mr_option_next(&at, &option, &status, message)) {
            if (rule < 0)
                status = mr_option_known(&option, rules, count, message);
            else if (mr_option_is(&rules[rule], option.key))
                status = mr_option_take(&option, &rules[rule], settings, message);
        }
    }
    return status;
}

#ifdef __cplusplus
}
#endif
#endif
