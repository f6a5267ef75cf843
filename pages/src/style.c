/* colours and the common look of pictures by gnuplot
 *
 * The distances are checked by tests/pages/test_style.c: colour blindness after G. Machado, M.
 * Oliveira, L. Fernandes (2009), differences in CIE Lab. Blue, vermilion and green are those of M.
 * Okabe and K. Ito (2008), the others of P. Tol and of IBM's list. */
#include "pages/style.h"

#include <string.h>

static const char *const light_curves[PG_CURVES] = {"#0072b2", "#d55e00", "#009e73", "#882255",
                                                    "#785ef0", "#332288", "#661100", "#000000"};
static const char *const dark_curves[PG_CURVES] = {"#5fb4f0", "#ff9350", "#b3ffd9", "#aa4499",
                                                   "#f0e442", "#785ef0", "#b05020", "#9a9a9a"};
/* gnuplot's point types: filled ones first */
static const int points[PG_CURVES] = {7, 5, 9, 13, 11, 6, 4, 15};

const char *pg_curve_colour(int number, bool dark) {
    return (dark ? dark_curves : light_curves)[number % PG_CURVES];
}

const char *pg_good_shade(int number) {
    static const char *const shades[PG_SHADES] = {"#dcebf7", "#b3d3ec", "#7fb2da", "#3f86bd"};
    return shades[number < PG_SHADES ? number : PG_SHADES - 1];
}

const char *pg_bad_shade(int number) {
    static const char *const shades[PG_SHADES] = {"#fdd9b0", "#f5a65b", "#d2691e", "#8c3a06"};
    return shades[number < PG_SHADES ? number : PG_SHADES - 1];
}

void pg_gnuplot_quote(FILE *script, const char *text) {
    fputc('"', script);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(script, "\\%c", *text);
        else if (*text == '\n')
            fputs("\\n", script);
        else if (*text == '`') /* what stands between two of them is run by a shell */
            fputs("\\140", script);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, script);
    fputc('"', script);
}

void pg_gnuplot_begin(FILE *script, const char *path, bool svg, int width, int height) {
    fprintf(script, "reset\nset encoding utf8\n");
    fprintf(script,
            svg ? "set terminal svg size %d,%d dynamic font 'Helvetica,13' background 'white'\n"
                : "set terminal pngcairo size %d,%d font 'Helvetica,10'\n",
            width, height);
    fputs("set output ", script);
    pg_gnuplot_quote(script, path);
    /* the widths of texts are known for PNG, and guessed too large for SVG: keys ask `svg` */
    fprintf(script, "\nsvg = %d\nnarrow = %d\n", svg, width <= PG_NARROW);
    fputs("set grid lt 1 dt 1 lw 0.6 lc rgb '#d8dce0'\nset tics nomirror\n"
          "set border 3 lc rgb '#5a6570'\nset tics textcolor rgb 'black'\n"
          "set key textcolor rgb 'black' samplen 1.8 spacing 1.1 height (svg ? 0.7 : 1)\n"
          "set xlabel offset 0,0.6\nset offsets graph 0, graph 0, graph 0.04, graph 0.04\n",
          script);
    for (int i = 0; i < PG_CURVES; i++)
        fprintf(script, "set linetype %d lc rgb '%s' lw 1.6 pt %d\n", i + 1, light_curves[i],
                points[i]);
    fprintf(script, "set linetype cycle %d\n", PG_CURVES);
}

/* bytes up to where a line of so many letters may end: before a space if there is one */
static size_t line_length(const char *text, int most) {
    size_t i = 0, space = 0;
    int letters = 0;
    for (; text[i]; i++) {
        letters += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (letters > most)
            return space > 0 && text[i] != ' ' ? space : i;
        if (text[i] == ' ')
            space = i;
    }
    return i;
}

void pg_gnuplot_title(FILE *script, const char *title, int width) {
    char text[1024] = "";
    const int letters = width / 9 > 20 ? width / 9 : 20;
    for (size_t used = 0; *title && used + 2 < sizeof text;) {
        const size_t length = line_length(title, letters);
        const int written = snprintf(text + used, sizeof text - used, "%s%.*s",
                                     used > 0 ? "\n" : "", (int)length, title);
        used += written > 0 ? (size_t)written : sizeof text;
        title += length + (title[length] == ' ');
    }
    fputs("set title ", script);
    pg_gnuplot_quote(script, text);
    fputs(" noenhanced\n", script);
}

bool pg_picture_is_whole(const char *path) {
    char end[16] = "";
    FILE *file = fopen(path, "rb");
    const bool read = file && fseek(file, -12, SEEK_END) == 0 && fread(end, 1, 12, file) == 12;
    if (file)
        fclose(file);
    return read && (strstr(end, "</svg>") || memcmp(end + 4, "IEND", 4) == 0);
}
