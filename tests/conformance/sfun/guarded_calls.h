/* what guarded_calls.cpp calls when somebody asks for memory through it */
#ifndef GUARDED_CALLS_H
#define GUARDED_CALLS_H

#include <stddef.h>

#define TAKERS 5 /* malloc, new, new[], and both without exceptions */
#define GIVERS 7 /* free, delete, delete[], both with a size, both without exceptions */

typedef struct guarded_calls {
    void *(*take[TAKERS])(size_t bytes);
    void (*give[GIVERS])(void *memory, size_t bytes);
    void *(*take_zeroed)(size_t count, size_t size);
    void *(*resize)(void *memory, size_t bytes);
    void *(*kept)(size_t bytes); /* the address of malloc itself, as it lies in the file's data */
    /* memory of `take[0]` is freed by the C++ library, which gives back other; 0 if it worked */
    int (*hand_over)(void);
    /* a text whose memory is of the C++ library, and freed by the file */
    size_t (*take_over)(size_t length);
} guarded_calls;

#endif
