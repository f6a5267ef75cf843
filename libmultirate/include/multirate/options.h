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

/* an option that is none of these, up to a NULL */
static inline mr_status mr_option_unknown(const mr_option *option, const char *const *known,
                                          mr_message *message) {
    char hint[MR_HINT_SIZE];
    mr_message_set(message, "unknown option '%s'%s", option->key,
                   mr_nearest_of(option->key, known, hint, sizeof hint));
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

#ifdef __cplusplus
}
#endif
#endif
