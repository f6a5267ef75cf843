/* a place for one sentence: what failed, where, at which simulation time; no allocation, no linking
 */
#ifndef MULTIRATE_MESSAGE_H
#define MULTIRATE_MESSAGE_H

#include "multirate/status.h"

#include <stdarg.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MR_MESSAGE_SIZE 512

typedef struct mr_message {
    char text[MR_MESSAGE_SIZE];
} mr_message;

/* __printf__: mex.h makes printf a macro */
#if defined(__GNUC__)
__attribute__((format(__printf__, 2, 3)))
#endif
static inline void
mr_message_set(mr_message *message, const char *format, ...) {
    va_list arguments;
    if (!message)
        return;
    va_start(arguments, format);
    (void)vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
}

static inline void mr_message_clear(mr_message *message) {
    if (message)
        message->text[0] = '\0';
}

/* to be returned by who has found none */
static inline mr_status mr_no_memory(mr_message *message) {
    mr_message_set(message, "not enough memory");
    return MR_ERR_MEMORY;
}

#ifdef __cplusplus
}
#endif
#endif
