/* functions of the model around a chart: Simulink functions that its actions call by name */
#ifndef BD_CHART_MODEL_FUNCTION_H
#define BD_CHART_MODEL_FUNCTION_H

#include "chart/run.h"

/* each that a label or script calls becomes a function of the chart, without a body */
bd_status chart_add_model_functions(chart *c);
void chart_call_model(chart_run *r, const chart_state *f);

#endif
