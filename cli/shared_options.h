/* options that several commands have: one text for each; `target` is the member that is filled */
#ifndef CLI_SHARED_OPTIONS_H
#define CLI_SHARED_OPTIONS_H

#include "arguments.h"

#include "blockdiagram/solvers.h"

#define OPTION_SET(target)                                                                         \
    OPTION_LIST(target, "--set", "NAME=VALUE",                                                     \
                "a variable of the base workspace; VALUE is an expression; BLOCK:PARAMETER=VALUE " \
                "sets a parameter of a block of the model")
#define OPTION_PARAMS(target)                                                                      \
    OPTION_LIST(target, "--params", "FILE.m", "assignments to variables of the base workspace")
#define OPTION_PATH(target)                                                                        \
    OPTION_LIST(target, "--path", "FOLDER", "where libraries and referenced models are looked for")
#define OPTION_ALLOW_UNKNOWN(target)                                                               \
    OPTION_FLAG(target, "--allow-unknown",                                                         \
                "a variable or parameter that nothing in the model reads is set all the same")
#define OPTION_DOUBTFUL_CODE(target)                                                               \
    OPTION_WHOLE(                                                                                  \
        target, "--doubtful-code", "N",                                                            \
        "exit code if the coupling is unstable or its results are doubtful (3, say; usual: 0)")
#define OPTION_UNITS(target)                                                                       \
    OPTION_FLAG(target, "--units",                                                                 \
                "units in the header of a CSV file, as far as they are known: 'speed [m/s]' (a "   \
                "MAT file has them always)")
#define OPTION_STOP_TIME(target)                                                                   \
    OPTION_NUMBER(target, "--stop-time", "T", "instead of the model's own, s")
/* a blank behind each */
#define FIXED_STEP_SOLVERS    BD_FIXED_SOLVERS(BD_SOLVER_WORD)
#define VARIABLE_STEP_SOLVERS BD_VARIABLE_SOLVERS(BD_SOLVER_WORD)
#define OPTION_SOLVER(target)                                                                      \
    OPTION_NAME(target, "--solver", "NAME",                                                        \
                "instead of the model's own: " FIXED_STEP_SOLVERS                                  \
                "(fixed step); " VARIABLE_STEP_SOLVERS "(variable step)")
#define OPTION_STEP(target)                                                                        \
    OPTION_NUMBER(target, "--step", "H",                                                           \
                  "fixed step, or the largest step of a variable-step solver, s")
#define OPTION_RESUME(target)                                                                      \
    OPTION_FLAG(target, "--resume", "go on with what DIR has already, after a kill or Ctrl-C")
#define OPTION_RESTART(target)                                                                     \
    OPTION_FLAG(target, "--restart", "replace what DIR holds, unfinished or with other settings")
#define OPTION_JOBS(target)                                                                        \
    OPTION_WHOLE(target, "--jobs", "N",                                                            \
                 "runs at a time; default: as many as cores (under mpirun 1 per rank)")

#endif
