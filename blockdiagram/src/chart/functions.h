/* functions of one or two numbers that actions may call */
#ifndef BD_CHART_FUNCTIONS_H
#define BD_CHART_FUNCTIONS_H

#include "chart/chart.h"

typedef enum function_type { TYPE_REAL, TYPE_SAME, TYPE_TRUTH } function_type;

typedef struct named_function {
    const char *name;
    int count; /* of arguments */
    function_type type;
    chart_function *run;
} named_function;

const named_function *chart_function_find(const char *name, int count);

/* the bits of a number; what has none is held within the range */
long long chart_bits(double value);

/* a number of this type: integers rounded (MATLAB) or cut (C), then held within the range or
 * wrapped around */
double chart_convert(double value, int type, bool saturate, bool cut);

#endif
