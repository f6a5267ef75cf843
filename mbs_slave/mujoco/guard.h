/* MuJoCo's errors as answers: its functions end the program when they fail, unless somebody jumps
 * out of them in time */
#ifndef MUJOCO_GUARD_H
#define MUJOCO_GUARD_H

#include <stdbool.h>

#define MUJOCO_TEXT_SIZE 300

/* what MuJoCo said while it worked */
typedef struct mujoco_words {
    char error[MUJOCO_TEXT_SIZE], warning[MUJOCO_TEXT_SIZE];
} mujoco_words;

/* does work(context); false if MuJoCo gave up in it, with its sentence. The data that it worked on
 * must be reset before it is used again. */
bool mujoco_guarded(void (*work)(void *context), void *context, mujoco_words *words);

#endif
