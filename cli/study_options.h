/* options that the studies have in common */
#ifndef CLI_STUDY_OPTIONS_H
#define CLI_STUDY_OPTIONS_H

#include <stdbool.h>

/* one of the words, whose list ends with NULL; false, and a sentence, if it is none */
bool study_word(const char *option, const char *value, const char *const *words);

/* --jobs, --resume and --restart; false, and a sentence, if they cannot be */
bool study_farm_options(double jobs, bool resume, bool restart);

#endif
