/* a system of slaves, run to its end: results, summary, page */
#ifndef CLI_SYSTEM_RUN_H
#define CLI_SYSTEM_RUN_H

#include "system/system.h"

typedef struct system_job {
    double doubtful_code; /* exit code where the results are doubtful */
    const char *command;  /* for sentences */
    sy_system *system;
    const char *coupling;         /* settings over those of the system */
    double start, stop, interval; /* NAN: as the system tells */
    const char *out, *plot, *report;
    bool json, quiet, units;
} system_job;

/* rows of the options that fill it, as member `job` of a command's arguments */
#define SYSTEM_RESULT_OPTIONS                                                                      \
    OPTION_NAME(job.out, "--out", "FILE",                                                          \
                "results: FILE.csv (first column time) or FILE.mat; - is standard output"),        \
        OPTION_UNITS(job.units), OPTION_DOUBTFUL_CODE(job.doubtful_code),                          \
        OPTION_NAME(job.plot, "--plot", "FILE", "the results as a picture: .png or .svg"),         \
        OPTION_NAME(job.report, "--report", "DIR",                                                 \
                    "DIR/report.html: signals, mechanisms in motion and facts on one page")
#define SYSTEM_MANNER_OPTIONS                                                                      \
    OPTION_FLAG(job.json, "--json", "the summary as JSON"),                                        \
        OPTION_FLAG(job.quiet, "--quiet", "no summary, no notes")

/* options that make no sense together, files that cannot be written: false, and a sentence */
bool system_job_check(const system_job *job, const char *input);

/* the exit code */
int system_job_run(system_job *job);

/* "NAME=VALUE" in two; false, and a sentence, if it is none */
bool system_split(const char *who, const char *option, const char *text, char *name, size_t size,
                  const char **value);

/* --set MEMBER.NAME=VALUE: what FMUs take as start value and others as option, or a free input;
 * false, and a sentence, if it is none */
bool system_set_value(const char *who, sy_system *system, const char *text);

#endif
