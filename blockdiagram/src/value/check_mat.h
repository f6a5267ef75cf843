/* a look at a MAT file before it is read */
#ifndef BD_CHECK_MAT_H
#define BD_CHECK_MAT_H

#include <stdbool.h>
#include <stdio.h>

/* false if an array claims more elements than there are bytes for, or the file is cut off or
 * damaged: reading it would cost memory out of proportion */
/* by the first 128 bytes, as libmatio tells it too; the file is at its begin after it */
typedef enum bd_mat_level { BD_MAT_4, BD_MAT_5, BD_MAT_5_SWAPPED, BD_MAT_73 } bd_mat_level;
bd_mat_level bd_mat_level_of(FILE *file);

bool bd_mat_holds_what_it_says(FILE *file, const char *path);

/* level 7.3: no variable is larger with all that it refers to, nested deeper, or elsewhere */
bool bd_mat_73_is_bounded(const char *path);

#endif
