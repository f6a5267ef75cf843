/* what the files of a study are made of */
#ifndef CLI_STUDY_REPORT_H
#define CLI_STUDY_REPORT_H

#include "study.h"

/* a workspace with a column for every setting, measure, time and comparison, a row per case
 * (references first), and `group`, `good`, `row`, `failure`, `reference` beside them */
bool study_columns(study *s, bd_workspace **w, bd_error *error);

#endif
