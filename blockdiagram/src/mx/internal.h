/* an array as bd_mx keeps it, and the memory it is made of */
#ifndef BD_MX_INTERNAL_H
#define BD_MX_INTERNAL_H

#include "blockdiagram/sfunction.h"
#include "mx/array.h"
#include "mx/interpreter.h"

/* every piece of memory has a link in front: it belongs to a scope, to an array, or to nobody */
typedef struct mx_link {
    struct mx_link *previous;
    struct mx_link *next;
    size_t size;
    int is_array;
    int linked;
} mx_link;

struct bd_mx_scope {
    mx_link head; /* ring */
    bd_mx_sink sink;
    bd_workspace *workspace; /* of mexEvalString and mexPutVariable; made when first needed */
};

struct mxArray_tag {
    mxClassID id;
    int is_complex;
    int is_sparse;
    size_t rank;
    mwSize *dims;
    void *re; /* values; cells and structs: their children */
    void *im;
    mwIndex *ir;
    mwIndex *jc;
    mwSize nzmax;
    int field_count;
    char **fields;
    char *class_name; /* set by mxSetClassName */
    int lock;
};

/* memory; NULL only from the plain forms */
void *mx_memory(size_t size, int is_array);     /* zeroed, in the scope in force */
void *mx_try_memory(size_t size, int is_array); /* the same, NULL when memory ends */
void mx_adopt(void *memory);                    /* takes it out of its scope */
void mx_release(void *memory);                  /* frees it wherever it belongs */
bd_mx_scope *mx_scope_in_force(void);
void mx_scope_clear(bd_mx_scope *scope);

/* arrays */
size_t mx_class_bytes(mxClassID id);
mxArray *mx_new(mxClassID id, size_t rank, const mwSize *dims, int is_complex);
size_t mx_count(const mxArray *array);
/* the product of the dimensions from this one on */
size_t mx_count_from(const mxArray *array, size_t dimension);
size_t mx_child_count(const mxArray *array);
void mx_free_contents(mxArray *array);

/* ends the running method with this text; does not return */
_Noreturn void mx_fail(const char *format, ...) BD_PRINTF(1, 2);
int mx_guarded_call(bd_mx_scope *scope, void (*body)(void *), void *argument, char *message,
                    size_t size);

#endif
