/* an FMI tool that calls the functions over the slave of this program, of either version */
#ifndef TOOL_H
#define TOOL_H

#include "adapter2.h"
#include "adapter3.h"
#include "mr_test.h"
#include "sled.h"

/* answers have the same numbers in both versions */
enum { OK = FMI2_OK, DISCARD = FMI2_DISCARD, ERROR = FMI2_ERROR };

typedef struct tool {
    int version;
    bool exchange;
    void *instance;
    double (*force)(double t); /* FMI 3.0: told in the middle of a step */
    bool intermediate;         /* wants to be asked, whether it answers or not */
} tool;

/* the last sentence of the log, and its category */
extern char tool_said[600], tool_category[64];

/* a folder of resources whose slave.txt has this text; free() the path after tool_remove */
char *tool_folder(const char *text);
void tool_remove(char *folder);

/* an instance with this configuration (which may have lines "#!NAME=VALUE") and token "{token}" */
void tool_open(tool *t, const char *configuration);
void tool_open_in(tool *t, const char *folder);
void tool_begin(tool *t, double t0); /* the initialisation, which must be good */
void tool_close(tool *t);

/* the functions that both versions have, in the words of FMI 2.0 */
int tool_enter(tool *t, double t0);
int tool_exit(tool *t);
int tool_get(const tool *t, unsigned reference, double *value);
int tool_set(const tool *t, unsigned reference, double value);
int tool_step(const tool *t, double from, double h);
int tool_rate(const tool *t, unsigned reference, int order, double *value);
int tool_derivative(const tool *t, unsigned unknown, unsigned known, double seed, double *value);
int tool_reset(const tool *t);
int tool_save(const tool *t, void **state);
int tool_go_back(const tool *t, void *state);
int tool_forget(const tool *t, void **state);
int tool_bytes(const tool *t, void *state, size_t *size);
int tool_write(const tool *t, void *state, void *bytes, size_t size);
int tool_read(const tool *t, const void *bytes, size_t size, void **state);
int tool_set_time(const tool *t, double time);
int tool_set_states(const tool *t, const double *x, size_t count);
int tool_get_states(const tool *t, double *x, size_t count);
int tool_rates_of_states(const tool *t, double *xdot, size_t count);

/* a value that must be there */
double tool_value(const tool *t, unsigned reference);

/* the first parameter of one sled */
unsigned tool_parameter(const tool *t);

#endif
