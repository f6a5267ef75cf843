/* code of the language, and what it asks of the chart */
#ifndef BD_CHART_HOST_H
#define BD_CHART_HOST_H

#include "blockdiagram/language.h"
#include "chart/run.h"

/* one way of asking: "after(_, sec)" */
typedef struct chart_host_call {
    const char *key;
    bool known; /* false: it is none of the chart's */
    bd_host_call call;
    chart_node *node; /* an expression, a call or a statement … */
    bool statement;
    chart_node **inputs; /* … and the numbers in it, one after the other */
    int function;        /* of the chart, -1: none */
    struct chart_host_call *next;
} chart_host_call;

typedef struct chart_code {
    chart *c;
    chart_place place;
    const char *where;
    int number;
    bool is_condition, busy;
    bd_code *code;
    bd_instance *instance;
    bd_library *library; /* of a function of its own, else NULL */
    bd_name *names;      /* its variables … */
    int *data;           /* … are these data … */
    void **memory;       /* … copied here */
    int count, capacity;
    chart_host_call *calls;
    int call_count;
    struct chart_code *next;
} chart_code;

/* asked by the language; user: a chart_code */
bool chart_find_call(void *user, const char *name, const char *const *texts, int count,
                     bd_host_call *call);
/* the same beforehand, of the text "name(argument, …)" at this place */
void chart_prepare_call(chart_code *code, const char *text);
void chart_answer_call(chart_run *r, chart_code *code, int number, const void *const *inputs,
                       void *const *outputs);

#endif
