#ifndef BD_MOST_WORK_H
#define BD_MOST_WORK_H

#include <stdint.h>

/* bounds of one calculation against text that never ends; a fuzzer may set narrower ones */
#ifndef BD_CALC_WORK
#define BD_CALC_WORK 200000000000U /* elementary operations, roughly */
#endif
#ifndef BD_CALC_STATEMENTS
#define BD_CALC_STATEMENTS 200000000U /* statements of a script, loops unrolled */
#endif

/* these bounds, or what the environment allows: BD_STATEMENTS statements, each with a thousand
 * operations in the mean */
uint64_t bd_most_statements(void);
uint64_t bd_most_work(void);

#endif
