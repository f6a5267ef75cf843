/* functions that the language of models does not know are asked of Octave */
#ifndef MULTIRATE_ASK_OCTAVE_H
#define MULTIRATE_ASK_OCTAVE_H

#include <stdbool.h>

/* from now on; everything: any function that Octave finds, else only Octave's own that calculate */
void ask_octave(bool everything);
void ask_octave_no_more(void);

#endif
