/* a model file as a tree of nodes with lines, on top of libyaml; every question that is not
 * answered as expected leaves one sentence with file and line */
#ifndef MBS_DOCUMENT_H
#define MBS_DOCUMENT_H

#include "mbs/builder.h"
#include "mbs/model.h"
#include "arena.h"

#include <stddef.h>
#include <yaml.h>

enum { MBS_REPEAT_MAX = 100000 };

typedef struct mbs_reader {
    mbs_builder *builder;
    mr_message *message;
    const char *name; /* of the file */
    yaml_document_t document;
    mbs_arena arena;
    mbs_named *parameters;
    int parameter_count, parameter_room;
    const char *repeat_name; /* the running number of an item, or NULL */
    double repeat_value;
    int repeats; /* made so far */
    int planar;  /* locations may leave out z */
} mbs_reader;

typedef yaml_node_t mbs_yaml;

mr_status mbs_at(mbs_reader *reader, const mbs_yaml *node, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(__printf__, 3, 4)))
#endif
    ;

/* the value of a key, or NULL */
mbs_yaml *mbs_key(mbs_reader *reader, const mbs_yaml *map, const char *key);
/* every key of the mapping must be in the list, once; the list ends with NULL */
mr_status mbs_keys(mbs_reader *reader, const mbs_yaml *map, const char *what,
                   const char *const *known);
mbs_yaml *mbs_item(mbs_reader *reader, const mbs_yaml *sequence, int number);
int mbs_item_count(const mbs_yaml *sequence);

/* the value of a scalar: raw text; text with <expression> replaced by whole numbers; number */
mr_status mbs_raw(mbs_reader *reader, const mbs_yaml *node, const char **text);
mr_status mbs_text(mbs_reader *reader, const mbs_yaml *node, const char **text);
mr_status mbs_number(mbs_reader *reader, const mbs_yaml *node, double *value);
/* least to most numbers; how many there are in *count */
mr_status mbs_numbers(mbs_reader *reader, const mbs_yaml *node, int least, int most, double *values,
                      int *count);

/* [x, y, z]; in planar models [x, y] too */
mr_status mbs_place(mbs_reader *reader, const mbs_yaml *node, double x[3]);
/* no key stands twice in a mapping of any names */
mr_status mbs_once(mbs_reader *reader, const mbs_yaml *map, const char *what);

/* the same for keys that may be missing: then nothing changes */
mr_status mbs_optional_text(mbs_reader *reader, const mbs_yaml *map, const char *key,
                            const char **text);
mr_status mbs_optional_raw(mbs_reader *reader, const mbs_yaml *map, const char *key,
                           const char **text);
mr_status mbs_optional_number(mbs_reader *reader, const mbs_yaml *map, const char *key,
                              double *value);
mr_status mbs_optional_flag(mbs_reader *reader, const mbs_yaml *map, const char *key, int *value);
mr_status mbs_optional_vector(mbs_reader *reader, const mbs_yaml *map, const char *key,
                              double value[3]);

/* the range of repeat: [name, from, to], whole numbers */
mr_status mbs_repeat_range(mbs_reader *reader, const mbs_yaml *repeat, const char **name,
                           double *from, double *to);
/* calls read for every item of a sequence, and again for every number of its repeat: [name, from,
 * to] */
typedef mr_status (*mbs_item_reader)(mbs_reader *reader, mbs_yaml *item);
mr_status mbs_each(mbs_reader *reader, mbs_yaml *sequence, const char *what, mbs_item_reader read);

/* remembers a parameter for expressions and tells the builder */
mr_status mbs_define(mbs_reader *reader, const mbs_yaml *node, const char *name, double value);

/* colour and shapes of a body */
mr_status mbs_read_look(mbs_reader *reader, const mbs_yaml *item, mbs_body_data *data);

/* the sections */
mr_status mbs_read_bodies(mbs_reader *reader, mbs_yaml *section);
mr_status mbs_read_joints(mbs_reader *reader, mbs_yaml *section);
mr_status mbs_read_relations(mbs_reader *reader, mbs_yaml *section);
mr_status mbs_read_drives(mbs_reader *reader, mbs_yaml *section);
mr_status mbs_read_elements(mbs_reader *reader, mbs_yaml *section);
mr_status mbs_read_inputs_section(mbs_reader *reader, mbs_yaml *section);
mr_status mbs_read_outputs(mbs_reader *reader, mbs_yaml *section);

#endif
