/* what stands in for an interpreter: printing and warnings go to the host, variables are those of
 * the base workspace and of a scratch workspace, and calls by name go to the functions that the
 * expressions of block parameters know */
#include "mx/internal.h"
#include "mx/convert.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*print_text)(void *user, const char *text);
static void *print_user;

void bd_mx_set_print(void (*print)(void *user, const char *text), void *user) {
    print_text = print;
    print_user = user;
}

int mexPrintf(const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (print_text)
        print_text(print_user, text);
    else
        fputs(text, stdout);
    return length;
}

static void warn(const char *text) {
    bd_mx_scope *scope = mx_scope_in_force();
    if (scope && scope->sink.warn)
        scope->sink.warn(scope->sink.user, text);
}

void mexWarnMsgTxt(const char *text) {
    warn(text ? text : "");
}

void mexWarnMsgIdAndTxt(const char *id, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    if (format)
        vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    warn(format ? text : id);
}

const char *mexFunctionName(void) {
    return "S-function";
}

/* the scratch workspace of the block; its parent is the base workspace */
static bd_workspace *workspace(void) {
    bd_mx_scope *scope = mx_scope_in_force();
    if (!scope)
        return NULL;
    if (!scope->workspace)
        bd_workspace_create("workspace of an S-function", scope->sink.base, &scope->workspace,
                            NULL);
    return scope->workspace;
}

mxArray *mexGetVariable(const char *where, const char *name) {
    (void)where;
    bd_workspace *names = workspace();
    const bd_value *value = names ? bd_workspace_find(names, name) : NULL;
    void *array = NULL;
    if (value)
        mx_convert_from_value(value, &array, NULL);
    return array;
}

const mxArray *mexGetVariablePtr(const char *where, const char *name) {
    return mexGetVariable(where, name);
}

int mexPutVariable(const char *where, const char *name, const mxArray *array) {
    (void)where;
    bd_workspace *names = workspace();
    bd_value *value = NULL;
    if (!names || !name || mx_convert_to_value(array, &value, NULL))
        return 1;
    return bd_workspace_set(names, name, value, NULL) != BD_OK;
}

static int evaluate(const char *command, bd_error *error) {
    bd_workspace *names = workspace();
    if (!names) {
        bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
        return 1;
    }
    return bd_workspace_run(names, command ? command : "", "mexEvalString", NULL, error) != BD_OK;
}

int mexEvalString(const char *command) {
    bd_error error = {0};
    int failed = evaluate(command, &error);
    if (failed)
        warn(error.text);
    return failed;
}

mxArray *mexEvalStringWithTrap(const char *command) {
    bd_error error = {0};
    return evaluate(command, &error) ? mxCreateString(error.text) : NULL;
}

void mexSetTrapFlag(int flag) {
    (void)flag;
}

/* the three that talk rather than compute; *failed if it is error */
static int is_talk(int nrhs, mxArray *prhs[], const char *name, bd_error *failed) {
    char *text = nrhs > 0 && mxIsChar(prhs[nrhs - 1]) ? mxArrayToString(prhs[nrhs - 1]) : NULL;
    if (!text)
        return 0;
    if (strcmp(name, "disp") == 0)
        mexPrintf("%s\n", text);
    else if (strcmp(name, "warning") == 0)
        warn(text);
    else if (strcmp(name, "error") == 0)
        bd_error_set(failed, BD_BAD_VALUE, "%s", text);
    else {
        mxFree(text);
        return 0;
    }
    mxFree(text);
    return 1;
}

static bd_status call(bd_workspace *names, int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[],
                      const char *name, bd_error *error) {
    char statement[1024], variable[32];
    int used = 0, room = (int)sizeof statement;
    if (nlhs > 16 || nrhs > 16 || strlen(name) > BD_MAX_NAME)
        return bd_error_set(error, BD_UNSUPPORTED, "'%.60s' is called with too many arguments",
                            name);
    for (int i = 0; i < nlhs; i++)
        used += snprintf(statement + used, (size_t)(room - used), "%cmex_out%d", i ? ',' : '[', i);
    used += snprintf(statement + used, (size_t)(room - used), "%s%s", nlhs > 0 ? "]=" : "", name);
    for (int i = 0; i < nrhs; i++) {
        bd_value *value = NULL;
        snprintf(variable, sizeof variable, "mex_in%d", i);
        bd_status status = mx_convert_to_value(prhs[i], &value, error);
        if (!status)
            status = bd_workspace_set(names, variable, value, error);
        if (status)
            return status;
        used += snprintf(statement + used, (size_t)(room - used), "%c%s", i ? ',' : '(', variable);
    }
    snprintf(statement + used, (size_t)(room - used), "%s;", nrhs > 0 ? ")" : "");
    bd_status status = bd_workspace_run(names, statement, name, NULL, error);
    for (int i = 0; !status && i < nlhs; i++) {
        void *array = NULL;
        snprintf(variable, sizeof variable, "mex_out%d", i);
        const bd_value *value = bd_workspace_find_own(names, variable);
        status = value ? mx_convert_from_value(value, &array, error)
                       : bd_error_set(error, BD_UNSUPPORTED, "'%s' gave no value %d", name, i + 1);
        plhs[i] = array;
    }
    return status;
}

static bd_status call_by_name(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[],
                              const char *name, bd_error *error) {
    if (nlhs == 0 && is_talk(nrhs, prhs, name, error))
        return error->status;
    for (int i = 0; i < nlhs; i++)
        plhs[i] = NULL;
    const bd_mx_scope *scope = mx_scope_in_force();
    bd_workspace *names = NULL;
    bd_status status = bd_workspace_create("call by an S-function", NULL, &names, error);
    if (!status && scope && scope->sink.base)
        bd_workspace_set_model(names, bd_workspace_model(scope->sink.base));
    if (!status)
        status = call(names, nlhs, plhs, nrhs, prhs, name, error);
    bd_workspace_free(names);
    return status;
}

int mexCallMATLAB(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[], const char *name) {
    bd_error error = {0};
    const bd_status status = call_by_name(nlhs, plhs, nrhs, prhs, name ? name : "", &error);
    if (status && name && strcmp(name, "error") == 0)
        mx_fail("%s", error.text);
    if (status)
        mx_fail("mexCallMATLAB: there is no interpreter here that could run '%s': %s",
                name ? name : "", error.text);
    return 0;
}

mxArray *mexCallMATLABWithTrap(int nlhs, mxArray *plhs[], int nrhs, mxArray *prhs[],
                               const char *name) {
    bd_error error = {0};
    if (!call_by_name(nlhs, plhs, nrhs, prhs, name ? name : "", &error))
        return NULL;
    const char *fields[] = {"message"};
    mxArray *trapped = mxCreateStructMatrix(1, 1, 1, fields);
    mxSetField(trapped, 0, "message", mxCreateString(error.text));
    return trapped;
}

const mxArray *mexGet(double handle, const char *property) {
    (void)handle;
    (void)property;
    return NULL;
}

int mexSet(double handle, const char *property, mxArray *value) {
    (void)handle;
    (void)property;
    (void)value;
    return 1;
}

static _Thread_local int locks;

void mexLock(void) {
    locks++;
}

void mexUnlock(void) {
    locks--;
}

bool mexIsLocked(void) {
    return locks > 0;
}

bool mexIsGlobal(const mxArray *array) {
    (void)array;
    return false;
}

/* the S-function may be unloaded before the program ends, and then must not be called any more:
 * mdlTerminate is the place to clean up */
int mexAtExit(void (*function)(void)) {
    (void)function;
    return 0;
}

/* not declared in any header, so authors declare them as they like: nobody presses a key here */
int utIsInterruptPending(void);
int utIsInterruptPending(void) {
    return 0;
}

int utSetInterruptEnabled(int flag);
int utSetInterruptEnabled(int flag) {
    (void)flag;
    return 0;
}

int utSetInterruptPending(int flag);
int utSetInterruptPending(int flag) {
    (void)flag;
    return 0;
}
