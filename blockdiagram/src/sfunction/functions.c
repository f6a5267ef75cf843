/* functions of the model that an S-function calls: found when they are declared, called by name */
#include "sfunction/instance.h"

#include <stdlib.h>
#include <string.h>

static const bd_sfunction_called *find(const SimStruct *S, const char *name) {
    const bd_sfunction_called *called = bd_sfunction_of(S)->called;
    while (called && name && strcmp(called->name, name) != 0)
        called = called->next;
    return name ? called : NULL;
}

int_T bd_host_is_declared(const SimStruct *S, const char_T *name) {
    return find(S, name) != NULL;
}

/* the name in "[a, b] = f(x, y)" */
static bool read_name(const char *prototype, char *name, size_t capacity) {
    const char *equals = strchr(prototype, '='), *begin = equals ? equals + 1 : prototype;
    begin += strspn(begin, " \t\n");
    const size_t length = strcspn(begin, " \t\n(");
    if (length == 0 || length >= capacity)
        return false;
    memcpy(name, begin, length);
    name[length] = '\0';
    return true;
}

int_T bd_host_declare_caller(SimStruct *S, const char_T *prototype) {
    bd_sfunction *f = bd_sfunction_of(S);
    bd_sfunction_called *called = calloc(1, sizeof *called);
    if (!called) {
        bd_sfunction_fail(S, "out of memory");
        return 0;
    }
    called->next = f->called;
    f->called = called;
    if (!prototype || !read_name(prototype, called->name, sizeof called->name)) {
        bd_sfunction_fail(S, "the prototype '%.100s' is not like [y1, y2] = f(u1, u2)",
                          prototype ? prototype : "");
        return 0;
    }
    const bd_status status =
        f->owner.find_function ? f->owner.find_function(f->owner.user, called) : BD_OK;
    if (status != BD_OK) {
        f->nested = status;
        bd_sfunction_fail(S, "Simulink function '%s' cannot be called", called->name);
        return 0;
    }
    if (!called->function) {
        bd_sfunction_fail(S, "there is no Simulink function '%s'", called->name);
        return 0;
    }
    return 1;
}

/* sizes are told in bytes or in elements */
static bool fits(const struct _ssFcnCallExecArgInfo_tag *given, int bytes, int elements) {
    return given->dataPtr && (given->dataSize == bytes || given->dataSize == elements);
}

int_T bd_host_call_function(SimStruct *S, const char_T *name, int_T input_count,
                            const struct _ssFcnCallExecArgInfo_tag *inputs, int_T output_count,
                            const struct _ssFcnCallExecArgInfo_tag *outputs) {
    bd_sfunction *f = bd_sfunction_of(S);
    const bd_sfunction_called *called = find(S, name);
    const void *arguments[64] = {0};
    void *results[64] = {0};
    if (!called || !called->function) {
        bd_sfunction_fail(S, "Simulink function '%.100s' was not declared in mdlInitializeSizes",
                          name ? name : "");
        return 0;
    }
    if (input_count != called->argument_count || output_count != called->result_count) {
        bd_sfunction_fail(S,
                          "Simulink function '%s' is called with %d arguments and %d results; it "
                          "has %d and %d",
                          called->name, input_count, output_count, called->argument_count,
                          called->result_count);
        return 0;
    }
    for (int_T i = 0; i < input_count + output_count; i++) {
        const bool result = i >= input_count;
        const int_T k = result ? i - input_count : i;
        const struct _ssFcnCallExecArgInfo_tag *given = result ? &outputs[k] : &inputs[k];
        const int bytes = result ? called->results[k].bytes : called->arguments[k].bytes;
        const int elements = result ? called->results[k].elements : called->arguments[k].elements;
        if (!fits(given, bytes, elements)) {
            bd_sfunction_fail(S,
                              "Simulink function '%s': %s %d has %d elements in %d bytes, and is "
                              "given memory of size %d",
                              called->name, result ? "result" : "argument", k + 1, elements, bytes,
                              given->dataPtr ? given->dataSize : 0);
            return 0;
        }
        if (result)
            results[k] = given->dataPtr;
        else
            arguments[k] = given->dataPtr;
    }
    const bd_status status = f->owner.call_function(f->owner.user, called, arguments, results);
    if (status == BD_OK)
        return 1;
    f->nested = status;
    bd_sfunction_fail(S, "Simulink function '%s' failed", called->name);
    return 0;
}

void bd_sfunction_free_called(bd_sfunction *f) {
    while (f->called) {
        bd_sfunction_called *next = f->called->next;
        free(f->called);
        f->called = next;
    }
}
