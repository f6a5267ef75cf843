/* MuJoCo's errors as answers: its functions end the program when they fail, unless somebody jumps
 * out of them in time */
#ifndef MJ_GUARD_H
#define MJ_GUARD_H

#include <stdbool.h>

#define MJ_TEXT_SIZE 300

/* what MuJoCo said while it worked */
typedef struct mj_words {
    char error[MJ_TEXT_SIZE], warning[MJ_TEXT_SIZE];
} mj_words;

/* does work(context); false if MuJoCo gave up in it, with its sentence. The data that it worked on
 * must be reset before it is used again. */
bool mj_guarded(void (*work)(void *context), void *context, mj_words *words);

#endif
