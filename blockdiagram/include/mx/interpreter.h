/* what a MEX file may ask of the interpreter; without one, most of these answer with an error */
#ifndef BD_MX_INTERPRETER_H
#define BD_MX_INTERPRETER_H

#include "types.h"
#ifndef BD_SS_STRICT
#include <stdio.h>
#include <stdlib.h>
#endif

#if defined(__GNUC__)
#define BD_MX_PRINTF(text, first) __attribute__((format(__printf__, text, first)))
#define BD_MX_NORETURN            __attribute__((noreturn))
#else
#define BD_MX_PRINTF(text, first)
#define BD_MX_NORETURN
#endif

#ifdef __cplusplus
extern "C" {
#endif

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]);
const char *mexFunctionName(void);

int mexPrintf(const char *format, ...);
void mexWarnMsgTxt(const char *text);
void mexWarnMsgIdAndTxt(const char *id, const char *format, ...);
/* these do not return: the running method is left at once */
void mexErrMsgTxt(const char *text) BD_MX_NORETURN;
void mexErrMsgIdAndTxt(const char *id, const char *format, ...) BD_MX_NORETURN;

int mexCallMATLAB(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[], const char *name);
mxArray *mexCallMATLABWithTrap(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[],
                               const char *name);
int mexEvalString(const char *command);
mxArray *mexEvalStringWithTrap(const char *command);
void mexSetTrapFlag(int flag);

mxArray *mexGetVariable(const char *workspace, const char *name);
const mxArray *mexGetVariablePtr(const char *workspace, const char *name);
int mexPutVariable(const char *workspace, const char *name, const mxArray *value);
const mxArray *mexGet(double handle, const char *property);
int mexSet(double handle, const char *property, mxArray *value);

void mexMakeArrayPersistent(mxArray *array);
void mexMakeMemoryPersistent(void *pointer);
void mexLock(void);
void mexUnlock(void);
bd_mx_bool mexIsLocked(void);
bd_mx_bool mexIsGlobal(const mxArray *array);
int mexAtExit(void (*function)(void));

#ifdef __cplusplus
}
#endif

#endif
