/* the program's complaints, kept instead of printed a million times */
#ifndef QUIET_COMPLAIN_H
#define QUIET_COMPLAIN_H

#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

static char complaint_made[2048];

bool complain(const char *command, const char *format, ...) {
    va_list arguments;
    (void)command;
    va_start(arguments, format);
    vsnprintf(complaint_made, sizeof complaint_made, format, arguments);
    va_end(arguments);
    return false;
}

#endif
