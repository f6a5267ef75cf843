/* subsystems that are functions of a chart */
#ifndef BD_CHART_SIMULINK_FUNCTION_H
#define BD_CHART_SIMULINK_FUNCTION_H

#include "chart/run.h"

/* finds the ports that belong to them, and the trigger's */
bd_status chart_wire_functions(chart *c);
/* with the arguments in the function's data; leaves the results there */
void chart_call_simulink(chart_run *r, const chart_state *f);

#endif
