/* the two releases in whose form files are written, and the keys that their sections have */
#ifndef BD_FILE_RELEASE_H
#define BD_FILE_RELEASE_H

#include <stdbool.h>
#include <stddef.h>

/* "key value\n" for each key, in the order of files; a value in quotes is a text */
typedef struct bd_release_section {
    const char *name; /* "Model", "Simulink.SolverCC", "Block Gain" …; NULL ends the list */
    const char *keys;
} bd_release_section;

extern const bd_release_section bd_release_any[]; /* alike in all releases */
extern const bd_release_section bd_release_7_6[];
extern const bd_release_section bd_release_8_2[];

typedef struct bd_release {
    const char *name;          /* "R2010b" */
    const char *version;       /* of the file: "7.6" */
    const char *configuration; /* version of configuration sets that goes with it */
    bool objects;              /* masks and windows are objects */
    const bd_release_section *sections;
} bd_release;

/* by name ("R2010b", "R2013b"), or NULL */
const bd_release *bd_release_find(const char *name);

/* one that a file of this version ("7.6", "10.4", "") may be written in */
const bd_release *bd_release_for(const char *version, bool package);

/* the keys of a section, "" if the release has none; of a block type the other release may tell */
const char *bd_release_keys(const bd_release *release, const char *section);
const char *bd_release_block_keys(const bd_release *release, const char *type);

/* one key of a list */
typedef struct bd_release_key {
    const char *name, *value; /* not terminated */
    size_t name_length, value_length;
    bool quoted;
} bd_release_key;

/* takes the next key; false at the end of the list */
bool bd_release_next(const char **keys, bd_release_key *key);

/* the key of this name; false if the list has none */
bool bd_release_key_find(const char *keys, const char *name, bd_release_key *key);

#endif
