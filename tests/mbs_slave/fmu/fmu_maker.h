/* FMUs for tests: archives made of texts and files */
#ifndef FMU_MAKER_H
#define FMU_MAKER_H

#include <stddef.h>

/* a file inside: its text, or (text NULL) a copy of the file `from` */
typedef struct fmu_part {
    const char *name;
    const char *text;
    const char *from;
} fmu_part;

/* 1 if the archive was written */
int fmu_make(const char *path, const fmu_part *parts, size_t count);

/* model description of the oscillator: attributes of <CoSimulation> ('' around values) beside the
 * identifier, and the token; lives until the next call */
const char *fmu_oscillator_xml(int version, const char *attributes, const char *token);

/* the oscillator, whole */
int fmu_make_oscillator(const char *path, int version, const char *attributes, const char *token);

/* the oscillator (FMI 2.0), its library under another name */
int fmu_make_renamed(const char *path);

/* the bouncing ball for Model Exchange */
int fmu_make_ball(const char *path, int version);

/* the stiff rectifier with a relay, for Model Exchange */
int fmu_make_rectifier(const char *path);

/* FMI 1.0 */
int fmu_make_first(const char *path, int exchange);

/* source code only */
int fmu_make_source(const char *path, int damaged);

/* one with clocks; interface: CoSimulation, ModelExchange or ScheduledExecution */
int fmu_make_clocks(const char *path, const char *interface);

/* one half of the quarter car, force against velocity */
int fmu_make_quarter_car(const char *path, int wheel);

/* the FMU that hands all kinds through */
int fmu_make_types(const char *path, int version);

/* the one with habits of FMUs by others, packed with their habits too; its own token is "foreign",
 * and has seven letters */
int fmu_make_foreign(const char *path, const char *token);

#endif
