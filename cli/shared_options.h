/* options that several commands have: one text for each */
#ifndef CLI_SHARED_OPTIONS_H
#define CLI_SHARED_OPTIONS_H

#include "arguments.h"

/* type: the struct that is filled, target: its member */
#define OPTION_SET(type, target)                                                                   \
    {                                                                                              \
        "--set", ARGUMENT_LIST, offsetof(type, target), "NAME=VALUE",                              \
            "a variable of the base workspace; VALUE is an expression; may be repeated; "          \
            "BLOCK:PARAMETER=VALUE sets a parameter of a block of the model"                       \
    }
#define OPTION_PARAMS(type, target)                                                                \
    {                                                                                              \
        "--params", ARGUMENT_LIST, offsetof(type, target), "FILE.m",                               \
            "assignments to variables of the base workspace; may be repeated"                      \
    }
#define OPTION_PATH(type, target)                                                                  \
    {                                                                                              \
        "--path", ARGUMENT_LIST, offsetof(type, target), "FOLDER",                                 \
            "where libraries and referenced models are looked for; may be repeated"                \
    }
#define OPTION_ALLOW_UNKNOWN(type, target)                                                         \
    {                                                                                              \
        "--allow-unknown", ARGUMENT_FLAG, offsetof(type, target), NULL,                            \
            "a variable or parameter that nothing in the model reads is set all the same"          \
    }
#define OPTION_DOUBTFUL_CODE(type, target)                                                         \
    {                                                                                              \
        "--doubtful-code", ARGUMENT_WHOLE, offsetof(type, target), "N",                            \
            "exit code if the coupling is unstable or its results are doubtful (3, say; usual: 0)" \
    }
#define OPTION_UNITS(type, target)                                                                 \
    {                                                                                              \
        "--units", ARGUMENT_FLAG, offsetof(type, target), NULL,                                    \
            "units in the header of a CSV file, as far as they are known: 'speed [m/s]' (a MAT "   \
            "file has them always)"                                                                \
    }
#define OPTION_STOP_TIME(type, target)                                                             \
    { "--stop-time", ARGUMENT_NUMBER, offsetof(type, target), "T", "instead of the model's own, s" }
#define FIXED_STEP_SOLVERS    "ode1 ode2 ode3 ode4 ode5 ode8 ode14x"
#define VARIABLE_STEP_SOLVERS "ode45 ode23 ode113 ode15s ode23s ode23t ode23tb"
#define OPTION_SOLVER(type, target)                                                                \
    {                                                                                              \
        "--solver", ARGUMENT_NAME, offsetof(type, target), "NAME",                                 \
            "instead of the model's own: " FIXED_STEP_SOLVERS                                      \
            " (fixed step); " VARIABLE_STEP_SOLVERS " (variable step)"                             \
    }
#define OPTION_STEP(type, target)                                                                  \
    {                                                                                              \
        "--step", ARGUMENT_NUMBER, offsetof(type, target), "H",                                    \
            "fixed step, or the largest step of a variable-step solver, s"                         \
    }
#define OPTION_RESUME(type, target)                                                                \
    {                                                                                              \
        "--resume", ARGUMENT_FLAG, offsetof(type, target), NULL,                                   \
            "go on with what DIR has already, after a kill or Ctrl-C"                              \
    }
#define OPTION_RESTART(type, target)                                                               \
    {                                                                                              \
        "--restart", ARGUMENT_FLAG, offsetof(type, target), NULL,                                  \
            "replace what DIR holds, unfinished or with other settings"                            \
    }
#define OPTION_JOBS(type, target)                                                                  \
    {                                                                                              \
        "--jobs", ARGUMENT_WHOLE, offsetof(type, target), "N",                                     \
            "runs at a time; default: as many as cores (under mpirun 1 per rank)"                  \
    }
#define OPTIONS_END                                                                                \
    { NULL, ARGUMENT_FLAG, 0, NULL, NULL }

#endif
