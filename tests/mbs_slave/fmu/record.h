/* what the scribe has written since the last look (scribe.h) */
#ifndef FMU_RECORD_H
#define FMU_RECORD_H

#include "drive.h"

/* an empty record; before anything else */
void record_begin(void);

/* asserts that these lines, each with its end, were written since the last look */
void record_is(const char *lines);
/* the same for lines that begin with one of these words; the others are left out */
void record_of(const char *const words[], int count, const char *lines);
/* nothing of it matters */
void record_skip(void);

/* packs a scribe; the path lives until the next call */
const char *record_fmu(const char *description);

void record_must(fmu_run *run, mr_status status);

#endif
