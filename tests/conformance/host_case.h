/* one S-function of the host without a model around it, for tests that ask the host directly */
#ifndef HOST_CASE_H
#define HOST_CASE_H

#include "blockdiagram/sfunction.h"
#include "mr_test.h"
#include "sfunction/instance.h"

#define HOST_CASE_FILE(name) MR_BINARY_DIR "/conformance/gcc/" name ".so"

/* before all others: arrays, and silence of what S-functions print */
void host_case_begin(void);

/* values of the dialog */
bd_value **host_case_values(const char *parameters, size_t *count);
/* an instance without any surroundings, after mdlInitializeSizes */
bd_sfunction *host_case_made(const char *file, const char *parameters);
/* one with three parameters, of which the third cannot be tuned, and one output of width 3 */
bd_sfunction *host_case_runtime(const char *parameters);
/* the same with two inputs and two outputs of which nothing is known */
bd_sfunction *host_case_open(void);
/* other values for the dialog */
bd_status host_case_retune(bd_sfunction *f, const char *parameters, bd_error *error);

/* a request of the S-function: refused, the answer is 0 and the error status says why, and the next
 * one begins without it; done, the answer is 1 and there is no error */
void assert_refused(SimStruct *S, int_T answer, const char *sentence);
void assert_done(const SimStruct *S, int_T answer);

#endif
