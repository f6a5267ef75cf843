/* data of charts: declared in the file, sized and placed when types of ports are known */
#ifndef BD_CHART_DATA_H
#define BD_CHART_DATA_H

#include "chart/chart.h"

bd_status chart_read_data(chart *c, const bd_stored *stored, int owner, bool component);
/* types and sizes that the chart says itself, for ports */
bd_status chart_declare_ports(chart *c);
/* all data get their place; inputs as their ports are */
bd_status chart_place_data(chart *c);

#endif
