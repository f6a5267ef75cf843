/* data of charts: declared in the file, sized and placed when types of ports are known */
#ifndef BD_CHART_DATA_H
#define BD_CHART_DATA_H

#include "chart/chart.h"

bd_status chart_read_data(chart *c, const bd_stored *stored, int owner, bool component);
/* types and sizes that the chart says itself, for ports */
bd_status chart_declare_ports(chart *c);
/* all data get their place; inputs as their ports are */
bd_status chart_place_data(chart *c);

/* fields.c: data that are buses or structures, and data as signals lie in memory */
bd_status chart_expand_bus(chart *c, int data);
bd_status chart_expand_value(chart *c, int data);
bd_shape chart_data_shape(const chart_data *d);
size_t chart_data_size(const chart_data *d);
void chart_data_write(const chart *c, const double *memory, const chart_data *d, void *signal);
void chart_data_read(const chart *c, double *memory, const chart_data *d, const void *signal);

#endif
