/* asking the stored objects of charts */
#include "blockdiagram/stored_chart.h"

#include <stdlib.h>
#include <string.h>

#include "common/words.h"

const char *bd_stored_text(const bd_stored *object, const char *property) {
    return bd_parameters_find(&object->properties, property);
}

long bd_stored_whole(const bd_stored *object, const char *property, long usual) {
    const char *text = bd_stored_text(object, property);
    char *end = NULL;
    const long value = text ? strtol(text, &end, 10) : 0;
    return text && end != text ? value : usual;
}

bool bd_stored_is(const bd_stored *object, const char *property, const char *value) {
    const char *text = bd_stored_text(object, property);
    return text && strcmp(text, value) == 0;
}

const bd_stored *bd_stored_of_kind(const bd_stored *object, const char *kind) {
    while (object && strcmp(object->kind, kind) != 0)
        object = object->next;
    return object;
}

/* the text behind "100 C4x5{", or NULL */
static const char *open_table(const char *table, int *rows, int *columns) {
    const char *c = table ? strchr(table, 'C') : NULL;
    char *end = NULL;
    if (!c)
        return NULL;
    const long m = strtol(c + 1, &end, 10);
    if (*end != 'x')
        return NULL;
    const long n = strtol(end + 1, &end, 10);
    if (*end != '{' || m < 0 || n < 0 || m > 10000 || n > 10000)
        return NULL;
    *rows = (int)m;
    *columns = (int)n;
    return end + 1;
}

bool bd_stored_table(const char *table, int *rows, int *columns) {
    return open_table(table, rows, columns) != NULL;
}

bool bd_stored_entry(const char *table, int row, int column, char *text, size_t size) {
    int rows = 0, columns = 0;
    const char *c = open_table(table, &rows, &columns);
    if (!c || row < 0 || column < 0 || row >= rows || column >= columns)
        return false;
    size_t length = 0;
    for (long i = 0, wanted = (long)column * rows + row; i <= wanted; i++) {
        c += strspn(c, ", ");
        if (c[0] != 'T' || c[1] != '"')
            return false;
        for (c += 2; *c != '"' || c[1] == '"'; c++) {
            if (*c == '\0')
                return false;
            c += *c == '"';
            if (i == wanted && length + 1 < size)
                text[length++] = *c;
            else if (i == wanted)
                return false;
        }
        c++;
    }
    text[length] = '\0';
    return true;
}

bool bd_node_is_chart_function(const bd_node *node) {
    const char *function = bd_parameters_find(&node->parameters, "FunctionName");
    return function && strcmp(function, "sf_sfun") == 0 && strcmp(node->type, "S-Function") == 0;
}

const char *bd_node_chart_kind(const bd_node *node) {
    static const cm_pair kinds[] = {{"EML_CHART", "MATLAB Function"},
                                    {"TRUTHTABLE_CHART", "Truth Table"},
                                    {"STATE_EVENT_TABLE_CHART", "State Transition Table"},
                                    {"DES_CHART", "discrete-event chart"}};
    const char *kind = bd_parameters_find(&node->parameters, "SFBlockType");
    if (kind && *kind != '\0' && strcmp(kind, "NONE") != 0)
        return kind;
    for (size_t i = 0; node->chart && i < sizeof kinds / sizeof *kinds; i++)
        if (bd_stored_is(node->chart, "type", kinds[i].word))
            return kinds[i].other;
    for (size_t i = 0; node->system && i < node->system->block_count; i++)
        if (bd_node_is_chart_function(node->system->blocks[i]))
            return node->chart ? "Chart" : "chart or MATLAB Function";
    return NULL;
}
