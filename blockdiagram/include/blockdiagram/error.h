/* how the block diagram library tells that something went wrong: a status, and one clear sentence
 * that says what, where (file and line, or block path) and at which simulation time.
 *
 * Every function that can fail returns a bd_status and takes a bd_error, which may be NULL. Things
 * that do not stop the work are sentences in a bd_log, which may be NULL too. */
#ifndef BLOCKDIAGRAM_ERROR_H
#define BLOCKDIAGRAM_ERROR_H

#include <stddef.h>
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* what went wrong in general; the sentence of a bd_error tells it in particular */
typedef enum bd_status {
    BD_OK,             /* no error */
    BD_OUT_OF_MEMORY,  /* out of memory */
    BD_BAD_ARGUMENT,   /* an argument of a library function is not allowed */
    BD_CANNOT_READ,    /* a file cannot be read */
    BD_CANNOT_WRITE,   /* a file cannot be written */
    BD_BAD_FILE,       /* a file is not what it should be */
    BD_LIMIT_EXCEEDED, /* a bound against hostile input is exceeded */
    BD_BAD_EXPRESSION, /* an expression cannot be evaluated */
    BD_UNKNOWN_NAME,   /* a variable, function, field or block of this name does not exist */
    BD_BAD_VALUE,      /* a value has the wrong class, size or range */
    BD_BAD_PARAMETER,  /* a parameter of a block or of the configuration is not allowed */
    BD_BAD_DIAGRAM,    /* blocks are connected in a way that has no meaning */
    BD_UNKNOWN_BLOCK,  /* the diagram has blocks that cannot be simulated */
    BD_BAD_SIGNAL,     /* dimensions, data types or sample times do not fit together */
    BD_ALGEBRAIC_LOOP, /* an algebraic loop cannot be solved or is refused by the model */
    BD_SOLVER_FAILED,  /* the solver cannot go on */
    BD_NOT_FINITE,     /* a signal, state or derivative is not a finite number */
    BD_BLOCK_FAILED,   /* a block reported an error */
    BD_UNSUPPORTED,    /* this is not supported */
    BD_UNKNOWN_SOLVER, /* there is no solver of this name */
    BD_STATUS_COUNT
} bd_status;

#define BD_ERROR_TEXT 4000

typedef struct bd_error {
    bd_status status;
    char text[BD_ERROR_TEXT]; /* "" while status is BD_OK */
} bd_error;

#if defined(__GNUC__)
#define BD_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define BD_PRINTF(text, first)
#endif

/* stores status and sentence (a longer one is cut) and returns the status, so that a function can
 * fail in one line: return bd_error_set(error, BD_BAD_FILE, "%s:%d: …", file, line); */
bd_status bd_error_set(bd_error *error, bd_status status, const char *format, ...) BD_PRINTF(3, 4);
bd_status bd_error_set_v(bd_error *error, bd_status status, const char *format, va_list arguments);

/* puts a prefix such as "model/Gain: " before the sentence that is there; returns its status */
bd_status bd_error_prefix(bd_error *error, const char *format, ...) BD_PRINTF(2, 3);
#ifdef __clang_analyzer__
/* the analyzer reads one file at a time: here it is told that these never answer BD_OK */
#define bd_error_set(error, status, ...) ((bd_error_set)(error, status, __VA_ARGS__), (status))
#define bd_error_prefix(error, ...)      ((bd_error_prefix)(error, __VA_ARGS__), BD_BLOCK_FAILED)
#endif

void bd_error_clear(bd_error *error);

/* warnings in the order they came; equal sentences are kept once. After BD_LOG_LIMIT of them only
 * the count grows */
#define BD_LOG_LIMIT 1000

typedef struct bd_log {
    char **lines;
    size_t count; /* sentences kept */
    size_t total; /* sentences given, repeated ones included */
} bd_log;

/* a log begins as {0}; adding never fails: without memory the sentence is lost */
void bd_log_add(bd_log *log, const char *format, ...) BD_PRINTF(2, 3);
void bd_log_free(bd_log *log);

/* leaves the function with the status of a call that failed */
#define BD_TRY(call)                                                                               \
    do {                                                                                           \
        bd_status try_status = (call);                                                             \
        if (try_status != BD_OK)                                                                   \
            return try_status;                                                                     \
    } while (0)

#ifdef __cplusplus
}
#endif
#endif
