/* pictures by gnuplot, in a folder of results */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include <stdbool.h>
#include <stdio.h>

/* the beginning of a picture NAME.svg or NAME.png in a gnuplot script: terminal, output, and what
 * our pictures have in common */
void picture_begin(FILE *script, const char *name, bool svg, int width, int height);

/* NAME.svg of the folder inside of a page; the names that gnuplot gives in every picture begin with
 * NAME there. False if it is not there */
bool picture_put(FILE *page, const char *folder, const char *name);

/* runs the script pictures.gp of the folder; false and a sentence on failure */
bool pictures_draw(const char *command, const char *folder);

#endif
