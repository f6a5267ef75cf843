/* a chart as a few lines of text:
 *
 *   chart KEY VALUE                        a property of the chart: decomposition SET_CHART …
 *   s NAME PARENT KIND ORDER LABEL         state; KIND or, and, func, box; PARENT - is the chart.
 *                                          blocks: the function f(x) of blocks, a running sum
 *   j NAME PARENT [history]                junction
 *   t FROM TO PARENT ORDER LABEL           transition; FROM - is a default one; #t: commented out
 *   d NAME SCOPE [KEY VALUE]…              data; SCOPE input, output, local, parameter, constant …
 *   e NAME SCOPE [PARENT]                  event; SCOPE local, rising, falling, either, call,
 *                                          output, edge (an output that changes)
 *   tt NAME PARENT LABEL@@TABLE@@ACTIONS   truth table in MATLAB's language; ttc: in C. Rows of
 *                                          the table are separated by '|', columns by '&'
 *   kind WORDS                             SFBlockType of the block, else Chart
 *   wrap enable|rising held|reset          the chart is inside of such a subsystem, whose control
 *                                          is the last input of the model
 *   bus                                    the one input is a bus with elements a and b, which are
 *                                          the inputs of the model
 *   load CODE                              runs when the model is loaded
 *   diagnostic error|warning|none          what the model makes of states without a default
 *   model TEXT                             further text of the root system
 *
 * In labels '~' is a line end. */
#ifndef CHART_CASE_H
#define CHART_CASE_H

#include "blockdiagram/run.h"

/* the model around it: inputs are root Inports, outputs root Outports, one step a second */
char *case_model(const char *lines, const char *solver);

/* value of the first output after each step, with these values of the first input (NULL: zeros);
 * tells what differs. The run is saved and restored in its middle, too */
void case_check(const char *file, int line, const char *lines, const double *inputs,
                const double *expected, int count);
#define CHECK(lines, inputs, ...)                                                                  \
    case_check(__FILE__, __LINE__, lines, inputs, (const double[]){__VA_ARGS__},                   \
               (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

/* the same for output `port` (from 0) of the model, with two inputs a step: values of the first,
 * then of the second one */
void case_check_port(const char *file, int line, const char *lines, const double *inputs, int port,
                     int input_count, const double *expected, int count);
#define CHECK_PORT(lines, inputs, port, input_count, ...)                                          \
    case_check_port(__FILE__, __LINE__, lines, inputs, port, input_count,                          \
                    (const double[]){__VA_ARGS__},                                                 \
                    (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

/* compiling or running ends with a sentence that contains this */
void case_refused(const char *file, int line, const char *lines, const char *sentence);
#define REFUSED(lines, sentence) case_refused(__FILE__, __LINE__, lines, sentence)

bd_run *case_run(const char *lines, const char *solver, bd_diagram **diagram, bd_error *error);

#endif
