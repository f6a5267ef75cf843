/* what only C++ can do inside Octave: errors and interrupts are exceptions there */
#ifndef MULTIRATE_OCTAVE_CALLS_H
#define MULTIRATE_OCTAVE_CALLS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* runs body(argument); false when it was left by an error, then message holds its text */
bool octave_guarded(void (*body)(void *), void *argument, char *message, size_t size);

/* true from the moment Ctrl-C was pressed until octave_interrupt_rearm */
bool octave_interrupted(void);
void octave_interrupt_rearm(void);

/* gives a Ctrl-C that was kept back to Octave; does not return */
void octave_interrupt_raise(void);

#ifdef __cplusplus
}
#endif
#endif
