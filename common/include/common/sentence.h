/* a sentence from a format and what follows it, in a function that takes both (const char *format,
 * ...) */
#ifndef COMMON_SENTENCE_H
#define COMMON_SENTENCE_H

#include <stdarg.h>
#include <stdio.h>

/* declares the text, and writes it; what does not fit is cut off */
#define CM_SENTENCE(text, size, format)                                                            \
    char text[size];                                                                               \
    do {                                                                                           \
        va_list arguments_;                                                                        \
        va_start(arguments_, format);                                                              \
        vsnprintf(text, sizeof text, format, arguments_);                                          \
        va_end(arguments_);                                                                        \
    } while (0)

#endif
