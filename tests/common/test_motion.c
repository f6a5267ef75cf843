/* motion files, byte by byte, as the comment of the header describes them; rotations */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"
#include "common/motion.h"
#include "common/plain_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/multirate-test-motion-XXXXXX";

static const char *in_folder(const char *name) {
    static char path[200];
    static bool made;
    if (!made && !mkdtemp(folder))
        abort();
    made = true;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static char *read_all(const char *path, size_t *size) {
    const char *why;
    char *text = cm_read_plain(path, 1 << 20, size, &why);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

static void test_a_file_has_its_header_and_its_rows(void) {
    static const char header[] = "multirate motion 1\n"
                                 "title a ball on a string\n"
                                 "up y\n"
                                 "planar\n"
                                 "ground -0.5\n"
                                 "body 2 0 1 0 #ff8800 ball\n"
                                 "sphere red 0.1 0 1 0\n"
                                 "body 1 0 0 0 - post\n"
                                 "cylinder - 0.1 0 0 0 0 1 0\n"
                                 "bar - 0.1 0 0 0 0 1 0\n"
                                 "ellipsoid - 1 2 3 0 0 0\n"
                                 "wheel - 0.3 0.2 0 0 0 0 0 1\n"
                                 "box - 1 2 3 0 0 0 1 0 0 0 1 0 0 0 1\n"
                                 "spring 0 0 1 0 -1 0 2 0 -\n"
                                 "link 0 0 1 0 1 0 2 0 blue\n"
                                 "arrow weight\n"
                                 "signal N force\n"
                                 "signal - angle\n"
                                 "rows\n";
    const double at[3] = {0, 1, 0}, zero[3] = {0}, top[3] = {0, 2, 0};
    const double ball[] = {0.1, 0, 1, 0}, bar[] = {0.1, 0, 0, 0, 0, 1, 0};
    const double egg[] = {1, 2, 3, 0, 0, 0}, wheel[] = {0.3, 0.2, 0, 0, 0, 0, 0, 1};
    const double box[] = {1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    cm_motion *m = cm_motion_create(in_folder("all.motion"), "a ball\non a string", 'y', true, 0.1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    cm_motion_ground(m, -0.5);
    cm_motion_body(m, "ball", 2.0, at, "#ff8800");
    cm_motion_shape(m, CM_SPHERE, ball, "red");
    cm_motion_body(m, "post", 1.0, zero, NULL);
    cm_motion_shape(m, CM_CYLINDER, bar, "");
    cm_motion_shape(m, CM_BAR, bar, NULL);
    cm_motion_shape(m, CM_ELLIPSOID, egg, NULL);
    cm_motion_shape(m, CM_WHEEL, wheel, NULL);
    cm_motion_shape(m, CM_BOX, box, NULL);
    cm_motion_link(m, true, 0, at, -1, top, NULL);
    cm_motion_link(m, false, 0, at, 1, top, "blue");
    cm_motion_arrow(m, "weight");
    cm_motion_signal(m, "force", "N");
    cm_motion_signal(m, "angle", "");
    enum { WIDTH = 2 * 7 + 6 + 2 }; /* bodies, arrow, signals */
    CU_ASSERT_EQUAL(cm_motion_begin(m), WIDTH);
    double row[WIDTH] = {0};
    for (int i = 0; i < 600; i++) { /* more than its first room for times */
        row[WIDTH - 1] = i;
        CU_ASSERT(cm_motion_wants(m, 0.1 * i) && cm_motion_row(m, 0.1 * i, row));
        CU_ASSERT(!cm_motion_wants(m, 0.1 * i + 0.1 - 1.5e-7));
        CU_ASSERT(cm_motion_wants(m, 0.1 * i + 0.1 - 5e-8)); /* a rounding early is in time */
    }
    row[WIDTH - 1] = -1.0;
    CU_ASSERT(cm_motion_wants(m, 30.05) && cm_motion_row(m, 30.05, row));
    CU_ASSERT(cm_motion_close(m));
    CU_ASSERT(cm_motion_close(NULL));

    size_t size;
    char *text = read_all(in_folder("all.motion"), &size);
    const size_t start = sizeof header - 1, each = (1 + WIDTH) * sizeof(double);
    CU_ASSERT_EQUAL_FATAL(size, start + 302 * each); /* 0 … 30.0, and 30.05 */
    CU_ASSERT_EQUAL(memcmp(text, header, start), 0);
    for (int i = 0; i < 302; i++) {
        double found[1 + WIDTH];
        memcpy(found, text + start + (size_t)i * each, each);
        MR_ASSERT_CLOSE(found[0], i == 301 ? 30.05 : 0.1 * i, 0.0);
        MR_ASSERT_CLOSE(found[WIDTH], i == 301 ? -1.0 : i, 0.0);
    }
    free(text);
}

static void test_what_is_no_motion_stays(void) {
    CU_ASSERT_PTR_NULL(cm_motion_create(in_folder("profile"), "t", 'z', false, 0.1));
    MR_ASSERT_CONTAINS(cm_motion_why_not(), "does not end in .motion");
    CU_ASSERT_PTR_NULL(cm_motion_create(".motion.txt", "t", 'z', false, 0.1));
    CU_ASSERT_PTR_NULL(cm_motion_create(in_folder("none/a.motion"), "t", 'z', false, 0.1));
    CU_ASSERT_STRING_EQUAL(cm_motion_why_not(), strerror(ENOENT));
    FILE *file = fopen(in_folder("other.motion"), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("precious, and longer than a title", file);
    fclose(file);
    CU_ASSERT_PTR_NULL(cm_motion_create(in_folder("other.motion"), "t", 'z', false, 0.1));
    MR_ASSERT_CONTAINS(cm_motion_why_not(), "it is there already and is no motion");
}

static void test_names_and_periods_that_a_program_asks_for(void) {
    char path[300];
    unsetenv(CM_MOTION_FOLDER);
    unsetenv(CM_MOTION_PERIOD);
    CU_ASSERT_FALSE(cm_motion_place("t", path, sizeof path));
    MR_ASSERT_CLOSE(cm_motion_period(0.0), CM_USUAL_MOTION_PERIOD, 0.0);
    setenv(CM_MOTION_FOLDER, "", 1);
    CU_ASSERT_FALSE(cm_motion_place("t", path, sizeof path));
    (void)in_folder("");
    setenv(CM_MOTION_FOLDER, folder, 1);
    CU_ASSERT_TRUE(cm_motion_place("a b/c", path, sizeof path));
    CU_ASSERT_STRING_EQUAL(path, in_folder("a_b_c.motion"));
    CU_ASSERT_TRUE(cm_motion_place("a b/c", path, sizeof path));
    CU_ASSERT_STRING_EQUAL(path, in_folder("a_b_c-2.motion"));
    CU_ASSERT_TRUE(cm_motion_place("", path, sizeof path));
    CU_ASSERT_STRING_EQUAL(path, in_folder("mechanism.motion"));
    setenv(CM_MOTION_FOLDER, "/nowhere/at/all", 1);
    CU_ASSERT_FALSE(cm_motion_place("t", path, sizeof path));
    setenv(CM_MOTION_PERIOD, "0.25", 1);
    MR_ASSERT_CLOSE(cm_motion_period(0.0), 0.25, 0.0);
    MR_ASSERT_CLOSE(cm_motion_period(0.5), 0.5, 0.0);
    setenv(CM_MOTION_PERIOD, "inf", 1);
    MR_ASSERT_CLOSE(cm_motion_period(0.0), CM_USUAL_MOTION_PERIOD, 0.0);
    setenv(CM_MOTION_PERIOD, "-1", 1);
    MR_ASSERT_CLOSE(cm_motion_period(0.0), CM_USUAL_MOTION_PERIOD, 0.0);
    unsetenv(CM_MOTION_FOLDER);
    unsetenv(CM_MOTION_PERIOD);
}

/* q = (cos a/2, n sin a/2) of a turn by a about n (Rodrigues), whichever of the four is largest */
static void test_quaternions_of_turns(void) {
    static const double axes[][3] = {{1, 0, 0},        {0, 1, 0},        {0, 0, 1},
                                     {0.6, 0.8, 0.0},  {0.8, 0.0, 0.6},  {0.64, 0.48, 0.6},
                                     {0.0, -0.6, 0.8}, {0.48, 0.6, 0.64}};
    for (size_t k = 0; k < sizeof axes / sizeof *axes; k++)
        for (int step = -6; step <= 6; step++) {
            const double a = step * acos(-1.0) / 6.0, c = cos(a), s = sin(a), *n = axes[k];
            double image[3][3], q[4];
            for (int j = 0; j < 3; j++)
                for (int i = 0; i < 3; i++) {
                    const int other = 3 - i - j;
                    const double cross = i == j ? 0.0 : (i == (j + 1) % 3 ? 1.0 : -1.0) * n[other];
                    image[j][i] = (i == j ? c : 0.0) + (1.0 - c) * n[i] * n[j] + s * cross;
                }
            cm_quaternion(image[0], image[1], image[2], q);
            const double exact[4] = {cos(0.5 * a), n[0] * sin(0.5 * a), n[1] * sin(0.5 * a),
                                     n[2] * sin(0.5 * a)};
            double product = 0.0; /* q and -q are the same turn */
            for (int i = 0; i < 4; i++)
                product += q[i] * exact[i];
            for (int i = 0; i < 4; i++)
                MR_ASSERT_CLOSE(q[i], product < 0.0 ? -exact[i] : exact[i], 1e-14);
        }
}

/* a last piece of one byte, at the end of the first room, is read, too */
static void test_plain_files_are_read_to_their_last_byte(void) {
    static const size_t sizes[] = {0, 1, 65534, 65535, 65536, 131071, 131072};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        FILE *file = fopen(in_folder("plain"), "wb");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        for (size_t i = 0; i < sizes[k]; i++)
            fputc('a' + (int)(i % 26), file);
        fclose(file);
        size_t size;
        const char *why;
        char *text = read_all(in_folder("plain"), &size);
        CU_ASSERT_EQUAL(size, sizes[k]);
        CU_ASSERT_EQUAL(strlen(text), sizes[k]);
        CU_ASSERT(size == 0 || text[size - 1] == 'a' + (char)((size - 1) % 26));
        free(text);
        text = cm_read_plain(in_folder("plain"), sizes[k], &size, &why);
        CU_ASSERT_PTR_NOT_NULL(text);
        free(text);
        if (sizes[k] > 0) {
            CU_ASSERT_PTR_NULL(cm_read_plain(in_folder("plain"), sizes[k] - 1, &size, &why));
            CU_ASSERT_STRING_EQUAL(why, "it is too large");
        }
    }
    size_t size;
    const char *why;
    CU_ASSERT_PTR_NULL(cm_read_plain(folder, 100, &size, &why));
    CU_ASSERT_STRING_EQUAL(why, strerror(EISDIR));
    CU_ASSERT_PTR_NULL(cm_read_plain("/dev/null", 100, &size, &why));
    MR_ASSERT_CONTAINS(why, "only plain files are read");
    CU_ASSERT_PTR_NULL(cm_read_plain(in_folder("absent"), 100, &size, &why));
    CU_ASSERT_STRING_EQUAL(why, strerror(ENOENT));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_a_file_has_its_header_and_its_rows),
        MR_TEST(test_what_is_no_motion_stays),
        MR_TEST(test_names_and_periods_that_a_program_asks_for),
        MR_TEST(test_quaternions_of_turns),
        MR_TEST(test_plain_files_are_read_to_their_last_byte),
    };
    const int code =
        mr_test_main("motions and plain files", tests, sizeof tests / sizeof *tests, argc, argv);
    char command[100]; /* what the tests have written */
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return code == 0 && system(command) != 0 ? 1 : code;
}
