/* what all pictures have in common, in one place: colours, grid, letters, and how a title is broken
 *
 * Pages get the colours as variables of their style sheet, gnuplot as line types; Octave has a copy
 * (mr_plot.m), which a test compares. */
#ifndef PAGES_STYLE_H
#define PAGES_STYLE_H

#include <stdbool.h>
#include <stdio.h>

/* curves: colours that people with any of the colour blindnesses tell apart, and that stand out
 * from the paper. The last one of light paper is black: what others are measured by */
#define PG_CURVES 8
const char *pg_curve_colour(int number, bool dark);

/* sides of a limit, from the limit on outwards: blue for good, orange to brown for bad. Lightness
 * falls outwards, so that it is seen in grey, too */
#define PG_SHADES 4
const char *pg_good_shade(int number);
const char *pg_bad_shade(int number);

/* lines that tell what counts as good */
#define PG_LIMIT_COLOUR "#444c55"

/* as a shell starts it: signs as ° need letters of UTF-8, whatever the locale of the user. 127 if
 * it is not there, of which the shell says nothing: the caller does */
#define PG_GNUPLOT                                                                                 \
    "{ command -v gnuplot >/dev/null || exit 127; } && exec env LC_ALL=C.UTF-8 gnuplot"

/* a picture's terminal and file in a script of gnuplot, and after it the common look: line types 1
 * to 8, points that differ, grid, frame. Gives 1 to the variable `narrow` for small screens */
void pg_gnuplot_begin(FILE *script, const char *path, bool svg, int width, int height);
/* the title, broken into lines that fit the width; nothing in it is taken for a command */
void pg_gnuplot_title(FILE *script, const char *title, int width);
/* a text in double quotes of gnuplot: lines stay lines, and nothing in it is a command */
void pg_gnuplot_quote(FILE *script, const char *text);

/* has the picture its end? gnuplot does not tell that a disk is full */
bool pg_picture_is_whole(const char *path);

/* pictures up to this width are readable on a small screen as they are */
#define PG_NARROW 520

#endif
