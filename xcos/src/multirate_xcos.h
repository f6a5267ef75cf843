/* the two functions that Scilab calls */
#ifndef MULTIRATE_XCOS_H
#define MULTIRATE_XCOS_H

#include "scicos_calls.h"

#if defined(_WIN32)
#define XCOS_EXPORT __declspec(dllexport)
#else
#define XCOS_EXPORT __attribute__((visibility("default")))
#endif

/* the computational function of the block. Object parameters: slave, its configuration, options of
 * the interface, as bytes that end with a zero. Ports: y1, if the slave has inputs; u1, if it has
 * outputs; diagnostics, if there is one port more. One zero-crossing surface, no modes. */
XCOS_EXPORT void multirate_block(scicos_block *block, int flag);

/* what a slave has. Texts are the codes of their bytes, up to a zero. shape: status (0: good),
 * scalars in, scalars out, direct feedthrough; codes: `size` of them at most, a line "input, name,
 * unit, scalars" with tabulators per signal, or the sentence of the failure */
XCOS_EXPORT void multirate_describe(const int *name, const int *configuration, const int *options,
                                    const int *size, int *shape, int *codes);

#endif
