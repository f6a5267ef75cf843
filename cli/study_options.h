/* the options of a study: those of its description, and those that every study has */
#ifndef CLI_STUDY_OPTIONS_H
#define CLI_STUDY_OPTIONS_H

#include "study.h"

#include <stdio.h>

extern const argument study_options[]; /* those that every study has */

/* the words after `multirate study`, for a description that is open: folder, jobs … and the
 * workspace of what was asked for; false, and a sentence, on wrong use */
bool study_options_read(study *s, int argc, char **argv);

/* of one study */
void study_options_help(study *s, FILE *out);

#endif
