/* colours of pictures: seen on their paper, told apart by everybody, and the same in every place */
#define _GNU_SOURCE
#include "mr_test.h"
#include "pages/style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct colour {
    double r, g, b; /* linear light */
} colour;

static double linear(int value) {
    const double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static colour read_colour(const char *text) {
    unsigned r, g, b;
    CU_ASSERT_EQUAL_FATAL(sscanf(text, "#%2x%2x%2x", &r, &g, &b), 3);
    return (colour){linear((int)r), linear((int)g), linear((int)b)};
}

static double luminance(colour c) {
    return 0.2126729 * c.r + 0.7151522 * c.g + 0.0721750 * c.b;
}

/* contrast ratio of the Web Content Accessibility Guidelines */
static double contrast(const char *a, const char *b) {
    const double x = luminance(read_colour(a)), y = luminance(read_colour(b));
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

/* as seen by all, and with protanopia, deuteranopia and tritanopia (Machado, Oliveira, Fernandes
 * 2009, severity 1) */
static const double seen[4][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};

static double within(double x) {
    return fmin(fmax(x, 0.0), 1.0);
}

static double curved(double x) {
    return x > 0.008856 ? cbrt(x) : 7.787 * x + 16.0 / 116.0;
}

/* CIE Lab, white of D65 */
static void to_lab(colour c, const double *m, double *lab) {
    const double r = within(m[0] * c.r + m[1] * c.g + m[2] * c.b),
                 g = within(m[3] * c.r + m[4] * c.g + m[5] * c.b),
                 b = within(m[6] * c.r + m[7] * c.g + m[8] * c.b);
    const double x = curved((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047),
                 y = curved(0.2126729 * r + 0.7151522 * g + 0.0721750 * b),
                 z = curved((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    lab[0] = 116.0 * y - 16.0;
    lab[1] = 500.0 * (x - y);
    lab[2] = 200.0 * (y - z);
}

/* for those who see it least */
static double distance(const char *one, const char *other) {
    double least = HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        double a[3], b[3];
        to_lab(read_colour(one), seen[i], a);
        to_lab(read_colour(other), seen[i], b);
        least = fmin(least, hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
    }
    return least;
}

/* known pairs: white and black are 100 apart; red and green come near for many */
static void test_the_measure_itself(void) {
    MR_ASSERT_CLOSE(distance("#ffffff", "#000000"), 100.0, 0.05);
    MR_ASSERT_CLOSE(contrast("#ffffff", "#000000"), 21.0, 1e-4);
    CU_ASSERT(distance("#d55e00", "#8a6d00") < 5.0);
    CU_ASSERT(contrast("#f0e442", "#ffffff") < 1.5); /* pale yellow on white */
}

static void test_curves_stand_out_from_the_paper(void) {
    for (int i = 0; i < PG_CURVES; i++) {
        CU_ASSERT(contrast(pg_curve_colour(i, false), "#ffffff") >= 3.0);
        CU_ASSERT(contrast(pg_curve_colour(i, true), "#1a1e23") >= 3.0);
    }
    CU_ASSERT(contrast(PG_LIMIT_COLOUR, "#ffffff") >= 4.5);
}

/* a difference of 15 is plain to see between two lines; 2.3 is the least that is noticed at all */
static void test_everybody_tells_curves_apart(void) {
    for (int i = 0; i < PG_CURVES; i++)
        for (int k = 0; k < i; k++) {
            CU_ASSERT(distance(pg_curve_colour(i, false), pg_curve_colour(k, false)) >= 15.0);
            CU_ASSERT(distance(pg_curve_colour(i, true), pg_curve_colour(k, true)) >= 15.0);
        }
}

/* stable and unstable, in any shade; and shades get darker, so that a print in grey has them */
static void test_sides_of_a_limit_are_told_apart(void) {
    for (int i = 0; i < PG_SHADES; i++) {
        for (int k = 0; k < PG_SHADES; k++)
            CU_ASSERT(distance(pg_good_shade(i), pg_bad_shade(k)) >= 15.0);
        CU_ASSERT(i == 0 || luminance(read_colour(pg_good_shade(i))) <
                                0.85 * luminance(read_colour(pg_good_shade(i - 1))));
        CU_ASSERT(i == 0 || luminance(read_colour(pg_bad_shade(i))) <
                                0.85 * luminance(read_colour(pg_bad_shade(i - 1))));
    }
}

/* Octave cannot ask: its copy is compared */
static void test_octave_has_the_same_colours(void) {
    FILE *file = fopen(MR_SOURCE_DIR "/octave/inst/mr_plot.m", "r");
    CU_ASSERT_FATAL(file != NULL);
    static char text[20000];
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    char list[256] = "";
    for (int i = 0; i < PG_CURVES; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s\"%s\"", i > 0 ? ", " : "",
                 pg_curve_colour(i, false));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, list));
}

static char *title_of(const char *text, int width) {
    char *script = NULL;
    size_t size;
    FILE *out = open_memstream(&script, &size);
    pg_gnuplot_title(out, text, width);
    fclose(out);
    return script;
}

static void test_titles_are_broken_and_stay_texts(void) {
    char *script = title_of("Position error of x₁ over the ratio", 180);
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "\"Position error of x₁\\nover the ratio\""));
    free(script);
    script = title_of("a\"; system \"x", 900);
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "\"a\\\"; system \\\"x\""));
    free(script);
    script = title_of("ααααααααααααααααααααααααα", 100); /* one word, longer than a line */
    CU_ASSERT_PTR_NOT_NULL(strstr(script, "\"αααααααααααααααααααα\\nααααα\""));
    free(script);
}

static const mr_test tests[] = {
    MR_TEST(test_the_measure_itself),           MR_TEST(test_curves_stand_out_from_the_paper),
    MR_TEST(test_everybody_tells_curves_apart), MR_TEST(test_sides_of_a_limit_are_told_apart),
    MR_TEST(test_octave_has_the_same_colours),  MR_TEST(test_titles_are_broken_and_stay_texts),
};

int main(int argc, char **argv) {
    return mr_test_main("pages: style", tests, sizeof tests / sizeof *tests, argc, argv);
}
