/* the list of scenarios and their report; see scenarios.h */
#include "scenarios.h"

#include <stdio.h>
#include <string.h>

#define ARRAYS       "[1 2;3 4], 3+4i, 'text', true, {1,'a'}, s, int16([1 -2 3]), []"
#define COMPILE_ONLY -1.0

/* numbers of the methods in sfun_order.c */
#define FAIL(name_, number, how)                                                                   \
    {                                                                                              \
        "error in " name_ " " how, "sfun_order", {                                                 \
            .parameters = #number "," how ",0", .stop = 0.5, .step = 0.5, .variable_step = true,   \
            .subsystem = true                                                                      \
        }                                                                                          \
    }
#define FAIL_ALL_WAYS(name_, number)                                                               \
    FAIL(name_, number, "0"), FAIL(name_, number, "1"), FAIL(name_, number, "2"),                  \
        FAIL(name_, number, "3")
#define TYPE(name_, id)                                                                            \
    {                                                                                              \
        "type " name_, "sfun_types", {                                                             \
            .inputs = {{.type = id}}, .stop = 0.0, .step = 1.0, .record = true                     \
        }                                                                                          \
    }
#define WRONG(number)                                                                              \
    {                                                                                              \
        "wrong " #number, "sfun_wrong", {                                                          \
            .parameters = #number, .inputs = {{.period = 1.0}}, .stop = 1.0, .step = 1.0           \
        }                                                                                          \
    }

const scenario conformance_scenarios[] = {
    {"order fixed step", "sfun_order", {.parameters = "0,0,0", .stop = 0.5, .step = 0.5}},
    {"order variable step",
     "sfun_order",
     {.parameters = "0,0,0", .stop = 0.5, .step = 0.5, .variable_step = true, .subsystem = true}},
    {"order retuned",
     "sfun_order",
     {.parameters = "0,0,0", .stop = 0.5, .step = 0.5, .retuned = "0,0,0.5", .retune_time = 0.5}},
    {"order twice", "sfun_order", {.parameters = "0,0,0", .stop = 0.0, .step = 0.5, .twice = true}},
    FAIL_ALL_WAYS("sizes", 1),
    FAIL_ALL_WAYS("sample times", 2),
    FAIL_ALL_WAYS("check parameters", 3),
    FAIL_ALL_WAYS("work widths", 5),
    FAIL_ALL_WAYS("setup resources", 6),
    FAIL_ALL_WAYS("start", 7),
    FAIL_ALL_WAYS("conditions", 8),
    FAIL_ALL_WAYS("outputs", 9),
    FAIL_ALL_WAYS("update", 10),
    FAIL_ALL_WAYS("derivatives", 11),
    FAIL_ALL_WAYS("zero crossings", 12),
    FAIL_ALL_WAYS("projection", 13),
    FAIL_ALL_WAYS("enable", 14),
    FAIL_ALL_WAYS("disable", 15),
    FAIL_ALL_WAYS("terminate", 16),
    FAIL_ALL_WAYS("port width", 18),
    {"error in process parameters",
     "sfun_order",
     {.parameters = "4,0,0", .stop = 1.0, .step = 0.5, .retuned = "4,0,0.5", .retune_time = 0.5}},
    {"terminate on exit", "sfun_order", {.parameters = "7,0,1", .stop = 0.5, .step = 0.5}},
    {"ports", "sfun_ports", {.inputs = {{0}}, .stop = 0.5, .step = 0.5, .record = true}},
    {"widths",
     "sfun_widths",
     {.inputs = {{.rank = 1, .dims = {3}}}, .stop = 0.0, .step = 1.0, .record = true}},
    {"widths of a column",
     "sfun_widths",
     {.inputs = {{.rank = 2, .dims = {2, 1}}}, .stop = 0.0, .step = 1.0, .record = true}},
    {"widths refused", "sfun_widths", {.inputs = {{.rank = 1, .dims = {51}}}, .stop = 0.0}},
    {"widths of a matrix", "sfun_widths", {.inputs = {{.rank = 2, .dims = {2, 2}}}, .stop = 0.0}},
    {"transpose",
     "sfun_transpose",
     {.inputs = {{.rank = 2, .dims = {2, 3}}}, .stop = 0.0, .step = 1.0, .record = true}},
    TYPE("double", 0),
    TYPE("single", 1),
    TYPE("int8", 2),
    TYPE("uint8", 3),
    TYPE("int16", 4),
    TYPE("uint16", 5),
    TYPE("int32", 6),
    TYPE("uint32", 7),
    TYPE("boolean", 8),
    {"complex",
     "sfun_complex",
     {.inputs = {{.rank = 1, .dims = {2}, .complexity = 1}},
      .stop = 0.5,
      .step = 0.5,
      .record = true}},
    {"real", "sfun_complex", {.inputs = {{0}}, .stop = 0.5, .step = 0.5, .record = true}},
    {"work", "sfun_work", {.stop = 1.0, .step = 0.5, .record = true, .twice = true}},
    {"work saved", "sfun_work", {.stop = 2.0, .step = 0.5, .save_time = 0.5, .twice = true}},
    {"states", "sfun_states", {.stop = 2.0, .step = 0.25, .record = true}},
    {"bounce", "sfun_bounce", {.stop = 1.2, .step = 0.1, .variable_step = true}},
    {"rates", "sfun_rates", {.stop = 1.0, .step = 0.1, .record = true}},
    {"rates of ports",
     "sfun_portrates",
     {.inputs = {{.period = 0.1}}, .stop = 0.6, .step = 0.1, .record = true}},
    {"variable rate",
     "sfun_variable",
     {.parameters = "0", .stop = 1.5, .step = 0.5, .variable_step = true, .record = true}},
    {"variable rate into the past",
     "sfun_variable",
     {.parameters = "1", .stop = 1.5, .step = 0.5, .variable_step = true}},
    {"calls", "sfun_calls", {.stop = 1.0, .step = 0.5}},
    {"arrays",
     "sfun_arrays",
     {.prepare = "s.gain = 2; s.name = 'abc';",
      .parameters = ARRAYS,
      .stop = 0.0,
      .step = 1.0,
      .record = true}},
    {"run-time parameters",
     "sfun_runtime",
     {.parameters = "[1 2], 3, 4",
      .stop = 1.0,
      .step = 0.5,
      .record = true,
      .retuned = "[10 20], 30, 4",
      .retune_time = 0.5}},
    {"run-time parameters refused",
     "sfun_runtime",
     {.parameters = "[1 2], 3, 4",
      .stop = 1.0,
      .step = 0.5,
      .retuned = "[1 2], -3, 4",
      .retune_time = 0.5}},
    {"run-time parameters fixed",
     "sfun_runtime",
     {.parameters = "[1 2], 3, 4",
      .stop = 1.0,
      .step = 0.5,
      .retuned = "[1 2], 3, 5",
      .retune_time = 0.5}},
    {"transformed parameters",
     "sfun_transformed",
     {.parameters = "2, 3",
      .stop = 0.5,
      .step = 0.5,
      .record = true,
      .retuned = "4, 5",
      .retune_time = 0.5}},
    {"own state", "sfun_simstate", {.stop = 2.0, .step = 0.5, .save_time = 0.5, .record = true}},
    {"own operating point",
     "sfun_point",
     {.stop = 2.0, .step = 0.5, .save_time = 0.5, .record = true}},
    {"state of unknown kind",
     "sfun_throw",
     {.parameters = "3, 0", .stop = 1.0, .step = 0.5, .save_time = 0.5}},
    {"settings", "sfun_settings", {.parameters = "1", .stop = 0.0, .step = 1.0}},
    {"memory", "sfun_memory", {.stop = 1.0, .step = 0.25, .record = true, .twice = true}},
    {"interpreter", "sfun_interpreter", {.stop = 0.0, .step = 1.0, .record = true}},
    {"methods", "sfun_methods", {.inputs = {{0}}, .stop = 1.0, .step = 0.5, .record = true}},
    {"c++", "sfun_throw", {.parameters = "3, 0", .stop = 1.0, .step = 0.5, .record = true}},
    {"c++ thrown in start", "sfun_throw", {.parameters = "101, 0", .stop = 1.0, .step = 0.5}},
    {"c++ thrown in outputs", "sfun_throw", {.parameters = "3, 1", .stop = 1.0, .step = 0.5}},
    {"c++ thrown number", "sfun_throw", {.parameters = "3, 2", .stop = 1.0, .step = 0.5}},
    {"c++ mex error", "sfun_throw", {.parameters = "3, 3", .stop = 1.0, .step = 0.5}},
    {"no s-function", "no_sfunction", {.stop = COMPILE_ONLY}},
    {"old s-function", "old_sfunction", {.stop = COMPILE_ONLY}},
    {"too few parameters", "sfun_order", {.parameters = "1", .stop = COMPILE_ONLY}},
    WRONG(0),
    WRONG(1),
    WRONG(2),
    WRONG(3),
    WRONG(4),
    WRONG(5),
    WRONG(6),
    WRONG(7),
    WRONG(8),
    WRONG(9),
    WRONG(10),
    WRONG(11),
    WRONG(12),
    WRONG(13),
    WRONG(14),
    WRONG(15),
    WRONG(16),
    WRONG(17),
};
const size_t conformance_scenario_count =
    sizeof conformance_scenarios / sizeof *conformance_scenarios;

/* paths differ from build to build: only the name of a file is told */
static void tell_error(const char *text, const char *folder, driver_print print, void *user) {
    char line[BD_ERROR_TEXT + 16];
    const char *path = strstr(text, folder);
    if (path)
        snprintf(line, sizeof line, "error: %.*s%s\n", (int)(path - text), text,
                 path + strlen(folder) + 1);
    else
        snprintf(line, sizeof line, "error: %s\n", text);
    print(user, line);
}

static void report(const scenario *s, const char *folder, const char *ending, driver_print print,
                   void *user) {
    char file[1024], line[200];
    bd_error error = {0};
    driver_setup setup = s->setup;
    snprintf(file, sizeof file, "%s/%s.%s", folder, s->sfunction, ending);
    setup.file = file;
    snprintf(line, sizeof line, "== %s\n", s->name);
    print(user, line);
    if (driver_run(&setup, print, user, &error))
        tell_error(error.text, folder, print, user);
    else
        print(user, "ok\n");
}

void conformance_report(const char *name, const char *folder, const char *ending,
                        driver_print print, void *user) {
    for (size_t i = 0; i < conformance_scenario_count; i++)
        if (!name || strcmp(name, conformance_scenarios[i].name) == 0)
            report(&conformance_scenarios[i], folder, ending, print, user);
}
