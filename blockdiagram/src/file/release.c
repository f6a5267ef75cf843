/* looks up what release_table.c tells */
#include "file/release.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const bd_release releases[] = {
    {"R2010b", "7.6", "1.10.0", false, bd_release_7_6},
    {"R2013b", "8.2", "1.13.1", true, bd_release_8_2},
};

#define COUNT (sizeof releases / sizeof *releases)

const bd_release *bd_release_find(const char *name) {
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(releases[i].name, name) == 0)
            return &releases[i];
    return NULL;
}

const bd_release *bd_release_for(const char *version, bool package) {
    char *end = NULL;
    const double number = strtod(version, &end);
    const bool old = end != version && *end == '\0' && number >= 5 && number < 8;
    return &releases[old && !package ? 0 : 1];
}

static const char *keys_among(const bd_release_section *sections, const char *name) {
    for (const bd_release_section *s = sections; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s->keys;
    return NULL;
}

const char *bd_release_keys(const bd_release *release, const char *section) {
    const char *keys = keys_among(release->sections, section);
    if (!keys)
        keys = keys_among(bd_release_any, section);
    return keys ? keys : "";
}

const char *bd_release_block_keys(const bd_release *release, const char *type) {
    char section[128];
    if (snprintf(section, sizeof section, "Block %s", type) >= (int)sizeof section)
        return "";
    const char *keys = bd_release_keys(release, section);
    for (size_t i = 0; *keys == '\0' && i < COUNT; i++)
        keys = bd_release_keys(&releases[i], section);
    return keys;
}

bool bd_release_next(const char **keys, bd_release_key *key) {
    const char *line = *keys;
    if (*line == '\0')
        return false;
    const size_t length = strcspn(line, "\n");
    key->name = line;
    key->name_length = strcspn(line, " ");
    key->value = line + key->name_length + 1;
    key->value_length = length - key->name_length - 1;
    key->quoted = *key->value == '"';
    if (key->quoted) {
        key->value++;
        key->value_length -= 2;
    }
    *keys = line + length + 1;
    return true;
}

bool bd_release_key_find(const char *keys, const char *name, bd_release_key *key) {
    const size_t length = strlen(name);
    while (bd_release_next(&keys, key))
        if (key->name_length == length && memcmp(key->name, name, length) == 0)
            return true;
    return false;
}
