/* charts and MATLAB Functions as a model file stores them: a tree of objects with their properties
 * as text, the same from .mdl text and from every layout of a package. What they mean is told
 * elsewhere.
 *
 *   machine
 *     chart            name, type, decomposition, actionLanguage …
 *       state          labelString, type, decomposition, executionOrder, eml.script …
 *         state, transition, junction, data, event …
 *       transition     labelString, executionOrder; source and destination are fields
 *       data, event    name, scope, dataType, props.array.size …
 *     instance         name (path of the block), chart
 *
 * Properties of sections within an object are joined by dots: "props.array.size", "eml.script". A
 * table of texts is one text: 100 C2x1{T"first",T"second"}, column by column, a quote in it
 * doubled. Structure (ids, links between siblings) is in the fields. */
#ifndef BLOCKDIAGRAM_STORED_CHART_H
#define BLOCKDIAGRAM_STORED_CHART_H

#include "blockdiagram/diagram.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bd_stored bd_stored;
struct bd_stored {
    const char *kind;         /* "chart", "state" … as above */
    long number;              /* unique in its chart; of machines, charts, instances in the file */
    bd_parameters properties; /* as written, in the order of the file */
    const bd_stored *source, *destination; /* of a transition; NULL: default, dangling */
    const bd_stored *chart;                /* of an instance */
    bd_stored *parent, *first, *last, *next;
    const char *file; /* for messages */
    int line;
    int file_number; /* of a chart: the second key of its block; -1: none */
};

/* value of a property, or NULL */
const char *bd_stored_text(const bd_stored *object, const char *property);

/* the same as a whole number; usual if there is none */
long bd_stored_whole(const bd_stored *object, const char *property, long usual);

/* has the property this value? */
bool bd_stored_is(const bd_stored *object, const char *property, const char *value);

/* the next of this kind among the siblings, from this one on; NULL: no more */
const bd_stored *bd_stored_of_kind(const bd_stored *object, const char *kind);

/* an entry of a table of texts (row and column from 0), copied into text; false if there is none or
 * it does not fit. Counts may be NULL */
bool bd_stored_table(const char *table, int *rows, int *columns);
bool bd_stored_entry(const char *table, int row, int column, char *text, size_t size);

/* "Chart", "MATLAB Function", "Truth Table", "State Transition Table", "Test Sequence" …: what the
 * block around a chart is called, else NULL. The block has an S-Function sf_sfun inside that stands
 * for the chart: data inputs and the trigger in, function-calls and data out */
const char *bd_node_chart_kind(const bd_node *node);

/* is this the S-Function that stands for the chart of the block around it? */
bool bd_node_is_chart_function(const bd_node *node);

#ifdef __cplusplus
}
#endif

#endif
