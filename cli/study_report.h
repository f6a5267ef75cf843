/* what the reports of all studies share: files of the folder, pictures by gnuplot, the page */
#ifndef CLI_STUDY_REPORT_H
#define CLI_STUDY_REPORT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct picture {
    const char *name, *title;
    int width, height;
    const char *body; /* gnuplot; data files of the folder, commas between columns */
} picture;

/* a file of the results for writing; NULL, and a sentence, if that cannot be */
FILE *report_open(const char *folder, const char *name);
/* closes it; false, and a sentence, if it is not whole */
bool report_close(FILE *file, const char *folder, const char *name);

/* a picture into a script, as SVG and PNG; settings: gnuplot before the body, "" for none */
void report_picture(FILE *script, const picture *p, const char *settings);
/* runs the script of the folder, whose name is pictures.gp */
bool report_draw(const char *folder);

/* beginning and end of the page, and NAME.svg of the folder inside of it, under its title */
void report_begin(FILE *page, const char *title);
void report_include(FILE *page, const char *folder, const char *name, const char *title);
void report_end(FILE *page);
/* a text that may have any character */
void report_text(FILE *page, const char *text);

#endif
