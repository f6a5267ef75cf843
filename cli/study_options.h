/* what the studies have in common: options, beginning, and being stopped */
#ifndef CLI_STUDY_OPTIONS_H
#define CLI_STUDY_OPTIONS_H

#include "journal.h"

#include <stdbool.h>

/* one of the words, whose list ends with NULL; false, and a sentence, if it is none */
bool study_word(const char *option, const char *value, const char *const *words);

/* --jobs, --resume and --restart; false, and a sentence, if they cannot be */
bool study_farm_options(double jobs, bool resume, bool restart);

/* before the first run: who computes, and where the results go; false, and a sentence, if one of
 * them cannot be */
bool study_begin(const char *folder);

/* why there is no report: a signal came before the last run. False */
bool study_tell_stopped(const journal *j);

#endif
