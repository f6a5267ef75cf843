/* actions that are code of the language (blockdiagram/language.h): texts, parts and products of
 * arrays, structures, functions of .m files. What the chart has (events, time, its functions) is
 * asked back of it */
#ifndef BD_CHART_CODE_H
#define BD_CHART_CODE_H

#include "chart/run.h"

/* what parsing adds to a chart, so that a failed attempt can be undone */
typedef struct chart_size {
    int data_count, element_count, event_count, watch_count, slot_count;
} chart_size;
chart_size chart_size_of(const chart *c);
void chart_shrink(chart *c, const chart_size *size);

/* *beyond: it failed, but the language may be able to say it */
bd_status chart_try_statements(chart *c, const chart_place *place, const char *text,
                               chart_node **first, bool *beyond);
bd_status chart_compile_code(chart *c, const chart_place *place, const char *text, bool condition,
                             chart_node **node);
/* a MATLAB function of the chart, with its own functions */
bd_status chart_compile_function(chart *c, const chart_place *place, int function,
                                 const char *script, chart_node **node);
void chart_free_codes(chart *c);

/* in a run */
bd_status chart_start_codes(chart *c);
void chart_reset_codes(chart *c);
double chart_run_code(chart_run *r, const chart_node *node);
size_t chart_codes_size(const chart *c);
void chart_save_codes(const chart *c, void *bytes);
bd_status chart_restore_codes(chart *c, const void *bytes, size_t size);

#endif
